import { areOpposites, polarityOf, type Polarity } from '../../language/denial.js'
import type { CueName } from '../../language/language.js'
import type { Sentence } from '../../language/sentence.js'
import type { Verdict } from '../../model/verdict.js'
import { type Pair, cued } from '../pair.js'
import { verdictOf } from '../verdict.js'

/** `Kafka works`, `Kafka does not work`: the same words, but that one of the two denies them. */
export function denied({ opinion, fact }: Pair): Verdict | undefined {
  const [stated, told] = [polarityOf(opinion.text), polarityOf(fact.text)]
  if (stated.denials + told.denials !== 1 || cued(fact, 'ceased') || cued(opinion, 'ceased')) return undefined
  if (!isSame(lemmasOf(opinion, stated), lemmasOf(fact, told))) return undefined
  return verdictOf('contradicts', ['the same, denied'], { strong: true })
}

/**
 * What a rule looks at in both texts before it lets one speak for the other: which way about two things are compared
 * (`faster than`, `slower than`), how often something is so (`seldom`, `almost never`), or that there is no objection.
 */
export type WeighedByRule = 'opposites' | 'degrees' | 'objections'

/**
 * Law 16 (denials): whether a fact may raise a confidence at all, whatever a rule makes of it. Not where one of the two
 * texts denies what it says and the other does not, nor where a word of one says the opposite of a word of the other.
 * Both at once may say the same: `is reliable`, `is never unreliable`; `attends`, `has not skipped`.
 */
export function mayRaise({ opinion, fact, links }: Pair, weighed?: WeighedByRule): boolean {
  const [stated, told] = [polarityOf(opinion.text), polarityOf(fact.text)]
  const isTurned =
    weighed !== 'opposites' &&
    (links.some(({ how }) => how === 'opposite') || differByOpposites(stated.words, told.words))
  if (stated.denials === told.denials)
    return !isTurned && (told.denials === 0 || weighed !== undefined || links.every(({ sign }) => sign > 0))
  if (weighed === 'degrees') return isSeldom(opinion) && isSeldom(fact)
  if (weighed === 'objections') return hasOwn(fact, 'contrary', stated)
  return isTurned || hasOwn(fact, 'shun', stated) || hasOwn(opinion, 'shun', told)
}

const isSeldom = (sentence: Sentence): boolean => (cued(sentence, 'few') ?? cued(sentence, 'none')) !== undefined

/** Whether a text has a phrase of a kind none of whose words the other has: `no complaints` is none where that one complains. */
const hasOwn = ({ cues, vocabulary }: Sentence, name: CueName, { words }: Polarity): boolean => {
  const theirs = new Set(words.map((word) => vocabulary.lemma(word)))
  return cues.some(
    (cue) =>
      cue.name === name &&
      polarityOf(cue.words).words.every(
        (word) => vocabulary.isFunctionWord(word) || !theirs.has(vocabulary.lemma(word)),
      ),
  )
}

const lemmasOf = ({ vocabulary }: Sentence, { words }: Polarity): string[] =>
  words.map((word) => vocabulary.lemma(word))

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && a.length === b.length && a.every((word, at) => word === b[at])

/** Whether a word that only one text has is the opposite of one that only the other has. */
function differByOpposites(a: readonly string[], b: readonly string[]): boolean {
  const [own, other] = [new Set(a), new Set(b)]
  const theirs = b.filter((word) => !own.has(word))
  return a.some((word) => !other.has(word) && theirs.some((each) => areOpposites(word, each)))
}
