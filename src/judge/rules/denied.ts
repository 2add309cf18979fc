import { polarityOf, type Polarity } from '../../language/denial.js'
import type { Sentence } from '../../language/sentence.js'
import type { Verdict } from '../../model/verdict.js'
import { cueNamed, type Pair } from '../pair.js'
import { askedOfDenial, offeredToDenial, type Rule } from '../rule.js'
import { verdictOf } from '../verdict.js'

/** Finds the same words twice, once denied: `Kafka works`, `Kafka does not work`. */
export const denialRule: Rule = { isVerbatim: true, offers: offeredToDenial, asks: askedOfDenial, verdict }

function verdict({ opinion, fact }: Pair): Verdict | undefined {
  const [stated, told] = [polarityOf(opinion.text), polarityOf(fact.text)]
  if (stated.denials + told.denials !== 1 || cueNamed(fact, 'ceased') || cueNamed(opinion, 'ceased')) return undefined
  if (!isSame(lemmasOf(opinion, stated), lemmasOf(fact, told))) return undefined
  return verdictOf('contradicts', ['the same, denied'], { strong: true })
}

const lemmasOf = ({ vocabulary }: Sentence, { words }: Polarity): string[] =>
  words.map((word) => vocabulary.lemma(word))

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && a.length === b.length && a.every((word, at) => word === b[at])
