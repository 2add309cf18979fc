import { describe, expect, test } from '@jest/globals'
import { inPostgres } from '../../src/fleet/asked-database.js'
import { parseFtsQuery } from '../../src/fleet/fts-query.js'

describe('a query of full text', () => {
  test('is read as FTS5 reads it: AND before OR, a phrase with a star as a beginning', () => {
    const phrase = (text: string, begins = false) => ({ phrase: text, begins })
    expect(parseFtsQuery('("rome") OR ("went" AND "go"*)')).toEqual({
      or: [phrase('rome'), { and: [phrase('went'), phrase('go', true)] }],
    })
    expect(parseFtsQuery('"a b" OR "c" AND "d"')).toEqual({ or: [phrase('a b'), { and: [phrase('c'), phrase('d')] }] })
    expect(parseFtsQuery('"say ""no"""')).toEqual(phrase('say "no"'))
  })
  test('that is none of ours is no silent answer', () => {
    for (const text of ['rome', '"a" NEAR "b"', '("a"', ''])
      expect(() => parseFtsQuery(text)).toThrow(/no query of ours/)
  })
})

describe('SQL of the index', () => {
  test('has its parameters numbered, each name once, and none in a text or a name', () => {
    expect(inPostgres(`SELECT '?', "from", '@x''?' FROM fact WHERE id = ? AND day <= @day AND day > @day`)).toEqual({
      text: `SELECT '?', "from", '@x''?' FROM fact WHERE id = $1 AND day <= $2 AND day > $2`,
      names: [null, 'day'],
    })
  })
})
