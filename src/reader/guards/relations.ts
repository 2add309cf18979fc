import { entityKey } from '../../model/entity.js'
import { isBelief } from '../../model/kind.js'
import { wordsThatSay, weightOfWords } from '../clauses.js'
import { numbersIn, isSameNumber } from '../numbers.js'
import type { ReaderStanding } from '../standing.js'
import type { Guard, GuardedAnswer } from './guard.js'

/** Refuses a relation to a bullet that was not given, to one of the wrong kind, or to the same bullet twice. */
export const relationsAreGiven: Guard = ({ answer: { relations }, known }) => {
  const standing = new Map(known.standing.map((each) => [each.id, each]))
  const stranger = relations.find(({ id }) => !standing.has(id))
  if (stranger !== undefined) return `^${stranger.id.slice(0, 20)} is no bullet that stands among those that were given`
  const wrong = relations.find(
    ({ relation, id }) => (relation === 'supports' || relation === 'contradicts') && !isBelief(standing.get(id)!.kind),
  )
  if (wrong !== undefined)
    return `^${wrong.id} is no opinion, and only one is supported or contradicted: was replaces a fact`
  const ids = relations.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  return twice === undefined ? undefined : `^${twice} stands in two relations: say one`
}

/** Two texts say nearly the same if they share this part, by weight, of the words of each. */
const near = 0.6
const fewestShared = 3

/** Whether a bullet has nearly the same words about the same names, in any order. */
export function isTwin(of: GuardedAnswer, other: Pick<ReaderStanding, 'kind' | 'text' | 'entities'>): boolean {
  const { evidence, words, answer, nameOf } = of
  const keysOf = (names: readonly string[]): string[] => names.map((name) => entityKey(nameOf(name)?.name ?? name))
  const own = new Set(keysOf(answer.entities))
  if (other.entities.length > 0 && !keysOf(other.entities).some((key) => own.has(key))) return false
  const mine = withoutNumbers(words)
  const others = withoutNumbers(wordsThatSay(other.text, evidence.vocabulary))
  const both = [...mine].filter((word) => others.has(word))
  const [shared, all, theirs] = [weightOfWords(both), weightOfWords(mine), weightOfWords(others)]
  const isSame = shared === all && shared === theirs
  if (!isSame && (both.length < fewestShared || shared < near * all || shared < near * theirs)) return false
  // An experience with another number is another event. Any other fact with another number takes the place of the
  // first.
  return answer.kind !== 'experience' || haveSameNumbers(of, other.text)
}

const withoutNumbers = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].filter((word) => !/^\d+$/.test(word)))

function haveSameNumbers({ evidence, answer }: GuardedAnswer, other: string): boolean {
  const [mine, theirs] = [answer.text, other].map((text) => numbersIn(text, evidence.day, evidence.vocabulary))
  return mine!.every((number) => theirs!.some((each) => isSameNumber(number, each)))
}

/** Refuses a bullet that nearly repeats a standing one without giving its id. */
export const twinIsAnswered: Guard = (of) => {
  const { answer, known } = of
  const twins = known.standing.filter((each) => isTwin(of, each))
  if (twins.length === 0 || answer.relations.some(({ id }) => twins.some((twin) => twin.id === id))) return undefined
  const [twin] = twins
  return `^${twin!.id} says nearly the same, “${twin!.text.slice(0, 80)}”: give it as known, or as was${isBelief(twin!.kind) ? ', supports or contradicts' : ''}`
}
