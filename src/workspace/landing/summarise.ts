import { placeCited, type FactId } from '../../model/fact.js'
import { speakerOf } from '../../model/stance.js'
import type { ReflectInput, PagesPlan } from './land-pages.js'
import { showProblem, type Problem } from '../../model/note.js'
import { speaksOfNothing } from '../../belief/ineffective.js'
import { forgottenMentions, isMisreadEdit, misreadEdit } from '../../parse/lint.js'
import {
  confidenceIn,
  lineChanges,
  retiredIn,
  unreadIn,
  type ReasonLine,
  type StatedLine,
} from '../../pages/diff/page-reasons.js'
import { parseBullet } from '../../parse/parse-bullet.js'
import { assertionsIn } from '../../parse/parse-page.js'
import { linkTarget } from '../../render/escape.js'
import { renderSummary, type CitedFact, type Summary, type SummaryRow } from '../../render/summary.js'
import type { Store } from '../../store/store.js'

type SummarySection = Exclude<keyof Summary, 'proposed' | 'carried' | 'problems'>

/** The body of a pull request for what reflecting changes. */
export function summarise(
  { repository, context: { store }, links }: ReflectInput,
  plan: PagesPlan,
  carried: readonly string[],
): string {
  const pages = [...plan.pages].map(([path, text]) => ({
    path,
    before: plan.before.get(path) ?? '',
    after: text ?? '',
  }))
  const misread: Problem[] = []
  const retired = new Set(
    pages
      .flatMap(({ path, after }) => assertionsIn(path, after, (at, why) => misread.push(misreadEdit(path, at, why))))
      .flatMap(({ assertion }) => (assertion.what === 'retired' ? [assertion.of] : [])),
  )
  const isRetired = retiredIn(pages.map(({ after }) => after))
  const rows: Record<SummarySection, SummaryRow[]> = {
    moved: [],
    superseded: [],
    retired: [],
    reworded: [],
    fresh: [],
    gone: [],
  }
  for (const change of lineChanges(pages, plan.forgotten)) {
    if (change.now && unreadIn(change.now)) continue // among the problems
    if (change.was && change.now && unreadIn(change.was) && confidenceIn(change.was) === confidenceIn(change.now))
      continue
    const { section, ...row } = rowOf(store, change, (line) => retired.has(line.stamp.id) || isRetired(line))
    rows[section].push(row)
  }
  const doubts = [...forgottenMentions(store, store.factsOfNobody()), ...speaksOfNothing(store)]
  // Misread edits of landed pages are told from the landed text: there an edit may be mended, or stand on another line.
  const others = store.problems().filter((problem) => !(plan.pages.has(problem.path) && isMisreadEdit(problem)))
  const problems = [...others, ...misread, ...doubts].map(showProblem)
  const summary: Summary = { ...rows, proposed: plan.core?.lines ?? [], carried, problems }
  const { prefix } = repository
  return renderSummary(summary, links === null || prefix === '' ? links : `${links}/${linkTarget(prefix)}`)
}

function rowOf(
  store: Store,
  change: ReasonLine,
  isRetired: (line: StatedLine) => boolean,
): SummaryRow & { section: SummarySection } {
  const line = (change.now ?? change.was)!
  const [was, now] = [change.was, change.now].map((side) => (side ? wordsOf(side) : undefined))
  const { about, text } = (now ?? was)!
  const row = { id: line.stamp.id, page: line.page, about, text }
  const cite = (places: readonly string[]) => places.map((place) => citedAt(store, place, line.stamp.id))
  const cites = cite(change.cites.length > 0 ? change.cites : line.cites)
  if (!now || !change.now)
    return { ...row, section: isRetired(line) ? 'retired' : 'gone', before: text, after: '', cites }
  if (change.now.waits)
    return { ...row, text: `${text} (${change.now.waits})`, section: 'fresh', before: '', after: text, cites }
  if (!was || !change.was || change.was.waits) return { ...row, section: 'fresh', before: '', after: text, cites }
  if (was.until === '' && now.until !== '')
    return { ...row, section: 'superseded', before: '', after: now.until, cites }
  const [before, after] = [confidenceIn(change.was), confidenceIn(change.now)]
  if (before !== after) return { ...row, section: 'moved', before, after, cites: cite(change.cites) }
  return { ...row, section: 'reworded', before: was.text, after: now.text, cites }
}

function wordsOf({ said }: StatedLine): { about: string; text: string; until: string } {
  const read = parseBullet(said)
  if (read.what !== 'fact') return { about: '', text: said, until: '' }
  const { mentions, leading, text, until } = read.bullet
  return { about: mentions.slice(0, leading).join(', '), text, until: until ?? '' }
}

/** The fact at a place, and its effect on a belief as its bullet or a line of `bank/` says it. */
function citedAt(store: Store, place: string, belief: FactId): CitedFact {
  const fact = factAt(store, place)
  const row = fact === null ? undefined : store.opinionOf(belief)?.evidence.find((each) => each.fact === fact)
  const says = row?.cues.flatMap((cue) => speakerOf(cue) ?? [])[0]
  return { place, fact, said: row && says !== undefined ? `${row.effect}, ${says}` : null }
}

function factAt(store: Store, place: string): string | null {
  const cited = placeCited(place)
  const found = cited && store.factsAt(cited.path, cited.first).find(({ kind }) => kind !== 'passage')
  return found?.id ?? null
}
