import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'

const problems = (text: string): unknown[] =>
  parseNote('memory/2025-11-27.md', text, defaultConfig).problems.map(({ line, message }) => [line, message])
const dash = 'a dash without a blank behind it begins no bullet: what follows is read as more of this text'

describe('bullets that are read otherwise than they were meant', () => {
  test('a dash without a blank, below a bullet or a blank line', () => {
    expect(problems('## Retain\n- O(c=0.9) @Lena: Hates tiles.\n-W @Lena: Has no car.\n')).toEqual([[2, dash]])
    expect(problems('## Retain\n- W @Lena: Sings.\n\n-O(c=0.3) @Lena: Likes boats.\n')).toEqual([[4, dash]])
    expect(problems('## Retain\n- W @Lena: Scores -W in chess, @Jo: no, -2 @Jo.\n')).toEqual([])
  })

  test.each(['## Retain (evening)', '**Retain**', '## Retained', '##Retain', 'Retain:'])(
    'typed bullets below %s, once a note',
    (heading) => {
      const text = `${heading}\n\n- W @Eva: Has a boat.\n- O(c=0.9) @Eva: Likes sailing.\n- Walked home.\n`
      expect(problems(text)).toEqual([[3, 'a typed bullet under no Retain heading is no fact, like 1 more']])
    },
  )

  test('no bullet of a note that is no log, and none that names nobody', () => {
    expect(parseNote('memory/notes.md', '- W @Eva: Has a boat.\n', defaultConfig).problems).toEqual([])
    expect(problems('## Plan\n\n- W: wash\n- O for Otto @home\n- B (bring) @Eva later: cake\n')).toEqual([])
  })
})
