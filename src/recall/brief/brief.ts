import type { Day } from '../../model/time.js'
import type { Store } from '../../store/store.js'
import { resultsOf } from '../answer/result.js'
import type { AskContext } from '../question/as-of.js'
import { wholeNumber } from '../question/query.js'
import type { About } from './about.js'
import { fitted, leastBudget, type BriefSection, type Gathered, type SectionName } from './fit.js'
import { blockLines, type CoreBlock } from './lines.js'
import {
  changedSection,
  howSection,
  lastDays,
  ownerOf,
  ownerSection,
  type Calls,
  type Log,
  type Since,
} from './sections.js'
import { underWay } from './under-way.js'

/** What an agent should know at the start, as HEAD has it. */
export interface Brief {
  /** The last day that a log is of, and that was not still to come when HEAD was committed: the brief's today. Null where there are no logs. */
  readonly day: Day | null
  readonly budget: number
  /** Of `text` as it is printed, estimated; never more than the budget. */
  readonly tokens: number
  readonly sections: readonly BriefSection[]
  /** The whole brief in Markdown. */
  readonly text: string
}

/** What a brief is made of beside the index. */
export interface BriefGiven {
  readonly core: readonly CoreBlock[]
  /** Characters of a core block that are told. */
  readonly blockLimit: number
  /** Every log, by its day. */
  readonly logs: readonly Log[]
  /** Paths of those of days after HEAD's commit: named, and not told. */
  readonly ahead?: ReadonlySet<string>
  /** How many facts wait for a judgement, counted up to `mostCounted`. */
  readonly open: number
  /** Null where no log changed; a week where it is left out. */
  readonly since?: Since | null
  readonly budget?: number | undefined
  readonly calls?: Calls | undefined
}

export const usualBudget = 1500
const mostBudget = 1_000_000

/** @throws MemoryError bad-argument */
export function checkBudget(budget: number = usualBudget): number {
  wholeNumber('budget', budget, leastBudget, mostBudget)
  return budget
}

/**
 * A function of what the index of a tree holds and of what is given: no clock is read.
 *
 * @throws MemoryError bad-argument
 */
export function briefOf(store: Store, given: BriefGiven, now: AskContext): Brief {
  const budget = checkBudget(given.budget)
  const { ahead = new Set<string>() } = given
  const logs = given.logs.filter(({ path }) => !ahead.has(path))
  const days = [...new Set(logs.map((log) => log.day))].toSorted().toReversed()
  const [day = null] = days
  const resultOf = resultsOf(store)
  const about: About = {
    store,
    asResult: (fact) => resultOf(fact),
    owner: ownerOf(store, now),
    days,
    day: day ?? '',
    ahead,
  }
  const gathered = new Map<SectionName, Gathered>([
    ['how', howSection(given.open, given.calls ?? 'commands')],
    ['core', { title: 'Core', lines: given.core.flatMap((block) => blockLines(block, given.blockLimit)), more: 0 }],
    ['owner', ownerSection(about)],
  ])
  if (day !== null) {
    gathered.set('under way', underWay(about))
    gathered.set('last days', lastDays(about, logs))
    gathered.set('changed', changedSection(store, given.since, { ...now, today: day }))
  }
  const head = day === null ? '# Memory, without any log yet' : `# Memory up to ${day}`
  const { sections, text, tokens } = fitted(head, gathered, budget)
  return { day, budget, tokens, sections, text }
}
