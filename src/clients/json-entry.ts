import { isDeepStrictEqual } from 'node:util'
import { createScanner, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { newlineOf } from '../text/marked-block.js'
import { lineAt, misunderstood, type Editor, type EntryState } from './editor.js'

export type JsonNode = Node

/** @throws MemoryError bad-config where the text cannot be understood, with its line */
type TreeReader = (path: string, text: string) => Node

export interface JsonPlace {
  /** Keys from the top down to what holds the entry: an object, or a list where the entry has no `key`. */
  readonly within: readonly string[]
  readonly key?: string
  readonly value: unknown
  /** For a list: words by which an element is known as our entry, changed by somebody. */
  readonly sign?: string
}

/**
 * An entry in JSON with comments and trailing commas, as VS Code and Cursor read it, or in the form that `treeOf`
 * reads. Everything else in the file keeps its bytes. `remove` finds out what was there before `add` from how the entry
 * stands in its holder, an object or a list:
 *
 * - The entry comes last in its holder. It ends in a comma only where the one before it did.
 * - The holder closes on a line of its own only where it was made for the entry, or closed so before and was not empty.
 *   In a holder that stood there empty, the bracket comes on the same line, or behind a blank line.
 */
export function jsonEntry(place: JsonPlace, treeOf: TreeReader = parsed): Editor {
  const { within, key, value } = place
  const name = [...within, ...(key === undefined ? [] : [key])].join('.')
  return {
    name,
    shows: `${name}: ${JSON.stringify(value)}`,
    find: (path, text) =>
      saysNothing(text) ? 'missing' : standing(found(path, treeOf(path, text), text, place), place),
    valueIn(path, text) {
      const { entry } = saysNothing(text) ? { entry: undefined } : found(path, treeOf(path, text), text, place)
      return entry === undefined ? undefined : stands(entry, place)
    },
    add(path, text) {
      if (text === undefined || saysNothing(text)) return withObject(text, nested(within, key, value))
      const { holders } = found(path, treeOf(path, text), text, place)
      const [first, ...rest] = within.slice(holders.length - 1)
      return first === undefined
        ? withMember(text, holders.at(-1)!, key, value)
        : withMember(text, holders.at(-1)!, first, nested(rest, key, value))
    },
    remove(path, text) {
      const { holders, entry } = found(path, treeOf(path, text), text, place)
      return entry === undefined ? text : withoutMember(text, holders, entry)
    },
  }
}

/** A text with a value set for a key at its top, and every other byte as it was. */
export function withTopValue(path: string, text: string, key: string, value: string): string {
  const root = parsed(path, text)
  const fail = (node: Node, why: string): never => {
    throw misunderstood(path, lineAt(text, node.offset), why)
  }
  if (root.type !== 'object') return fail(root, 'the file has to be an object, { … }')
  const held = onlyProperty(root, key, fail)?.children![1]
  return held === undefined
    ? withMember(text, root, key, value)
    : text.slice(0, held.offset) + JSON.stringify(value) + text.slice(endOf(held))
}

/** `{"hooks": {"SessionStart": [value]}}` */
function nested(keys: readonly string[], key: string | undefined, value: unknown): unknown {
  const held = key === undefined ? [value] : { [key]: value }
  return keys.reduceRight<unknown>((inner, each) => ({ [each]: inner }), held)
}

interface EntryFound {
  /** The existing objects and list on the way to the entry, from the top. */
  readonly holders: readonly Node[]
  /** The member: a property, or an element. */
  readonly entry: Node | undefined
}

function found(path: string, root: Node, text: string, { within, key, value, sign }: JsonPlace): EntryFound {
  const fail = (node: Node, why: string): never => {
    throw misunderstood(path, lineAt(text, node.offset), why)
  }
  if (root.type !== 'object') return fail(root, 'the file has to be an object, { … }')
  const holders = [root]
  for (const [depth, each] of within.entries()) {
    const property = onlyProperty(holders.at(-1)!, each, fail)
    if (property === undefined) return { holders, entry: undefined }
    const held = property.children![1]!
    const wanted = depth === within.length - 1 && key === undefined ? 'array' : 'object'
    if (held.type !== wanted)
      return fail(
        held,
        `${within.slice(0, depth + 1).join('.')} has to be ${wanted === 'array' ? 'a list, [ … ]' : 'an object, { … }'}`,
      )
    holders.push(held)
  }
  const holder = holders.at(-1)!
  if (key !== undefined) return { holders, entry: onlyProperty(holder, key, fail) }
  const elements = holder.children ?? []
  const ours = elements.find((element) => isDeepStrictEqual(valueOf(element), value))
  const like = (element: Node): boolean => sign !== undefined && JSON.stringify(getNodeValue(element)).includes(sign)
  return { holders, entry: ours ?? elements.find(like) }
}

function standing({ entry }: EntryFound, place: JsonPlace): EntryState {
  if (entry === undefined) return 'missing'
  return isDeepStrictEqual(stands(entry, place), place.value) ? 'ours' : 'changed'
}

/** The value that an entry holds. */
const stands = (entry: Node, { key }: JsonPlace): unknown => valueOf(key === undefined ? entry : entry.children![1]!)

/** The property of a key. A key that is there twice fails, for programs take one or the other. */
function onlyProperty(holder: Node, key: string, fail: (node: Node, why: string) => never): Node | undefined {
  const same = (holder.children ?? []).filter(({ children }) => children?.[0]?.value === key)
  return same.length > 1 ? fail(same[1]!, `${key} is there twice`) : same[0]
}

function parsed(path: string, text: string): Node {
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(text, errors, { allowTrailingComma: true })
  } catch {
    throw misunderstood(path, 1, 'it is nested too deeply')
  }
  const [error] = errors
  if (error !== undefined || root === undefined)
    throw misunderstood(
      path,
      lineAt(text, error?.offset ?? 0),
      error === undefined ? 'value expected' : wordsOf(printParseErrorCode(error.error)),
    )
  return root
}

/** `CommaExpected` is `comma expected`. */
const wordsOf = (code: string): string => code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

function withMember(text: string, holder: Node, key: string | undefined, value: unknown): string {
  const newline = newlineOf(text)
  const unit = unitOf(text)
  const outer = indentAt(text, holder.offset)
  const last = holder.children?.at(-1)
  const indent = last === undefined ? outer + unit : (ownIndent(text, holder.children![0]!) ?? outer + unit)
  const json = JSON.stringify(value, null, unit).replaceAll('\n', newline + indent)
  const member = newline + indent + (key === undefined ? '' : `${JSON.stringify(key)}: `) + json
  if (last === undefined) {
    const at = holder.offset + 1
    const gap = /^\r?\n/.test(text.slice(at)) ? newline : ''
    return text.slice(0, at) + member + gap + text.slice(at)
  }
  const end = endOf(last)
  const comma = commaAfter(text, end)
  const at = pastRemarks(text, comma === undefined ? end : comma + 1)
  return comma === undefined
    ? `${text.slice(0, end)},${text.slice(end, at)}${member}${text.slice(at)}`
    : `${text.slice(0, at)}${member},${text.slice(at)}`
}

/** @returns null where the file was made for the member */
function withoutMember(text: string, holders: readonly Node[], member: Node): string | null {
  const holder = holders.at(-1)!
  const members = holder.children!
  const place = members.indexOf(member)
  const comma = commaAfter(text, endOf(member))
  const start = startOfLineBefore(text, member.offset)
  if (members.length > 1) {
    if (comma !== undefined) return without(text, [start, endOf(member)], [comma, comma + 1])
    const separator = commaAfter(text, endOf(members[place - 1]!))!
    return without(text, [separator, separator + 1], [start, endOf(member)])
  }
  const behind = text.slice(endOf(member), endOf(holder) - 1)
  const isMade = start === holder.offset + 1 && /^\r?\n[ \t]*$/.test(behind)
  if (isMade && holders.length > 1) return withoutMember(text, holders.slice(0, -1), holder.parent!)
  if (isMade && saysNothing(text.slice(0, holder.offset)) && /^\s*$/.test(text.slice(endOf(holder))))
    return withoutObject(text, holder)
  const gap = /^(\r?\n)\r?\n/.exec(behind)?.[1]?.length ?? 0
  const cut = without(text, [start, endOf(member) + gap])
  return comma === undefined ? cut : without(text, [start, endOf(member)], [comma, comma + 1])
}

/** Whether a text is blank, which counts as a file of no bytes. */
const saysNothing = (text: string): boolean => text.trim() === ''

/**
 * A text that holds only this object: a new file, or a blank one, whose blanks stay before the object. It ends in a
 * line break only in a new file, and behind blanks that do not end in one.
 */
function withObject(text: string | undefined, value: unknown): string {
  const newline = newlineOf(text ?? '')
  const json = JSON.stringify(value, null, 2).replaceAll('\n', newline)
  if (text === undefined) return json + newline
  return text === '' || text.endsWith('\n') ? text + json : text + newline + json + newline
}

/** What stood there before `withObject`; null where no file did. */
function withoutObject(text: string, { offset, length }: Node): string | null {
  const before = text.slice(0, offset)
  if (text.length === offset + length) return before
  return before === '' ? null : before.replace(/\r?\n$/, '')
}

/** The text without these ranges `[from, to)`, which are in order. */
function without(text: string, ...ranges: readonly (readonly [number, number])[]): string {
  return ranges.toReversed().reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text)
}

/** A node's value, with the prototypes of literals, so that the two can be compared. */
const valueOf = (node: Node): unknown => JSON.parse(JSON.stringify(getNodeValue(node)))

const endOf = ({ offset, length }: Node): number => offset + length

/** Where the next comma stands, past blanks and comments; undefined where something else comes first. */
function commaAfter(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined
}

/** The place behind the comments that end on this line: they belong to what stands before them. */
const pastRemarks = (text: string, from: number): number =>
  from + /^(?:[ \t]*(?:\/\*(?:(?!\*\/)[^\r\n])*\*\/|\/\/[^\r\n]*))*/.exec(text.slice(from))![0].length

/** The offset of the line break and indentation before a member, or of the blanks where it shares its line. */
function startOfLineBefore(text: string, offset: number): number {
  const at = offset - blanksBefore(text, offset)
  if (text[at - 1] !== '\n') return at
  return text[at - 2] === '\r' ? at - 2 : at - 1
}

function blanksBefore(text: string, offset: number): number {
  let at = offset
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--
  return offset - at
}

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))![0]

/** The indentation of a part that begins its line; undefined for any other. */
function ownIndent(text: string, { offset }: Node): string | undefined {
  const start = offset - blanksBefore(text, offset)
  return text[start - 1] === '\n' ? text.slice(start, offset) : undefined
}

/** One step of indentation: that of the first line that has any. */
const unitOf = (text: string): string => /\n(\t|(?: {2}){1,2})(?=\S)/.exec(text)?.[1] ?? '  '
