import { describe, expect, test } from '@jest/globals'
import { growth, linear } from '../support/growth.js'
import { withReasons, type Reasons } from '../../src/render/commit-message.js'

const none: Reasons = { summary: '', lines: [], evidence: [] }
const first: Reasons = {
  summary: '1 changed, 1 new',
  lines: ['Peter · tea → coffee', 'new: W @Peter: Came home'],
  evidence: ['memory/2025-11-01.md#L2', 'memory/2025-11-02.md#L2'],
}
const second: Reasons = { summary: '1 gone', lines: ['gone: W @Peter: Came home'], evidence: [] }
const third: Reasons = { summary: '1 new', lines: ['new: W @Anna: Is in Graz'], evidence: ['memory/2025-11-03.md#L9'] }

/** What people write, much of it in our form. */
const written = [
  'Tidy',
  '',
  '- tea → coffee',
  '- gone: the old cup',
  '- price 10 (was: 12)',
  'Evidence: memory/1999-01-01.md#L3',
  'Changed in bank/:',
  '- and 3 more',
  '',
  '   ',
  'Words with blanks behind   ',
  '\tindented',
  '# a heading',
  'Signed-off-by: A <a@example.com>',
  'Note: this is prose',
  'memory: 3 new',
]

/** Every message of up to three of these lines, with both line ends, and with no, one and three line ends at the end. */
function* messages(): Generator<string> {
  const lines = [...written.map((line) => [line]), ...written.flatMap((a) => written.map((b) => [a, b]))]
  for (const some of [...lines, ...lines.flatMap((pair) => written.map((line) => [...pair, line]))])
    for (const eol of ['\n', '\r\n']) for (const ends of [0, 1, 3]) yield some.join(eol) + eol.repeat(ends)
}

/** Where nobody wrote anything, or a sign-off alone, nothing is added. */
const sayings = [...messages()].filter((message) => !/^(?:\s*Signed-off-by: .*)*\s*$/.test(message))

const plain = (message: string, reasons: Reasons, wrote?: Reasons): string =>
  withReasons(message, reasons, { comment: undefined, wrote })

describe('a message and what we write into it', () => {
  test('come apart again byte for byte, whatever a person wrote in our form', () => {
    const lost = sayings.filter((message) => {
      const said = plain(message, first)
      return plain(said, none, first) !== message
    })
    expect(lost.slice(0, 3)).toEqual([])
    expect(sayings.length).toBeGreaterThan(20_000)
  })

  test('are the same after another version of the pages as if that had been the first', () => {
    const other = sayings.filter((message) => {
      const amended = plain(plain(plain(message, first), second, first), third, second)
      return amended !== plain(message, third)
    })
    expect(other.slice(0, 3)).toEqual([])
  })

  test('hold every line of a person’s in its order, and ours once', () => {
    for (const message of sayings) {
      const lines = plain(message, first).split(/\r?\n/)
      let from = 0
      for (const line of message.split(/\r?\n/)) {
        from = lines.indexOf(line, from) + 1
        if (from === 0) throw new Error(`${JSON.stringify(line)} is lost of ${JSON.stringify(message)}`)
      }
      if (lines.filter((line) => line === '- Peter · tea → coffee').length !== 1)
        throw new Error(`not once in ${message}`)
    }
  })

  test('leave a person’s remarks in our list where they stand, however often the list changes', () => {
    const said = plain('Review\n', first).replace(
      '- new: W @Peter: Came home\n',
      '- which is good\n- new: W @Peter: Came home\n- tea → coffee, that is\n',
    )
    const remarked =
      'Review\n\nChanged in bank/:\n- new: W @Anna: Is in Graz\n- which is good\n- tea → coffee, that is\n'
    const amended = plain(said, third, first)
    expect(amended).toBe(`${remarked}\nEvidence: memory/2025-11-03.md#L9\n`)
    expect(plain(amended, third, third)).toBe(amended)
    expect(plain(amended, none, third)).toBe('Review\n\nChanged in bank/:\n- which is good\n- tea → coffee, that is\n')
  })

  test('take time as the length of a message that repeats our heading', () => {
    const repeated = (size: number): string => `Review\n\n${'Changed in bank/:\n'.repeat(size)}`
    expect(growth(repeated, (message) => plain(message, third, first), 4000)).toBeLessThan(linear)
  })
})
