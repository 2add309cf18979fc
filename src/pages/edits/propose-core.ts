import { normalise, type Fact, type FactId } from '../../model/fact.js'
import type { Opinion } from '../../model/opinion.js'
import { escapeStatement } from '../../render/escape.js'
import { leading, type ShownFact } from '../../render/render-line.js'
import type { Store } from '../../store/store.js'
import { insideFence } from '../../parse/parse-page.js'
import { shownFacts } from '../shown-facts.js'
import { beliefKinds } from '../../model/kind.js'

/** The one section of MEMORY.md that is written to. */
export const proposedHeading = '## Proposed by reflect'

/** The least confidence (in thousandths) and days of a proposal. Few lines: agents read them in each conversation. */
export const proposing = { confidence: 900, days: 3, lines: 7, characters: 1000 } as const

/**
 * MEMORY.md with the firmest beliefs added that stand nowhere in it:
 *
 *     ## Proposed by reflect
 *
 *     <!-- memory:proposed ^k3f9a2c1x7 ^osynd3u4p0 -->
 *     - @Peter: Prefers concise replies. <!-- ^k3f9a2c1x7 -->
 *
 * The comment keeps every id ever proposed, so a line that somebody deletes is not proposed again.
 */
export function withProposals(store: Store, text: string): string {
  const raw = text === '' ? [] : text.replace(/\r?\n$/, '').split('\n')
  const eol = text.includes('\r\n') ? '\r' : ''
  const lines = raw.map((line) => line.replace(/\r$/, ''))
  const section = sectionOf(lines)
  const standing = section ? lines.slice(section.at + 1, section.end).filter((line) => ownLine.test(line)) : []
  const proposed = new Set([...text.matchAll(/\^([0-9a-z]{10})/g)].map(([, id]) => id!))
  const said = lines.map(normalise)

  const fresh: { id: FactId; line: string }[] = []
  let characters = standing.join('\n').length
  for (const { fact, opinion } of firmest(store)) {
    if (opinion.members.some((id) => proposed.has(id)) || said.some((line) => says(line, fact))) continue
    const line = `-${leading(fact)} ${escapeStatement(fact.text)} <!-- ^${fact.id} -->`
    if (standing.length + fresh.length === proposing.lines) break
    if (characters + line.length > proposing.characters) continue
    characters += line.length + 1
    fresh.push({ id: fact.id, line })
  }
  if (fresh.length === 0) return text

  const added = fresh.map(({ line }) => line)
  const mark = (ids: readonly FactId[]): string => `<!-- memory:proposed ${ids.map((id) => `^${id}`).join(' ')} -->`
  const ids = fresh.map(({ id }) => id)
  const whole = (parts: readonly string[]): string => `${parts.map((line) => line + eol).join('\n')}\n`
  if (!section) {
    const before = lines.length > 0 && lines.at(-1) !== '' ? [...lines, ''] : lines
    return whole([...before, proposedHeading, '', mark(ids), ...added])
  }
  const body = lines.slice(section.at + 1, section.end)
  while (body.at(-1) === '') body.pop()
  const marked = body.findIndex((line) => markForm.test(line))
  if (marked < 0) body.push(...(body.length > 0 ? [] : ['']), mark(ids))
  else body[marked] = mark([...(markForm.exec(body[marked]!)![1]!.match(/[0-9a-z]{10}/g) ?? []), ...ids])
  const after = lines.slice(section.end)
  const made = [...lines.slice(0, section.at + 1), ...body, ...added, ...(after.length > 0 ? ['', ...after] : [])]
  return whole(made)
}

export function newlyProposed(before: string, after: string): string[] {
  const known = new Set(before.split(/\r?\n/))
  return after.split(/\r?\n/).filter((line) => ownLine.test(line) && !known.has(line))
}

/** Whether a line says a fact already: `- Tom works from Graz.` says `Works from Graz` of Tom. */
const says = (line: string, { text, mentions, leading: names }: Fact): boolean =>
  line.includes(normalise(text)) && mentions.slice(0, names).every((name) => line.includes(normalise(name)))

const markForm = /^<!-- memory:proposed((?: \^[0-9a-z]{10})*) -->\s*$/
const ownLine = /^- .*<!-- \^[0-9a-z]{10} -->\s*$/

function sectionOf(lines: readonly string[]): { at: number; end: number } | undefined {
  const fenced = insideFence(lines)
  const at = lines.findIndex((line, index) => !fenced[index] && line.trimEnd() === proposedHeading)
  if (at < 0) return undefined
  const next = lines.findIndex((line, index) => index > at && !fenced[index] && /^#{1,2} /.test(line))
  return { at, end: next < 0 ? lines.length : next }
}

/** Beliefs in force that may be proposed: the surest first, then those said on most days, then the latest. */
function firmest(store: Store): (ShownFact & { opinion: Opinion })[] {
  const { shown } = shownFacts(store, { kinds: beliefKinds, about: undefined, limit: Number.MAX_SAFE_INTEGER }, '')
  const held = shown.flatMap((each) => {
    const { fact, opinion, superseded } = each
    const holds = opinion !== undefined && !superseded && fact.until === null
    const days = holds ? daysFor(opinion) : 0
    return holds && opinion.confidence >= proposing.confidence && days >= proposing.days
      ? [{ ...each, opinion, days }]
      : []
  })
  return held.toSorted(
    (a, b) =>
      b.opinion.confidence - a.opinion.confidence ||
      b.days - a.days ||
      (a.updated === b.updated ? 0 : (a.updated ?? '') > (b.updated ?? '') ? -1 : 1) ||
      (a.fact.id < b.fact.id ? -1 : 1),
  )
}

/** On how many days somebody stated or confirmed an opinion. */
const daysFor = ({ evidence }: Opinion): number =>
  new Set(
    evidence.flatMap(({ effect, counts, day }) =>
      counts && day !== null && ['states', 'restates', 'reinforces'].includes(effect) ? [day] : [],
    ),
  ).size
