import { describe, expect, test } from '@jest/globals'
import { lately } from '../../src/text/lately.js'

describe('what is kept of what was asked for lately', () => {
  const counted = (most: number, sizeOf?: (made: { asked: string }) => number) => {
    const made: string[] = []
    const make = (asked: string) => {
      made.push(asked)
      return { asked }
    }
    return { made, ask: lately(most, make, (asked) => asked.toLowerCase(), sizeOf) }
  }

  test('is made once for all that have its key, and is the same object', () => {
    const { made, ask } = counted(2)
    expect(ask('Tea')).toBe(ask('tea'))
    expect(made).toEqual(['Tea'])
  })

  test('is what was asked for last, as many as said, and never more than twice as many', () => {
    const { made, ask } = counted(2)
    for (const each of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'f']) ask(each)
    expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    for (const each of ['b', 'c']) ask(each)
    expect(made.slice(6)).toEqual(['b', 'c'])
  })

  test('counts by size', () => {
    const { made, ask } = counted(10, ({ asked }) => asked.length)
    for (const each of ['long word one', 'long word two', 'long word six', 'long word one']) ask(each)
    expect(made.slice(3)).toEqual(['long word one'])
  })

  test('may be undefined, and is not asked for again', () => {
    let asked = 0
    const ask = lately(2, () => void asked++)
    ask('x')
    ask('x')
    expect(asked).toBe(1)
  })
})
