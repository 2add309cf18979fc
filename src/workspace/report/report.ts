import { basename } from 'node:path'
import { isAsked, expectPath, type WrittenExpectation } from '../../expect/expectation.js'
import { holdAll } from '../../expect/hold.js'
import { hostNamed, hostOf } from '../../git/host-links.js'
import type { Repository } from '../../git/repository.js'
import { isUnkept, unkeptAs } from '../../model/fact.js'
import { MemoryError } from '../../model/error.js'
import { retainKinds } from '../../model/kind.js'
import { evidencePath } from '../../model/note.js'
import type { Report, ReportEvent, ReportExpectation, ReportHost, ReportSome, ReportWeek } from '../../model/report.js'
import { addDays, daysBetween, type Day, type Span } from '../../model/time.js'
import { countCompany, isCountDue } from '../../recall/company/count.js'
import { momentGiven } from '../../recall/question/parse-query.js'
import { timeline } from '../../recall/timeline.js'
import type { Store } from '../../store/store.js'
import { linkTarget } from '../../render/escape.js'
import { editsBrought } from '../curate/history/edits-brought.js'
import { withWriters } from '../curate/history/written.js'
import { memoryIn } from '../expect/ask-store.js'
import { expectationsInTree } from '../expect/in-tree.js'
import { askContext } from '../session/ask-context.js'
import { askedAt, type AsOfCommit } from '../session/at-commit.js'
import type { Opened } from '../session/opened.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { windowChanges } from './changes.js'
import { curvesOf } from './curves.js'
import { entityMapOf } from './entity-map.js'
import { reportLimits } from './limits.js'
import { linesForReport, withinReport, type ToldLines } from './told-lines.js'
import { openIn } from './waiting.js'

export interface ReportOptions extends AsOfCommit {
  /** Since when changes are told: a date, an age (`7d`, `2w`) or words; `7d` where it is left out. */
  readonly since?: string | undefined
  /** The URL before a path, for links: `https://git.example.org/me/notes/blob/main`; by default from `origin`. */
  readonly links?: string | undefined
}

interface ReportHead {
  readonly commit: string | null
  readonly tree: string | null
}

export function reportOf(opened: Opened, { asOf, ...options }: ReportOptions): Promise<Report> {
  const { session } = opened
  const { links } = options
  if (links !== undefined && !(/^https?:\/\/[^\s()<>|`"'\\]+$/.test(links) && URL.canParse(links)))
    throw new MemoryError(
      'bad-argument',
      `links takes an address such as https://github.com/me/notes/blob/main, got ${links.slice(0, 80)}`,
    )
  if (asOf !== undefined) return askedAt(opened, asOf, (store, head) => collected(session, store, head, options))
  return opened.asked((store, head) => collected(session, store, head, options))
}

async function collected(
  session: Session,
  store: Store,
  { commit, tree }: ReportHead,
  { since = '7d', links }: Omit<ReportOptions, 'asOf'>,
): Promise<Report> {
  const { repository } = session
  const { recall } = session.config(store).config
  if (isCountDue(store)) await store.write(() => countCompany(store, recall.company))
  const expectations = tree === null ? null : await expectationsAt(session, store, tree)
  const evidence = tree === null ? undefined : pageAt(repository, tree, evidencePath)
  return store.read(() => {
    const context = askContext(session, store)
    const window = windowFrom(since, context)
    const told = linesForReport(store)
    const given = { store, repository, commit, read: () => null }
    const changes = windowChanges(told, {
      window,
      context,
      broughtIn: (days) => (commit === null ? new Map() : editsBrought(repository, commit, days)),
      withWriters: (found) => withWriters(found, given),
    })
    const { entities, ties } = entityMapOf(store, window)
    const counts = store.counts()
    return {
      workspace: basename(repository.root),
      commit,
      today: context.today,
      window,
      host: commit === null ? null : hostFor(repository, commit, links),
      counts: {
        notes: counts.notes,
        facts: Object.fromEntries(retainKinds.map((kind) => [kind, counts.facts[kind] ?? 0])),
        beliefs: store.beliefs.count(),
        entities: entities.total,
        recent: store.notedByKind(retainKinds, window),
      },
      changes,
      beliefs: curvesOf(
        told,
        changes.told.map(({ id }) => id),
      ),
      weeks: weeksUpTo(store, context.today),
      timeline: eventsOf(told, context),
      entities,
      ties,
      open: openIn(session, told, evidence ?? ''),
      expectations,
      notices: session.config(store).warnings.map(withinReport),
    }
  })
}

function windowFrom(since: string, context: Parameters<typeof momentGiven>[2]): Span {
  const { start } = momentGiven('since', since, context)
  if (start > context.today)
    throw new MemoryError('bad-argument', `--since takes a day that has come, ${since.slice(0, 40)} has not`)
  // Tomorrow's log may be today's in another time zone.
  return { start, end: addDays(context.today, 1) }
}

function weeksUpTo(store: Store, today: Day): readonly ReportWeek[] {
  const first = addDays(today, 1 - 7 * reportLimits.weeks)
  const counts = Array.from({ length: reportLimits.weeks }, () => 0)
  for (const [day, facts] of store.notedByDay(retainKinds, { start: first, end: today }))
    counts[Math.floor(daysBetween(first, day) / 7)]! += facts
  return counts.map((facts, at) => ({ start: addDays(first, 7 * at), facts }))
}

/** The newest facts, newest first, also of days to come; those without a day come last. */
function eventsOf(told: ToldLines, context: Parameters<typeof timeline>[2]): ReportSome<ReportEvent> {
  const { results, left } = timeline(told.store, { k: reportLimits.timeline }, context)
  const events = results.map((event): ReportEvent => {
    const { when, confidence, until, retired, origin } = event
    return {
      ...told.lineOf(event),
      when,
      ...(confidence === undefined ? {} : { confidence }),
      ...(until === undefined ? {} : { until }),
      ...(retired ? { retired } : {}),
      ...(isUnkept({ origin }) ? { unkept: unkeptAs({ origin }) } : {}),
    }
  })
  const dated = events.filter(({ when }) => when !== null).toReversed()
  return { total: results.length + left, told: [...dated, ...events.filter(({ when }) => when === null)] }
}

/** Checks expectations by words alone: the embedding model of this clone may find what that of another does not. */
async function expectationsAt(
  session: Session,
  store: Store,
  tree: string,
): Promise<ReportSome<ReportExpectation> | null> {
  const found = await expectationsInTree(session.repository, tree)
  if (found === undefined) return null
  const held = holdAll(found.expectations, memoryIn(store, askContext(session, store)))
  const told = [
    ...found.malformed.map(({ line, message }): ReportExpectation => {
      return { asked: 'not understood', expected: '', holds: false, why: message, source: placeOf(line) }
    }),
    ...held.map(({ expectation, holds, why }): ReportExpectation => {
      const asked = isAsked(expectation) ? expectation.ask : (expectation.says?.[0] ?? expectation.belief)
      return { asked, expected: expectedOf(expectation), holds, why, source: placeOf(expectation.line) }
    }),
  ]
  return { total: told.length, told: told.slice(0, reportLimits.expectations) }
}

const placeOf = (line: number): string => (line > 0 ? `${expectPath}#L${line}` : expectPath)

function expectedOf(expectation: WrittenExpectation): string {
  if (!isAsked(expectation)) {
    const { above, below } = expectation
    return [above === undefined ? '' : `above ${above}`, below === undefined ? '' : `below ${below}`]
      .filter((part) => part !== '')
      .join(' and ')
  }
  const { says, cites, never, nothing } = expectation
  const named = says?.[0] ?? cites?.[0] ?? never?.[0] ?? ''
  return nothing ? 'nothing' : never ? `never ${named}` : named
}

function pageAt(repository: Repository, tree: string, path: string): string | undefined {
  const file = repository.files(tree, [path]).find((each) => each.path === path)
  return (file && isRegular(file) ? textOf(repository.blobs([file.oid]).get(file.oid)) : undefined) ?? undefined
}

/** The host that links lead to. Paths start at the workspace, links at the top of the repository. */
function hostFor(repository: Repository, commit: string, links: string | undefined): ReportHost | null {
  const remote = links === undefined ? repository.config('remote.origin.url') : undefined
  const host = links === undefined ? remote && hostOf(remote, commit) : hostNamed(links)
  if (!host) return null
  const { prefix } = repository
  return prefix === '' ? host : { ...host, before: `${host.before}/${linkTarget(prefix)}` }
}
