import { cite, factId, isUnkept, type FactId } from '../../model/fact.js'
import { retainKinds } from '../../model/kind.js'
import type { Day } from '../../model/time.js'
import { nearFacts } from '../../belief/near-facts.js'
import { restatements } from '../../belief/restated.js'
import { forgottenBy } from '../../model/forgotten.js'
import { resultsOf } from '../../recall/answer/result.js'
import { underOf } from '../../narrative/under.js'
import { draftsOf, type Draft, type Names } from '../../suggest/drafts.js'
import { draftsOfLabels } from '../../suggest/labelled.js'
import type { LogLine } from '../../suggest/labelled-lines.js'
import { datedLine, overtakenAmong } from '../../narrative/overtaken.js'
import { toldIn } from '../../narrative/told-again.js'
import { recurringTopics } from '../../narrative/topic.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { faultsOf } from './good-bullet.js'
import { maskerOf } from '../secrets/mask.js'
import { shownOf, type ShownBelief } from '../curate/judge/packets.js'
import type { Session } from '../session/session.js'
import { readPage } from '../session/pages-in-tree.js'
import { misread, retain, retirementsIn, type AskVectors, type RetainOptions, type RetainReport } from './retain.js'
import { readEntries } from './retain-entries.js'
import { logsOf, mostOf, offeredIn, passagesOf, within, type Log, type SuggestOptions } from './suggest-logs.js'
import { namesIn, recurringIn, tagOf } from './suggest-names.js'
import { lookedUp } from '../session/uncommitted.js'

/** A bullet that a log may have meant. */
export interface Suggestion extends Draft {
  /** The lines that say it: `memory/2026-02-04.md#L37`. */
  readonly cites: string
  readonly day: Day
  /** The passages on those lines that say it. */
  readonly passages: readonly FactId[]
  /** A standing fact that may say nearly the same in other words; only where the clone keeps vectors. */
  readonly alike?: ShownBelief
}

/** A passage of which somebody may make bullets. */
export interface SuggestPacket {
  readonly cites: string
  readonly day: Day
  readonly text: string
  /** The headings above, where they say more than the day. */
  readonly under?: string
}

export interface Suggestions {
  /** What rules make of the logs, in their order. */
  readonly suggestions: readonly Suggestion[]
  readonly more: boolean
}

export interface SuggestPackets {
  readonly packets: readonly SuggestPacket[]
  readonly more: boolean
  /** Names that bullets or narrative use, the most frequent first, as a bullet writes them. */
  readonly names: readonly string[]
}

const mostNames = 100

/**
 * Drafts bullets from statements in the words of logs, about names that are known or recur, and from lines with a
 * label. Leaves out what a bullet says already or what was suggested before, also in other words.
 */
export async function suggest(session: Session, store: Store, options: SuggestOptions): Promise<Suggestions> {
  const most = mostOf(options)
  const today = session.today(session.config(store).config)
  const all = logsOf(store)
  const names = namesIn(session, store, all)
  const restated = restatements(store, () => true)
  const { alike } = nearFacts(store, store.vectors.of)
  const read = all.map(({ path }) => store.factsOf(path))
  const headings = read.map((facts) => new Set(facts.flatMap(({ trail }) => trail)))
  // All logs are read: later ones than those asked for may know better.
  const labelled = read.flat().filter(({ kind, label }) => kind === 'passage' && label !== undefined)
  const hasLater = overtakenAmong(labelled.map(datedLine))
  // A fix holds, whatever was fixed later.
  const isOvertaken = (passages: readonly StoredFact[]): boolean =>
    passages.some(({ key }) => hasLater(key)) && !passages.some(({ label }) => label === 'fix')
  const recurring = recurringTopics(headings, (topic) => names.within(topic).length > 0)
  const isRetired = retirementsIn(store)
  const asResult = resultsOf(store)
  const { isDecided, isSaid } = offeredIn(session, store)
  const forgotten = forgottenBy(store.standing()?.settings)
  const progress = session.progress('Reading logs')
  const suggestions: Suggestion[] = []
  const told = toldIn()
  const logs = within(all, options, today)
  for (const [at, log] of logs.entries()) {
    progress?.(at + 1, logs.length)
    const { day } = log
    for (const { draft, first, passages } of draftsIn(session, store, log, { names, recurring })) {
      const entry = readEntries([{ ...draft, on: day, suggested: passages.map(({ id }) => id) }])[0]!
      if (isOvertaken(passages)) continue
      if (told.isTold(draft.text) || forgotten.has(factId(entry, day)) || misread(entry).length > 0) continue
      if ((await faultsOf(entry, today)).length > 0) continue
      told.add(draft.text)
      if (passages.some(isDecided) || restated(entry) || isSaid(day, draft.text)) continue
      if (suggestions.length === most) return { suggestions, more: true }
      // A draft has no vector of its own: the passage that says it has one.
      const other = alike({ ...entry, id: first.id }, (fact) => !isUnkept(fact) && !isRetired(fact))
      const marked = other ? { alike: shownOf(asResult(other)) } : {}
      const cites = cite({ ...first.source, last: passages.at(-1)!.source.last }, first.id)
      suggestions.push({ ...draft, cites, day, passages: passages.map(({ id }) => id), ...marked })
    }
  }
  return { suggestions, more: false }
}

interface DraftFound {
  readonly draft: Draft
  readonly first: StoredFact
  readonly passages: readonly StoredFact[]
}

/** Names, and recurring topics that are no names. */
interface NamesAndTopics {
  readonly names: Names
  readonly recurring: ReadonlySet<string>
}

/** The drafts that rules make of a log, in its order: of a labelled line by its label, of others by what they state. */
function draftsIn(
  { root }: Session,
  store: Store,
  { path, day }: Log,
  { names, recurring }: NamesAndTopics,
): DraftFound[] {
  const facts = store.factsOf(path).filter(({ kind }) => kind === 'passage')
  const written = (readPage(root, path) ?? '').split('\n')
  const lines = facts.map((fact): LogLine => ({ ...fact, written: written[fact.source.first - 1] ?? '' }))
  const found = draftsOfLabels({ path, day, lines, recurring }, names).map(({ of, ...draft }): DraftFound => {
    const passages = of.map((at) => facts[at]!)
    return { draft, first: passages[0]!, passages }
  })
  const labelled = new Set(found.flatMap(({ passages }) => passages))
  for (const first of passagesOf(store, path))
    if (!labelled.has(first) && first.label !== 'open' && first.label !== 'goal')
      for (const draft of draftsOf({ ...first, day }, names)) found.push({ draft, first, passages: [first] })
  return found.toSorted((a, b) => a.first.source.first - b.first.source.first)
}

export async function writeSuggested(
  session: Session,
  store: Store,
  options: SuggestOptions,
  how: Omit<RetainOptions, 'asIs'>,
  askVectors: AskVectors | undefined,
): Promise<RetainReport & Pick<Suggestions, 'more'>> {
  const { suggestions, more } = await lookedUp(session, store, () => suggest(session, store, options))
  const entries = suggestions.map(({ text, kind, confidence, entities, day: on, passages }) => ({
    text,
    kind,
    confidence,
    entities,
    on,
    suggested: passages,
  }))
  return { ...(await retain(session, store, entries, how, askVectors)), more }
}

/** What looks like a credential is taken out of the passages: it belongs in no bullet. */
export function suggestPackets(session: Session, store: Store, options: SuggestOptions): SuggestPackets {
  const most = mostOf(options)
  const { masked } = maskerOf()
  const all = logsOf(store)
  const packets: SuggestPacket[] = []
  const { nameOf, canonical } = store.entities()
  const known = [...new Set(store.mentionedIn(retainKinds).map(canonical))].map(nameOf)
  const recurring = recurringIn(session, store, all).map(({ name }) => tagOf(name))
  const names = [...new Set([...known, ...recurring])].slice(0, mostNames)
  const { isDecided, isSaid } = offeredIn(session, store)
  for (const { path, day } of within(all, options, session.today(session.config(store).config))) {
    for (const passage of passagesOf(store, path)) {
      if (isDecided(passage) || isSaid(day, passage.text)) continue
      if (packets.length === most) return { packets, more: true, names }
      const under = underOf(passage)
      packets.push({
        cites: cite(passage.source, passage.id),
        day,
        text: masked(passage.text),
        ...(under === undefined ? {} : { under: masked(under) }),
      })
    }
  }
  return { packets, more: false, names }
}
