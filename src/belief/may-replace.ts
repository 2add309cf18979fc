import { changeKeysOf, tellsChange } from '../language/change.js'
import { slottedIn, type Slotted } from '../language/slots.js'
import type { EntityKey } from '../model/entity.js'
import type { Fact, FactId } from '../model/fact.js'
import { outcomeOf } from '../judge/ends.js'
import { hash } from '../text/hash.js'
import type { Store } from '../store/store.js'
import { groupBy } from '../text/grouped.js'
import { once, whenAsked } from '../text/once.js'
import { byKeys, standingAt, type ByKeys } from './by-keys.js'
import {
  endOf,
  endsRefused,
  openFactsAbout,
  looksBack,
  isDatedState,
  namesOfSubject,
  subjectsOf,
  type EndCandidate,
} from './endings.js'
import { outward } from './outward.js'

/** The length of the list: nobody reads a longer one beside an answer. */
const most = 3

/** The share of the shorter fact's words that the other must have, too, where one may replace the other. */
const leastShared = 0.4

interface Candidate extends EndCandidate {
  readonly keys: readonly string[]
  readonly slot: Slotted | undefined
}

/** The facts about one subject that may end, in fold order. */
interface SubjectFacts {
  readonly byKey: ByKeys<Candidate>
  readonly bySlot: ReadonlyMap<string, readonly Candidate[]>
  /** How many facts have each key. */
  readonly many: ReadonlyMap<string, number>
}

/**
 * Finds world facts that a later fact may replace though no rule says so. They are current and about the same. Either
 * both fill the same slot with different values; or they share enough words, and the later one has another number or
 * tells of a change. The nearest come first, three at most. A person who can read both has to decide.
 *
 *     Works for Siemens      Left Siemens to join Bosch
 *     Takes 20 mg a day      Takes 40 mg a day
 */
export function replaceable(
  store: Store,
  isSaid: (fact: FactId, earlier: FactId) => boolean,
): (later: Fact) => EndCandidate[] {
  const { canonical } = store.entities()
  const isRefused = endsRefused(store)
  const isDecided = (earlier: FactId, later: FactId): boolean =>
    isRefused(earlier, later) || isSaid(later, earlier) || store.endings.isEndedBy(earlier, later)
  const replaced = whenAsked(() => store.replaced())
  const standingAbout = once((subject: EntityKey): SubjectFacts => {
    const all = openFactsAbout(store, subject).map((fact): Candidate => ({
      ...fact,
      keys: changeKeysOf(fact.text),
      slot: slottedIn(fact.text),
    }))
    const many = new Map<string, number>()
    for (const key of all.flatMap(({ keys }) => keys)) many.set(key, (many.get(key) ?? 0) + 1)
    return {
      byKey: byKeys(all, ({ keys }) => keys.map(hash)),
      bySlot: groupBy(all, ({ slot }) => slot?.slot ?? null),
      many,
    }
  })
  return (later) => {
    if (!isDatedState(later) || later.was !== null) return []
    const asked = {
      text: later.text,
      keys: new Set(changeKeysOf(later.text)),
      slot: slottedIn(later.text),
      isChange: tellsChange(later.text),
    }
    const weighed = subjectsOf(later, canonical).flatMap(({ key: subject, mentionedAs }) => {
      const { byKey, bySlot, many } = standingAbout(subject)
      const names = namesOfSubject(store, subject)
      const own = new Set(names)
      const until = endOf(later.day!)
      const inSlot = (bySlot.get(asked.slot?.slot ?? '') ?? []).filter(({ at }) => at < until).slice(-looksBack)
      const near = outward(standingAt(byKey, [...asked.keys].map(hash)), until, true, looksBack)
      return [...new Set([...inSlot, ...near])].flatMap((earlier) => {
        const weight = earlier.id === later.id ? 0 : nearness(earlier, asked, own, many)
        return weight === 0 ? [] : [{ earlier, weight, names, mentionedAs }]
      })
    })
    const found: EndCandidate[] = []
    const inOrder = weighed.toSorted((a, b) => b.weight - a.weight || (a.earlier.at < b.earlier.at ? 1 : -1))
    for (const { earlier, names, mentionedAs } of inOrder) {
      const { id, at, text } = earlier
      // Of two facts of one day either may be the later one: what was said of the one way holds for the other.
      if (isDecided(id, later.id) || isDecided(later.id, id) || replaced().has(id)) continue
      if (outcomeOf(text, later.text, names, mentionedAs)) continue
      found.push({ id, at, text })
      if (found.length === most) break
    }
    return found
  }
}

interface LaterFact {
  readonly text: string
  readonly keys: ReadonlySet<string>
  readonly slot: Slotted | undefined
  readonly isChange: boolean
}

/** How near an earlier fact is to a later one; 0 where nothing says that the later may replace it. */
function nearness(
  earlier: Candidate,
  { text, keys, slot, isChange }: LaterFact,
  names: ReadonlySet<string>,
  many: ReadonlyMap<string, number>,
): number {
  if (earlier.text === text) return 0
  if (earlier.slot && slot && earlier.slot.slot === slot.slot) return earlier.slot.value === slot.value ? 0 : 2
  const isWord = (key: string): boolean => !names.has(key) && !/^[\d ]/.test(key)
  const own = earlier.keys.filter(isWord)
  const shared = own.filter((key) => keys.has(key))
  const theirs = [...keys].filter(isWord)
  if (shared.length === 0 || shared.length < leastShared * Math.min(own.length, theirs.length)) return 0
  const numbers = (all: Iterable<string>): string[] => [...all].filter((key) => /^\d/.test(key))
  const [was, is] = [numbers(earlier.keys), numbers(keys)]
  const isOtherNumber = was.length > 0 && is.some((each) => !was.includes(each))
  if (!isOtherNumber && !isChange) return 0
  return shared.reduce((sum, key) => sum + 1 / (many.get(key) ?? 1), 0) / Math.sqrt(own.length)
}
