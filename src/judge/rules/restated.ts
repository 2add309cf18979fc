import type { Verdict } from '../../model/verdict.js'
import type { Pair } from '../pair.js'
import type { Reading } from '../reading.js'
import { formsOf, sameStatement } from '../restatement.js'
import type { Rule } from '../rule.js'
import { verdictOf } from '../verdict.js'

const formKeys = ({ sentence, names }: Reading): string[] =>
  formsOf(sentence, names).flatMap((says) => (says === '' ? [] : [`same ${says}`]))

/** `Prefers tea.`, `Nora prefers tea`. */
export const restated: Rule = { isVerbatim: true, offers: formKeys, asks: formKeys, verdict }

function verdict(pair: Pair): Verdict | undefined {
  // Most pairs differ in content; only the others are looked at word by word.
  if (pair.said.length !== pair.told.length || pair.links.length !== pair.said.length) return undefined
  if (!sameStatement(pair.opinion, pair.fact, pair.names)) return undefined
  return verdictOf('reinforces', ['same statement'], { restates: true })
}
