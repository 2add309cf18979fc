import type { Token } from '../../language/sentence.js'
import type { Verdict } from '../../model/verdict.js'
import { hash } from '../../text/hash.js'
import type { Pair } from '../pair.js'
import type { Reading } from '../reading.js'
import { sameStatement } from '../restatement.js'
import { keyInRole, lemmaKey, type Keys, type Rule } from '../rule.js'
import { verdictOf } from '../verdict.js'

/** Keys of a statement's words in any order: of all its words, and of those behind the names that it begins with. */
function wordsKeys({ sentence: { tokens }, names }: Reading): Keys[] {
  const start = tokens.findIndex(({ content, text }) => content && !names.has(text))
  if (start < 0) return []
  const sum = (some: readonly Token[]): number =>
    keyInRole(
      same,
      some.reduce((all, token) => (token.content ? (all + lemmaKey(token)) | 0 : all), 0),
    )
  return [[sum(tokens), sum(tokens.slice(start))]]
}

const same = hash('same')

/** Finds restatements: `Prefers tea.`, `Nora prefers tea`. */
export const restatementRule: Rule = { isVerbatim: true, offers: wordsKeys, asks: wordsKeys, verdict }

function verdict(pair: Pair): Verdict | undefined {
  // Most pairs differ in content; only the others are looked at word by word.
  if (pair.said.length !== pair.told.length || pair.links.length !== pair.said.length) return undefined
  if (!sameStatement(pair.opinion, pair.fact, pair.names)) return undefined
  return verdictOf('reinforces', ['same statement'], { restates: true })
}
