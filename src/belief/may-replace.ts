import { changeKeysOf, tellsChange } from '../language/change.js'
import { slottedIn } from '../language/slots.js'
import type { EntityKey } from '../model/entity.js'
import type { Fact, FactId } from '../model/fact.js'
import { outcomeOf } from '../judge/ends.js'
import type { Store } from '../store/store.js'
import { once } from '../text/once.js'
import { endsRefused, factsThatMayEnd, mayEnd, subjectsOf, type MayEnd } from './endings.js'

/** A longer list is read by nobody beside an answer. */
const most = 3

/** Of the words of the shorter of two facts so many are the other's, where one may replace the other. */
const leastShared = 0.4

interface Read extends MayEnd {
  readonly keys: readonly string[]
}

/**
 * Facts of the world that a later fact may replace though no rule says so: they stand, are about the same, and have words
 * in common that few others have; and the later one has another number or name in them, fills the same place, or tells of
 * a change. The nearest first, three at most. Somebody who can read both has to say.
 *
 *     Works for Siemens      Left Siemens to join Bosch
 *     Takes 20 mg a day      Takes 40 mg a day
 */
export function replaceable(
  store: Store,
  isSaid: (fact: FactId, earlier: FactId) => boolean,
): (later: Fact) => MayEnd[] {
  const { canonical } = store.entities()
  const isRefused = endsRefused(store)
  const about = once((subject: EntityKey): readonly Read[] =>
    factsThatMayEnd(store, subject).map((fact) => ({ ...fact, keys: changeKeysOf(fact.text) })),
  )
  const many = once((subject: EntityKey): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>()
    for (const key of about(subject).flatMap(({ keys }) => keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts
  })
  return (later) => {
    if (!mayEnd(later) || later.was !== null) return []
    const keys = new Set(changeKeysOf(later.text))
    const found = subjectsOf(later, canonical).flatMap(({ key: subject, mentionedAs }) => {
      const names = new Set(subject.split(/[-_./]/))
      return about(subject).flatMap((earlier) => {
        if (earlier.id === later.id || earlier.at.slice(0, later.day!.length) > later.day!) return []
        const weight = nearness(earlier, later.text, keys, names, many(subject))
        if (weight === 0 || isRefused(earlier.id, later.id) || isSaid(later.id, earlier.id)) return []
        if (store.endings.of(earlier.id) || outcomeOf(earlier.text, later.text, [...names], mentionedAs)) return []
        return [{ earlier, weight }]
      })
    })
    return found
      .toSorted((a, b) => b.weight - a.weight || (a.earlier.at < b.earlier.at ? 1 : -1))
      .slice(0, most)
      .map(({ earlier: { id, at, text } }) => ({ id, at, text }))
  }
}

/** 0 where nothing says that the one may take the place of the other. */
function nearness(
  earlier: Read,
  text: string,
  keys: ReadonlySet<string>,
  names: ReadonlySet<string>,
  many: ReadonlyMap<string, number>,
): number {
  if (earlier.text === text) return 0
  const [slot, other] = [slottedIn(earlier.text), slottedIn(text)]
  if (slot && other && slot.slot === other.slot) return slot.value === other.value ? 0 : 2
  const isWord = (key: string): boolean => !names.has(key) && !/^[\d ]/.test(key)
  const own = earlier.keys.filter(isWord)
  const shared = own.filter((key) => keys.has(key))
  const theirs = [...keys].filter(isWord)
  if (shared.length === 0 || shared.length < leastShared * Math.min(own.length, theirs.length)) return 0
  const numbers = (all: Iterable<string>): string[] => [...all].filter((key) => /^\d/.test(key))
  const [was, is] = [numbers(earlier.keys), numbers(keys)]
  const isOtherNumber = was.length > 0 && is.some((each) => !was.includes(each))
  if (!isOtherNumber && !tellsChange(text)) return 0
  return shared.reduce((sum, key) => sum + 1 / (many.get(key) ?? 1), 0) / Math.sqrt(own.length)
}
