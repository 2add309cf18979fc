import { expect, test } from '@jest/globals'
import { noStatement } from '../../src/language/no-statement.js'

test.each([
  ['TODO: ask Elke', 'a task'],
  ['[todo] ask Elke', 'a task'],
  ['TODO ask Elke', 'a task'],
  ['tbd', 'a task'],
  ['待办：买票', 'a task'],
  ['Does she like rain?', 'a question'],
  ['"Does she like rain?"', 'a question'],
  ['"Why?", she said, and who asked?', 'a question'],
  ['ok, done', 'nothing'],
  ['### Decisions', 'a heading'],
])('%s states nothing: it is %s', (text, what) => {
  expect(noStatement(text)).toContain(what)
})

test.each([
  'Todo lists are kept in Obsidian',
  'To-do list of the team is in Linear',
  'TBD Ltd. is the landlord',
  'She asked "why?"',
  'Her favourite song is (What’s the Story?)',
])('%s states something', (text) => {
  expect(noStatement(text)).toBeUndefined()
})
