import { describe, expect, test } from '@jest/globals'
import { undone } from '../../../src/workspace/landing/land.js'

const bytes = (text: string | undefined): Buffer | undefined => (text === undefined ? undefined : Buffer.from(text))

describe('what is undone of a file where landing fails', () => {
  test.each<[string, string | undefined, string | null, string | undefined, string | undefined]>([
    ['as it was made', 'a\nsecret\nb\n', 'a\nb\n', 'a\nb\n', 'a\nsecret\nb\n'],
    ['with what was added since', 'a\nsecret\nb\n', 'a\nb\n', 'a\nb\nmore\n', 'a\nsecret\nb\nmore\n'],
    ['where nothing was written yet', 'a\nsecret\n', 'a\n', 'a\nsecret\n', 'a\nsecret\n'],
    [
      'where nothing was written yet, and more was added',
      'a\nsecret\n',
      'a\n',
      'a\nsecret\nmore\n',
      'a\nsecret\nmore\n',
    ],
    ['where somebody wrote something else', 'a\nsecret\n', 'a\n', 'mine\n', 'mine\n'],
    ['a line that was added', 'a\n', 'a\n- ^id\n', 'a\n- ^id\n', 'a\n'],
    ['a file that was made', undefined, '- ^id\n', '- ^id\n', undefined],
    ['a file that was made, with what was added since', undefined, '- ^id\n', '- ^id\nmine\n', 'mine\n'],
    ['a file that was removed', 'a\n', null, undefined, 'a\n'],
    ['a file that was removed, and is there again', 'a\n', null, 'mine\n', 'mine\n'],
    ['a file that somebody removed', 'a\nsecret\n', 'a\n', undefined, undefined],
  ])('%s', (_what, before, after, now, expected) => {
    const made = { before: bytes(before), after: after === null ? null : Buffer.from(after) }
    expect(undone(made, bytes(now))?.toString()).toBe(expected)
  })
})
