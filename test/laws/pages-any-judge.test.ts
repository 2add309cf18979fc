import { jest } from '@jest/globals'
import fc from 'fast-check'
import type { Keys } from '../../src/judge/rule.js'
import type { Judged, Verdict } from '../../src/model/verdict.js'

const startsOf = ({ text }: Judged): ReadonlySet<string> => new Set(text.match(/\b(?!not\b)\p{L}{1,3}/gu))
/** Of three letters one number. */
const keysOf = (judged: Judged): Keys =>
  [...startsOf(judged)].map((start) => [...start].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0))

/** Reads little more than beginnings of words, and its "restates" is not transitive: laws may not rest on a judge being wise. */
function judgePair(opinion: Judged, fact: Judged): Verdict {
  const [left, right] = [startsOf(opinion), startsOf(fact)]
  const shared = [...left].filter((start) => right.has(start)).length
  const neither = { restates: false, strong: false, cues: [] }
  if (shared < (left.size + right.size - shared) / 2) return { effect: 'unrelated', ...neither }
  const opposed = /\bnot\b/.test(opinion.text) !== /\bnot\b/.test(fact.text)
  if (opposed) return { effect: 'contradicts', ...neither, strong: true }
  return { effect: 'reinforces', ...neither, restates: true }
}

jest.unstable_mockModule('../../src/judge/judge-pair.js', () => ({
  judgePair,
  judgeMet: judgePair,
  asksOf: keysOf,
  offersOf: keysOf,
}))
const { pageLaws } = await import('./page-laws.js')

const words = fc
  .tuple(
    fc.constantFrom('', '', 'not '),
    fc.uniqueArray(fc.constantFrom('likes', 'green', 'tea', 'coffee', 'mornings', 'long', 'replies', 'berlin'), {
      minLength: 2,
      maxLength: 4,
    }),
  )
  .map(([negation, said]) => negation + said.join(' '))

pageLaws({ title: 'a judge that is not transitive', words, runs: 4 })
