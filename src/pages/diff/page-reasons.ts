import { withoutCredentials } from '../../credentials/without.js'
import type { ChangedPage } from './changed-page.js'
import { compare } from '../../text/compare.js'
import { factId, statementHash, type FactId } from '../../model/fact.js'
import { isBelief } from '../../model/kind.js'
import { dayOfPath } from '../../model/note.js'
import { hundredths, readStamp, splitTail, withoutMarker, type LineStamp } from '../../model/page.js'
import type { Reasons } from '../../render/commit-message.js'
import { heldTitle, suggestedTitle } from '../../render/pages.js'
import { citesIn } from '../../parse/citations.js'
import { entityReasons } from './entity-reasons.js'
import { mentionReasons } from './mention-reasons.js'
import { parseBullet, type Malformed } from '../../parse/parse-bullet.js'

export interface StatedLine {
  readonly page: string
  readonly stamp: LineStamp
  /** `O(c=0.80) @Peter: Likes tea` */
  readonly said: string
  /** `memory/2025-11-27.md#L4` */
  readonly cites: readonly string[]
  /** How the line waits for a person, where nobody has kept its fact yet. */
  readonly waits: 'suggested' | 'held' | undefined
}

/** One fact whose line on the pages changed, came or went. */
export interface ReasonLine {
  readonly was: StatedLine | undefined
  readonly now: StatedLine | undefined
  /** Places that the new line cites and the old one did not. */
  readonly cites: readonly string[]
}

/**
 * Compares pages line by line, by the ids on their generated lines. A fact that stands on several pages is told once,
 * and a forgotten one by its id alone.
 */
export function lineChanges(pages: readonly ChangedPage[], forgotten: ReadonlySet<FactId>): ReasonLine[] {
  const before = statedIn(
    pages.map(({ path, before: text }) => ({ path, text })),
    forgotten,
  )
  const after = statedIn(
    pages.map(({ path, after: text }) => ({ path, text })),
    forgotten,
  )
  const changes: ReasonLine[] = []
  for (const [id, now] of after) {
    const was = before.get(id)
    const asSure = (): boolean =>
      was!.stamp.confidence === now.stamp.confidence || confidenceIn(was!) === confidenceIn(now)
    const same = was?.said === now.said && was.waits === now.waits && asSure()
    if (!same) changes.push({ was, now, cites: now.cites.filter((place) => !was?.cites.includes(place)) })
  }
  for (const [id, was] of before) if (!after.has(id)) changes.push({ was, now: undefined, cites: [] })
  return changes
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** The most lines of a message: no reviewer reads more, and the diff has the rest. */
const most = 20

/** The kinds of change, in the order of the message. */
const tellings = ['not read', 'changed', 'new', 'suggested', 'gone', 'retired', 'deleted'] as const
type ReasonTelling = (typeof tellings)[number]

export interface KnownOfLines {
  /** Forgotten facts, whose words are shown to nobody. */
  readonly forgotten: ReadonlySet<FactId>
  /** Of lines that went from their pages, the ids that the logs still state: these lines come back. */
  readonly stillSaid?: (gone: readonly StatedLine[]) => ReadonlySet<FactId>
  /** The texts of unchanged pages, where a line may be said to be retired. */
  readonly unchanged?: () => readonly string[]
}

/** The changes of pages for the message of a commit: of their lines, and of the front matter of entity pages. */
export async function reasonsOf(
  pages: readonly ChangedPage[],
  { forgotten, stillSaid = () => new Set(), unchanged = () => [] }: KnownOfLines,
): Promise<Reasons> {
  const told = Object.fromEntries(tellings.map((what) => [what, [] as string[]])) as Record<ReasonTelling, string[]>
  const changes = lineChanges(pages, forgotten)
  const refused = pages.flatMap(({ before: was, after: now }) => {
    const known = new Set(refusalsIn(was))
    return refusalsIn(now).filter((no) => !known.has(no))
  })
  const isRefusedHere = retiredBy(refused)
  const isRetired = retiredIn(pages.map(({ after: now }) => now))
  const back = stillSaid(changes.flatMap(({ was, now }) => (now || isRetired(was!) ? [] : [was!])))
  const isRetiredElsewhere = back.size > 0 ? retiredIn(unchanged()) : () => false
  for (const { was, now, cites } of changes) {
    // A line that a new refusal retires is told by that refusal.
    if (!now && isRefusedHere(was!)) continue
    if (!now && (isRetired(was!) || (back.has(was!.stamp.id) && isRetiredElsewhere(was!))))
      told.retired.push(`retired: ${was!.said}`)
    else if (!now && back.has(was!.stamp.id))
      told.deleted.push(`deleted here, and still said by the logs: ${was!.said}`)
    else if (!now) told.gone.push(`gone: ${was!.said}`)
    else if (unreadIn(now)) told['not read'].push(`not read: ${now.said}: ${unreadIn(now)!.message}`)
    else if (now.waits && !was?.waits) told.suggested.push(`${now.waits}: ${now.said}`)
    else if (!was) told.new.push(`new: ${now.said}`)
    else if (was.waits && !now.waits) told.new.push(`kept: ${now.said}`)
    else if (isStruck(now) && !isStruck(was)) told.changed.push(`struck out: ${was.said}`)
    else if (confidenceIn(was) !== confidenceIn(now)) {
      const by = cites.length > 0 ? `  + ${cites.join(' ')}` : ''
      const reworded = wordsOf(was) === wordsOf(now) || unreadIn(was) ? '' : ` (was: ${plain(was.said)})`
      told.changed.push(`${plain(now.said)}${reworded}  ${confidenceIn(was)} → ${confidenceIn(now)}${by}`)
    } else if (unreadIn(was)) told.changed.push(`read again: ${now.said}`)
    else told.changed.push(`${now.said} (was: ${was.said})`)
  }
  const entities = await entityReasons(pages)
  const mentioned = mentionReasons(pages)
  const lines = counted(
    [
      ...entities,
      ...refused.map((no) => withoutWords(no, forgotten)),
      ...tellings.flatMap((what) => told[what]),
      ...mentioned,
      // A line that goes may be older than the masking of credentials on pages.
    ].map(withoutCredentials),
  )
  const [entity = ''] = entities
  return {
    summary: [
      ...(entity === ''
        ? []
        : [entities.length === 1 && entity.length < 60 ? entity : count(entities.length, 'entity change')]),
      ...(refused.length > 0 ? [`${refused.length} refused`] : []),
      ...tellings.flatMap((what) => (told[what].length > 0 ? [`${told[what].length} ${what}`] : [])),
      ...(mentioned.length > 0 ? [`${count(mentioned.length, 'page')} with mentions`] : []),
    ].join(', '),
    lines: lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines,
    evidence: evidenceOf(changes),
  }
}

/** The places that changed lines cite. Where there are too many, lines that stood there before come first. */
function evidenceOf(changes: readonly ReasonLine[]): string[] {
  const ordered = changes.toSorted((a, b) => Number(!a.was) - Number(!b.was))
  return [...new Set(ordered.flatMap(({ cites }) => cites))].slice(0, most).toSorted(compare)
}

/** A person's refusals on a page: `retired ^k3f9a2c1x7: O @Peter: Likes tea`, `not ^12m7d97uez for ^k3f9a2c1x7: …`. */
const refusalsIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [, no] = /^((?:retired|not) \^[0-9a-z]{10}\b.*?)(?: <!--.*)?$/.exec(withoutMarker(line) ?? '') ?? []
    return no === undefined ? [] : [no.trimEnd()]
  })

/** Returns a test for lines that these refusals retire: by their id, or by the words of a belief. */
function retiredBy(refusals: readonly string[]): (line: StatedLine) => boolean {
  const retired = refusals.flatMap((no) => {
    const [, id, said = ''] = /^retired \^([0-9a-z]{10})(?:: (.*))?/.exec(no) ?? []
    return id === undefined ? [] : [{ id, said }]
  })
  const ids = new Set(retired.map(({ id }) => id))
  const beliefs = new Set(
    retired.flatMap(({ said }) => {
      const read = parseBullet(said)
      return read.what === 'fact' && isBelief(read.bullet.kind) ? [statementHash(read.bullet)] : []
    }),
  )
  return ({ stamp }) => ids.has(stamp.id) || beliefs.has(stamp.hash)
}

/** A test for lines that are retired on these pages. */
export const retiredIn = (texts: readonly string[]): ((line: StatedLine) => boolean) =>
  retiredBy(texts.flatMap(refusalsIn))

/** A refusal without its words, where it names a forgotten fact. */
const withoutWords = (no: string, forgotten: ReadonlySet<FactId>): string =>
  [...no.matchAll(/\^([0-9a-z]{10})/g)].some(([, id]) => forgotten.has(id!)) ? no.replace(/:.*/s, '') : no

/** The same words of several days become one line: `new: W @Mara: Lives in Porto (3 times)`. */
function counted(lines: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1)
  return [...times].map(([line, number]) => (number === 1 ? line : `${line} (${number} times)`))
}

/** The confidence in a line's words, which a person may have changed; else the one in its comment. `-` for none. */
export function confidenceIn({ said, stamp }: StatedLine): string {
  const read = parseBullet(said)
  const stated = read.what === 'fact' && read.bullet.confidence !== null ? hundredths(read.bullet.confidence) : null
  const confidence = stated ?? stamp.confidence
  return confidence === null ? '-' : (confidence / 100).toFixed(2)
}

/** Why a line cannot be read after a person's edit. Such an edit changes nothing. */
export function unreadIn({ said }: StatedLine): Malformed | undefined {
  const read = parseBullet(said)
  return read.what === 'malformed' ? read.malformed : undefined
}

/** Whether a person struck a line through, which retires it: `~~O(c=0.70) @Bob: Trusts the old server.~~`. */
const isStruck = ({ said }: StatedLine): boolean => said.startsWith('~~')

const wordsOf = ({ said }: StatedLine): string => said.replace(/\bc=[0-9.]+/, '')

/** `O(c=0.80) @Peter @Anna: Likes tea.` → `Peter, Anna · Likes tea.` */
function plain(said: string): string {
  const [, names = '', text = said] = /^[A-Z](?:\([^)]*\))?((?: @\S+?)*):? (.*)$/.exec(said) ?? []
  const about = names.trim().replaceAll(' @', ', ').replace(/^@/, '')
  return about === '' ? text : `${about} · ${text}`
}

function statedIn(
  pages: readonly { path: string; text: string }[],
  forgotten: ReadonlySet<FactId>,
): Map<string, StatedLine> {
  const found = new Map<string, StatedLine>()
  for (const { path, text } of pages) {
    let waits: StatedLine['waits']
    for (const line of text.split(/\r?\n/)) {
      if (/^(?:## |<details>|<!-- memory:)/.test(line))
        waits = line === `## ${suggestedTitle}` ? 'suggested' : line === `## ${heldTitle}` ? 'held' : undefined
      const stamped = readStamp(line)
      if (!stamped || found.has(stamped.stamp.id)) continue
      const { said, tail } = splitTail(stamped.body)
      const { stamp } = stamped
      const stated = { page: path, stamp, said: withoutMarker(said) ?? said, cites: citesIn(tail, path), waits }
      const isForgotten = forgotten.size > 0 && idsOf(stated).some((id) => forgotten.has(id))
      found.set(stamp.id, isForgotten ? { ...stated, said: `^${stamp.id}, which was forgotten` } : stated)
    }
  }
  return found
}

/** The ids of every fact whose words a line may show: its own, and the same words on each day that it cites. */
function idsOf({ stamp, said, cites }: StatedLine): FactId[] {
  const read = parseBullet(said)
  if (read.what !== 'fact') return [stamp.id]
  const days = new Set([null, ...cites.map((place) => dayOfPath(place.replace(/#L.*/, '')))])
  return [stamp.id, ...[...days].map((day) => factId(read.bullet, day))]
}
