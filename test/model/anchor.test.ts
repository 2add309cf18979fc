import { describe, expect, test } from '@jest/globals'
import { anchorsIn, writeAnchor } from '../../src/model/anchor.js'
import { growth, linear } from '../support/growth.js'

const namedIn = (text: string): string[] => anchorsIn(null, text).named.map(writeAnchor)

describe('the code that a text names', () => {
  test('is a path in backticks, without its line, and the longest that an anchor may have', () => {
    const longest = `src/${'x'.repeat(393)}.ts`
    expect(
      namedIn(`\`src/x.ts:12-20\`, \`\` ./lib/y.ts#Parser.next \`\` and \`${longest}#${'s'.repeat(100)}\``),
    ).toEqual(['src/x.ts', 'lib/y.ts#Parser.next', `${longest}#${'s'.repeat(100)}`])
  })

  test.each([
    ['a list of folders', (size: number) => `\`${'a/'.repeat(size)}:\``],
    ['encoded bytes', (size: number) => `\`${'iVBORw0KGgo/'.repeat(size)}==\``],
    ['backticks', (size: number) => `\`a${'`'.repeat(size)}b\``],
  ])('is looked for in linear time in a code span of %s', (_, make) => {
    expect(growth(make, namedIn, 4000)).toBeLessThan(linear)
  })
})
