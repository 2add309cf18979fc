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
import { printable } from '../text/safe-text.js'

/**
 * The page of what waits for a person:
 *
 *     - O @Peter: Likes flying. (0.64) · [2025-11-03](../memory/2025-11-03.md?plain=1#L2) <!-- ^k3f9a2c1x7 ^12m7d97uez -->
 *       and then W @Peter: Took the night train. · [2025-11-05](../memory/2025-11-05.md?plain=1#L2)
 *       - [ ] supports it <!-- supports ^12m7d97uez ^k3f9a2c1x7 -->
 *       - [x] speaks against it <!-- contradicts ^12m7d97uez ^k3f9a2c1x7 -->
 *
 * A box is told by its comment alone, wherever it stands. What stands outside of the two markers is a person's and stays.
 */
const begin = '<!-- memory:inbox -->'
const end = '<!-- memory:inbox end -->'

const lead =
  'What waits for you. Tick a box, save and commit: the hook, `memory reflect` or `memory inbox --take` does what you ticked. What you leave alone waits on.'

const verbForm = inboxVerbs.join('|')
const box = new RegExp(`^\\s*[-*+] \\[([ xX])\\] .*<!-- (${verbForm})((?: \\^[0-9a-z]{10})+) -->\\s*$`)

/** What is ticked on a page, each once, in the order of its lines. */
export function ticksOn(text: string): InboxAct[] {
  const ticks = new Map<string, InboxAct>()
  for (const line of text.split('\n')) {
    const act = boxIn(line)
    if (act?.isTicked) ticks.set(inboxAct(act), { verb: act.verb, ids: act.ids })
  }
  return [...ticks.values()]
}

function boxIn(line: string): (InboxAct & { readonly isTicked: boolean }) | undefined {
  // Most lines are none, and a page may be a megabyte.
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
  /** Of a sort, how many more there are than it tells. */
  readonly more: Partial<Readonly<Record<InboxSort, string>>>
}

/**
 * The page with these items.
 *
 * @param standing what stands there; undefined where there is none yet
 * @param left acts that stay ticked, as those that could not be done
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
  const block = [begin, lead, ...(sections.length > 0 ? sections : ['', 'Nothing waits.']), end].join('\n')
  if (standing === undefined) return `# Inbox\n\n${block}\n`
  const [from, to] = [standing.indexOf(begin), standing.lastIndexOf(end)]
  // Without its markers all of it is a person's.
  if (from < 0 || to < from) return `${standing.trimEnd()}\n\n${block}\n`
  return standing.slice(0, from) + block + standing.slice(to + end.length)
}

function linesOf({ told, note, choices }: InboxItem, isLeft: ReadonlySet<string>): string[] {
  const ids = told.map(({ id }) => `^${id}`).join(' ')
  const lines = told.map((line, at) => (at === 0 ? `- ${lineOf(line)} <!-- ${ids} -->` : `  and then ${lineOf(line)}`))
  const said = note === '' ? [] : [lines.length === 0 ? `- ${plain(note)}` : `  ${plain(note)}`]
  return [...lines, ...said, ...choices.map((choice) => boxOf(choice, isLeft.has(inboxAct(choice))))]
}

const boxOf = (choice: InboxChoice, isTicked: boolean): string =>
  `  - [${isTicked ? 'x' : ' '}] ${choice.label} <!-- ${inboxAct(choice)} -->`

/** No words of a note pass for a box, a comment or a marker. */
const plain = (text: string): string => escapeStatement(printable(withoutCredentials(text).replace(/\s+/g, ' ').trim()))

function lineOf({ kind, content, entities, source, confidence }: InboxLine): string {
  const letter = kind === 'passage' ? '' : `${kinds[kind as RetainKind].letter} `
  const names = entities.map((name) => `@${name}`).join(' ')
  const sure = confidence === null ? '' : ` (${confidence.toFixed(2)})`
  return `${letter}${names === '' ? '' : `${names}: `}${plain(content)}${sure} · ${linkTo(source)}`
}

function linkTo(source: string): string {
  const place = placeCited(source)
  if (place === undefined) return plain(source)
  const { path, first } = place
  return `[${linkLabel(dayOfPath(path) ?? path)}](../${linkTarget(path)}?plain=1#L${first})`
}

/** The page without what it tells of a fact. */
export function withoutItems(text: string, id: FactId): string {
  if (!text.includes(`^${id}`)) return text
  let isGone = false
  return text
    .split('\n')
    .filter((line) => {
      // An item ends where the next begins, or at a line that is not set in.
      if (!line.startsWith('  ')) isGone = line.startsWith('- ') && line.includes(`^${id}`)
      return !isGone && !(boxIn(line)?.ids.includes(id) ?? false)
    })
    .join('\n')
}

/** Whether a text is this page, or a version of it. */
export const isInbox = (text: string): boolean => text.includes(begin)

/**
 * Two versions of the page as one: ours, with every box that they ticked, and those that only they have at its end.
 * Whoever makes the page next leaves out what does not wait any more.
 */
export function mergedInbox(ours: string, theirs: string): string {
  const ticked = new Set(ticksOn(theirs).map(inboxAct))
  const found = new Set<string>()
  const lines = ours.split('\n').map((line) => {
    const act = boxIn(line)
    if (!act) return line
    const said = inboxAct(act)
    found.add(said)
    return ticked.has(said) ? line.replace('[ ]', '[x]') : line
  })
  const others = theirs.split('\n').filter((line) => {
    const act = boxIn(line)
    return act?.isTicked === true && !found.has(inboxAct(act))
  })
  const merged = lines.join('\n')
  return others.length === 0 ? merged : `${merged.trimEnd()}\n\n${others.map((line) => line.trim()).join('\n')}\n`
}
