import { describe, expect, test } from '@jest/globals'
import { findBlock, withBlock, withoutBlock } from '../../src/text/marked-block.js'

const [begin, end] = ['# >>> ours', '# <<< ours']
const block = `${begin}\nours\n${end}\n`

describe('a block in a file of somebody else', () => {
  test.each(['', 'a', 'a\n', 'a\n\n', 'a\r\nb', 'a\r\n'])('is taken out without a trace: %j', (text) => {
    expect(withoutBlock(findBlock(withBlock(text, block), begin, end)!)).toBe(text)
  })

  test('does not join what was written behind it with the line in front of it', () => {
    const written = `${withBlock('my last line', block)} my words`
    expect(withoutBlock(findBlock(written, begin, end)!)).toBe('my last line\n\n my words')
  })
})
