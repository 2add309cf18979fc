import { withoutCredentials } from '../credentials/without.js'
import {
  inboxAct,
  inboxSorts,
  inboxVerbs,
  type InboxAct,
  type InboxChoice,
  type InboxItem,
  type InboxLine,
  type InboxSort,
  type InboxVerb,
} from '../model/inbox.js'
import { kinds, type RetainKind } from '../model/kind.js'
import { placeCited, type FactId } from '../model/fact.js'
import { dayOfPath } from '../model/note.js'
import { escapeStatement, linkLabel, linkTarget } from '../render/escape.js'
import type { MergedText } from '../git/merge-text.js'
import { printable } from '../text/safe-text.js'

/**
 * The page of all that waits for a person:
 *
 *     - O @Peter: Likes flying. (0.64) · [2025-11-03](../memory/2025-11-03.md?plain=1#L2) <!-- ^k3f9a2c1x7 ^12m7d97uez -->
 *       and then W @Peter: Took the night train. · [2025-11-05](../memory/2025-11-05.md?plain=1#L2)
 *       - [ ] supports it <!-- supports ^12m7d97uez ^k3f9a2c1x7 -->
 *       - [x] speaks against it <!-- contradicts ^12m7d97uez ^k3f9a2c1x7 -->
 *
 * Only the comment of a box says what it does, wherever the box stands between the two markers. Text outside the
 * markers is a person's and stays.
 */
const begin = '<!-- memory:inbox -->'
const end = '<!-- memory:inbox end -->'

const lead =
  'What waits for you. Tick a box, save and commit: the hook, `memory reflect` or `memory inbox --take` does what you ticked. What you leave alone waits on.'

const verbForm = inboxVerbs.join('|')
const box = new RegExp(`^\\s*[-*+] \\[([ xX])\\] .*<!-- (${verbForm})((?: \\^[0-9a-z]{10})+) -->\\s*$`)

interface InboxParts {
  /** Lines before the first marker, between the two, and behind the second; the markers are in none. */
  readonly head: readonly string[]
  readonly block: readonly string[]
  readonly tail: readonly string[]
}

/** The parts of a page. Undefined without two markers, each alone on its line; a third marker is a person's text. */
function partsOf(text: string): InboxParts | undefined {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.trimEnd() === begin)
  const to = from < 0 ? -1 : lines.findIndex((line, at) => at > from && line.trimEnd() === end)
  return to < 0
    ? undefined
    : { head: lines.slice(0, from), block: lines.slice(from + 1, to), tail: lines.slice(to + 1) }
}

/** The acts ticked between the markers, each once, in the order of their lines. A box elsewhere is a person's text. */
export function ticksOn(text: string): InboxAct[] {
  const ticks = new Map<string, InboxAct>()
  for (const line of partsOf(text)?.block ?? []) {
    const act = boxIn(line)
    if (act?.isTicked) ticks.set(inboxAct(act), { verb: act.verb, ids: act.ids })
  }
  return [...ticks.values()]
}

export const itemsOn = (text: string): number =>
  (partsOf(text)?.block ?? []).filter((line) => itemForm.test(line)).length

/** The first line of an item; a formatter may have set another list marker. */
const itemForm = /^(?:[-*+]|\d{1,9}[.)])[ \t]/

function boxIn(line: string): (InboxAct & { readonly isTicked: boolean }) | undefined {
  // Most lines are no boxes, and a page may be a megabyte: a cheap test first.
  if (!line.includes('] ')) return undefined
  const [, mark, verb, ids] = box.exec(line) ?? []
  return mark === undefined
    ? undefined
    : {
        isTicked: mark !== ' ',
        verb: verb as InboxVerb,
        ids: ids!
          .trim()
          .split(' ')
          .map((id) => id.slice(1)),
      }
}

export interface InboxOnPage {
  readonly items: readonly InboxItem[]
  /** By sort, the line that says how many more items wait than the page shows. */
  readonly more: Partial<Readonly<Record<InboxSort, string>>>
}

/**
 * The page with these items.
 *
 * @param standing the page's text so far; undefined where there is no page yet
 * @param left acts that stay ticked because they could not be done
 */
export function inboxPage(
  { items, more }: InboxOnPage,
  standing: string | undefined,
  left: readonly InboxAct[] = [],
): string {
  const isLeft = new Set(left.map(inboxAct))
  const sections = (Object.keys(inboxSorts) as InboxSort[]).flatMap((sort) => {
    const told = items.filter((item) => item.sort === sort)
    if (told.length === 0) return []
    const rest = more[sort]
    return [
      '',
      `## ${inboxSorts[sort]}`,
      '',
      ...told.flatMap((item) => linesOf(item, isLeft)),
      ...(rest ? ['', rest] : []),
    ]
  })
  const offered = new Set(items.flatMap(({ choices }) => choices.map(inboxAct)))
  const others = left.map(inboxAct).filter((act) => !offered.has(act))
  const undone = others.length === 0 ? [] : ['', `## ${undoneTitle}`, '', ...others.map(boxAlone)]
  const told = [...sections, ...undone]
  const block = [begin, lead, ...(told.length > 0 ? told : ['', 'Nothing waits.']), end]
  if (standing === undefined) return ['# Inbox', '', ...block, ''].join('\n')
  const parts = partsOf(standing)
  // Without its markers the whole page is a person's.
  if (!parts) return `${standing.trimEnd()}\n\n${block.join('\n')}\n`
  return [...parts.head, ...block, ...parts.tail].join('\n')
}

/** For ticked acts without an item: their facts are gone, or further back than the page shows. */
const undoneTitle = 'Ticked, and not done'
const boxAlone = (act: string): string => `- [x] ${act} <!-- ${act} -->`

function linesOf({ told, note, choices }: InboxItem, isLeft: ReadonlySet<string>): string[] {
  const ids = told.map(({ id }) => `^${id}`).join(' ')
  const lines = told.map((line, at) => (at === 0 ? `- ${lineOf(line)} <!-- ${ids} -->` : `  and then ${lineOf(line)}`))
  const said = note === '' ? [] : [lines.length === 0 ? `- ${plain(note)}` : `  ${plain(note)}`]
  return [...lines, ...said, ...choices.map((choice) => boxOf(choice, isLeft.has(inboxAct(choice))))]
}

const boxOf = (choice: InboxChoice, isTicked: boolean): string =>
  `  - [${isTicked ? 'x' : ' '}] ${choice.label} <!-- ${inboxAct(choice)} -->`

/** A note's words made harmless: none can pass for a box, a comment or a marker. */
const plain = (text: string): string => escapeStatement(printable(withoutCredentials(text).replace(/\s+/g, ' ').trim()))

function lineOf({ kind, content, entities, source, confidence }: InboxLine): string {
  const letter = kind === 'passage' ? '' : `${kinds[kind as RetainKind].letter} `
  const names = entities.map((name) => `@${plain(name)}`).join(' ')
  const sure = confidence === null ? '' : ` (${confidence.toFixed(2)})`
  return `${letter}${names === '' ? '' : `${names}: `}${plain(content)}${sure} · ${linkTo(source)}`
}

function linkTo(source: string): string {
  const place = placeCited(source)
  if (place === undefined) return plain(source)
  const { path, first } = place
  return `[${linkLabel(dayOfPath(path) ?? path)}](../${linkTarget(path)}?plain=1#L${first})`
}

/**
 * The page without its items and boxes about a fact, and without malformed bullets, which it quotes without an id.
 * Those are listed again when the page is next written.
 */
export function withoutItems(text: string, id: FactId): string {
  const parts = partsOf(text)
  if (!parts) return text
  let isGone = false
  const block = parts.block.filter((line) => {
    // An item ends where the next begins, or at a line that is not indented.
    if (!/^(?: {2}|\t)/.test(line)) {
      const isItem = itemForm.test(line)
      isGone = isItem && (line.includes(`^${id}`) || (!/<!-- \^/.test(line) && boxIn(line) === undefined))
    }
    return !isGone && !(boxIn(line)?.ids.includes(id) ?? false)
  })
  return [...parts.head, begin, ...block, end, ...parts.tail].join('\n')
}

/** Whether a text is a version of this page. A page of facts is none, even with a line that looks like a marker. */
export const isInbox = (text: string): boolean => partsOf(text) !== undefined && !text.includes('<!-- memory:begin')

/**
 * Merges two versions of the page. Between the markers it is ours, with every box ticked that they ticked and none that
 * they unticked, or did; the rest is merged as text. A tick that stood in the base already is no new one: what was done
 * and taken back since must not be done again. The next writing of the page leaves out the items that no longer wait.
 */
export function mergedInbox(
  [base, ours, theirs]: readonly [string, string, string],
  merge: (base: string, ours: string, theirs: string) => MergedText,
): MergedText {
  const [mine, other] = [partsOf(ours)!, partsOf(theirs)!]
  const was = partsOf(base) ?? { head: [], block: [], tail: [] }
  const [before, after] = [base, theirs].map((text) => new Set(ticksOn(text).map(inboxAct))) as [
    Set<string>,
    Set<string>,
  ]
  const ticked = new Set([...after].filter((act) => !before.has(act)))
  const unticked = new Set([...before].filter((act) => !after.has(act)))
  const block = mine.block.map((line) => {
    const act = boxIn(line)
    if (!act) return line
    if (ticked.delete(inboxAct(act))) return line.replace(/\[[ xX]\]/, '[x]')
    return act.isTicked && unticked.has(inboxAct(act)) ? line.replace(/\[[xX]\]/, '[ ]') : line
  })
  const more = ticked.size === 0 ? [] : ['', `## ${undoneTitle}`, '', ...[...ticked].map(boxAlone)]
  const around = (part: 'head' | 'tail'): MergedText => {
    const [one, two, three] = [was, mine, other].map((each) => each[part].map((line) => `${line}\n`).join('')) as [
      string,
      string,
      string,
    ]
    return merge(one, two, three)
  }
  const [head, tail] = [around('head'), around('tail')]
  // Each part ends with a line feed for the merge; the one behind the last line is taken off again.
  const text = `${head.text}${[begin, ...block, ...more, end].join('\n')}\n${tail.text.replace(/\n$/, '')}`
  return { text, conflict: head.conflict || tail.conflict }
}
