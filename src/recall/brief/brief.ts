import type { Day } from '../../model/time.js'
import type { Store } from '../../store/store.js'
import { isUnkept } from '../../model/fact.js'
import { isBelief, retainKinds, type Kind } from '../../model/kind.js'
import type { AskContext } from '../question/as-of.js'
import { wholeNumber } from '../question/query.js'
import { aboutOf, linesWithin, type About } from './about.js'
import { believedLines } from './believed.js'
import {
  fitSections,
  leastBudget,
  type Amounts,
  type BriefSection,
  type GatheredLines,
  type SectionName,
} from './fit.js'
import { lastDays } from './last-days.js'
import { blockLines, type BriefBlock } from './lines.js'
import { mainNames } from './names.js'
import { older } from './older.js'
import {
  callForms,
  changedSection,
  howSection,
  ownerOf,
  ownerSection,
  type Calls,
  type BriefLog,
  type Since,
} from './sections.js'
import { underWay } from './under-way.js'

/** What an agent should know at the start, as HEAD has it. */
export interface Brief {
  /** The brief's today: the last day with a log that is not after HEAD's commit. Null where there are no logs. */
  readonly day: Day | null
  readonly budget: number
  /** The tokens of `text` as it is printed, estimated; never more than the budget. */
  readonly tokens: number
  readonly sections: readonly BriefSection[]
  /** How much of memory it leaves out; what a person retired is not counted. */
  readonly left: Amounts
  readonly text: string
}

/** What a brief is made of beside the index. */
export interface BriefGiven {
  readonly core: readonly BriefBlock[]
  /** How many characters of a core block are told. */
  readonly blockLimit: number
  readonly logs: readonly BriefLog[]
  /** Paths of the logs of days after HEAD's commit: they are named, and not told. */
  readonly ahead?: ReadonlySet<string>
  /** How many facts wait for a judgement, counted up to `mostCounted`. */
  readonly open: number
  /** How many bullets are about code that is gone. */
  readonly adrift?: number
  /** The owner as the settings name them; left out where they do not. */
  readonly ownerName?: string | undefined
  /** Since when changes are told: null where no log changed; a week where it is left out. */
  readonly since?: Since | null
  readonly budget?: number | undefined
  readonly calls?: Calls | undefined
  /** Whether it tells how to ask and write; true where left out. */
  readonly how?: boolean
}

const usualBudget = 1500
const mostBudget = 1_000_000

/** @throws MemoryError bad-argument */
export function checkBudget(budget: number = usualBudget): number {
  wholeNumber('budget', budget, leastBudget, mostBudget)
  return budget
}

/**
 * Makes the brief from the index of a tree and from what is given alone: no clock is read.
 *
 * @throws MemoryError bad-argument
 */
export function briefOf(store: Store, given: BriefGiven, now: AskContext): Brief {
  const budget = checkBudget(given.budget)
  const { ahead = new Set<string>() } = given
  const logs = given.logs.filter(({ path }) => !ahead.has(path))
  const days = [...new Set(logs.map((log) => log.day))].toSorted().toReversed()
  const [day = null] = days
  const calls = given.calls ?? 'commands'
  const owner = ownerOf(store, now)
  const about = aboutOf(store, { owner, days, day: day ?? '', ahead, most: linesWithin(budget) })
  const paths = new Set(given.core.map(({ path }) => path))
  const ownerless = day !== null && given.ownerName === undefined && store.known(owner).length === 0
  const all = amountsIn(about, [...paths])
  const core = given.core.flatMap((block) => blockLines(block, given.blockLimit))
  const gathered = new Map<SectionName, GatheredLines>([
    ...(given.how === false
      ? []
      : [['how', howSection({ open: given.open, adrift: given.adrift ?? 0, ownerless }, calls)] as const]),
    ['core', { title: 'Core', lines: core, many: core.length }],
    ['owner', ownerSection(about, given.ownerName)],
    ['believed', believedLines(about)],
    ['names', mainNames(about)],
    ['older', older(about, all.fact + all.belief + all.passage, paths)],
  ])
  if (day !== null) {
    gathered.set('under way', underWay(about))
    gathered.set('last days', lastDays(about, logs))
    gathered.set('changed', changedSection(about, given.since, { ...now, today: day }))
  }
  const head = day === null ? '# Memory, without any log yet' : `# Memory up to ${day}`
  const frame = { head, all, ask: callForms[calls].recall }
  const { text, tokens, sections, left } = fitSections(frame, gathered, budget)
  return { day, budget, tokens, sections, left, text }
}

/** How much memory there is to tell; of notes that are told as core, only the facts count. */
function amountsIn({ store, otherwise }: About, core: readonly string[]): Amounts {
  const retired = [...otherwise.tellings].flatMap(([id, telling]) => (telling.retired ? [id] : []))
  const places = store.factsById(retired).filter((fact) => fact.of === null && !isUnkept(fact))
  // Retired facts are taken off only where `amountOf` counted them.
  const amountOf = (kinds: readonly Kind[], without: readonly string[]): number => {
    const untold = places.filter(({ kind, source }) => kinds.includes(kind) && !without.includes(source.path))
    return store.amountOf(kinds, without) - new Set(untold.map(({ id }) => id)).size
  }
  const plain = retainKinds.filter((kind) => !isBelief(kind))
  return { fact: amountOf(plain, []), belief: store.beliefs.count(), passage: amountOf(['passage'], core) }
}
