import { statSync } from 'node:fs'
import type { Conversation, LeftOutKind, Reader } from '../../import/transcripts.js'
import { valuesOf, type Cutting, type PlacedValue, type ImportSource, type SourceFault } from './import-sources.js'

/** A part of a file that was not read, or not as it was meant. */
export interface Unread extends SourceFault {
  /** The file, as it was named, or below the folder that was named. */
  readonly path: string
}

export type OnUnread = (unread: Unread) => void

export interface FileRead {
  /** When the file was last written, in milliseconds since 1970; 0 where it is gone. */
  readonly modified: number
  readonly conversations: readonly Conversation[]
  readonly leftOut: ReadonlyMap<LeftOutKind, number>
  /** The first parts that were not read. */
  readonly unread: readonly Unread[]
  readonly unreadInAll: number
}

/** Faults that are told, at most: of one file, and of a whole import. */
export const mostUnread = 50

/**
 * All conversations that a file holds. Where nothing in it is of the format, that is told as one fault, not as one for
 * each line. Never throws for a file's content.
 */
export function conversationsIn(
  source: ImportSource,
  reader: Reader,
  cutting: Cutting,
  onRead?: (bytes: number) => void,
): FileRead {
  const { mtimeMs: modified = 0, size = 0 } = statSync(source.path, { throwIfNoEntry: false }) ?? {}
  const leftOut = new Map<LeftOutKind, number>()
  const leaveOut = (kind: LeftOutKind, count = 1): void => {
    if (count > 0) leftOut.set(kind, (leftOut.get(kind) ?? 0) + count)
  }
  const unread: Unread[] = []
  let unreadInAll = 0
  const onFault = (fault: SourceFault): void => {
    if (++unreadInAll <= mostUnread) unread.push({ path: source.shown, ...fault })
  }
  let own = 0
  /** Objects of kinds unknown to the reader. They are no faults in a file of the format: newer programs add kinds. */
  const strange: SourceFault[] = []
  let strangeInAll = 0
  const values = function* (): Generator<unknown> {
    for (const each of valuesOf(source, reader.cut, cutting, onFault, onRead))
      for (const { value, where } of listed(each, reader.list)) {
        const isOwn = reader.admits(value)
        const fault = {
          where: placeAndTitle(where, value),
          found: reader.cut === 'markdown' ? frontShapeOf(value) : shapeOf(value),
          right: reader.holds,
        }
        if (isOwn) own++
        else if (reader.cut !== 'lines' || !isObject(value)) onFault(fault)
        else if (++strangeInAll === 1) strange.push(fault)
        if (isOwn || reader.cut === 'lines') yield value
      }
  }
  const conversations = [...reader.read({ name: source.name, modified, values: values() }, leaveOut)]
  const holding = conversations.filter(({ messages }) => messages.length > 0)
  if (own === 0 && holding.length === 0) {
    const found = size === 0 ? 'an empty file' : 'nothing but blanks, or an empty array'
    const [first] = [...unread, ...strange, { where: '', found, right: reader.holds }]
    const more = unreadInAll + strangeInAll - 1
    const only: Unread = {
      path: source.shown,
      where: first!.where,
      found: more > 0 ? `${first!.found}, and ${more} more` : first!.found,
      // In a file of another format, what this one place lacks would not help.
      right: first!.where === '' ? first!.right : reader.holds,
    }
    return { modified, conversations: [], leftOut: new Map(), unread: [only], unreadInAll: 1 }
  }
  leaveOut('conversation', conversations.length - holding.length)
  return { modified, conversations: holding, leftOut, unread, unreadInAll }
}

/** The elements of an object's list, in place of the object; any other value as it is. */
function* listed({ value, where }: PlacedValue, list: string | undefined): Generator<PlacedValue> {
  const many = list !== undefined && isObject(value) && Object.hasOwn(value, list) ? value[list] : undefined
  if (!Array.isArray(many) || many.length === 0) yield { value, where }
  else
    for (const [at, each] of many.entries())
      yield { value: each as unknown, where: [where, `${list}[${at}]`].filter(Boolean).join(', ') }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longestTitle = 60

/** The place of a value, with its title: `element 3, "Tea for guests"` */
function placeAndTitle(where: string, value: unknown): string {
  const titles = isObject(value) ? ['title', 'name'].map((name) => Object.hasOwn(value, name) && value[name]) : []
  const title = titles.find((each) => typeof each === 'string' && each.trim() !== '') as string | undefined
  const quoted = title === undefined ? '' : JSON.stringify(title.slice(0, longestTitle))
  return [where, quoted].filter(Boolean).join(', ')
}

/** The shape of Markdown in another format: ``Markdown whose front matter is an object with `title` `` */
const frontShapeOf = (value: unknown): string =>
  `Markdown whose front matter is ${shapeOf(isObject(value) ? value['front'] : value)}`

const mostNames = 4
const longestName = 30

/** The shape of a value, without its words: ``an object with `id`, `text` and 3 more``. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (!isObject(value)) return value === null ? 'null' : `a ${typeof value === 'string' ? 'text' : typeof value}`
  const names = Object.keys(value)
  if (names.length === 0) return 'an object with nothing in it'
  const first = names.slice(0, mostNames).map((name) => `\`${name.slice(0, longestName)}\``)
  const more = names.length - first.length
  return `an object with ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
