import fc from 'fast-check'
import { pageLaws } from './page-laws.js'

/** Statements that any judge agrees about: the same words, their plain negation, or words that have nothing in common. */
const statements = [
  'zorbits quample frellish',
  'merkins dovetail brosh',
  'ablick snorvels pent',
  'cheldon wifts grambles',
  'tosker vimples undrale',
]
const words = fc
  .tuple(fc.constantFrom('', '', 'not ', 'never '), fc.constantFrom(...statements))
  .map(([negation, said]) => negation + said)

pageLaws({ title: 'statements that any judge agrees about', words, runs: 4 })
pageLaws({ title: 'each fact told once', words, runs: 4, once: true })
