import { describe, expect, test } from '@jest/globals'
import { labelAlone, labelCutOff, labelNamed, labelOf } from '../../src/language/labels.js'

describe('what a line of a log says it is', () => {
  test.each([
    ['**Decision:** Friday it is', 'decision'],
    ['- **Root cause**: the disk', 'cause'],
    ['Fix applied (14:00): restarted', 'fix'],
    ['**Lesson** – look at the clock', 'lesson'],
    ['Goal for the week: the quote', 'goal'],
    ['[ ] call Ann', 'open'],
    ['[x] call Ann', 'done'],
    ['✅ deployed', 'done'],
    ['⏳ waiting for Bob', 'open'],
    ['payroll form → Denise ✔', 'done'],
    ['Ursache: Semikolon', 'cause'],
    ['根因：磁盘满了', 'cause'],
    ['待办：给安娜打电话', 'open'],
    ['Prossimi passi: chiamare', 'open'],
    ['Lección aprendida: mirar', 'lesson'],
    ['Decisão: sexta', 'decision'],
    ['教訓：時計を見る', 'lesson'],
    ['Owner’s wish: one number', 'wish'],
  ])('%s', (line, label) => {
    expect(labelOf(line)).toBe(label)
  })

  test.each([
    'Fix the disk before Friday',
    'see https://example.org/fix',
    'Ann: the decision is hers',
    'status quo is fine',
    'jig: 16×20 inside',
    '[1] a footnote',
    `a long story of the move ✅ and what else ${'happened '.repeat(40)}`,
  ])('%s says nothing of itself', (line) => {
    expect(labelOf(line)).toBeUndefined()
  })

  test('a heading is a label with emoji, a number or brackets around it, and none as a part of another word', () => {
    expect(['🔧 Fix applied', '2. Root Cause', 'Decisions (final)', 'Lessons learned today'].map(labelNamed)).toEqual([
      'fix',
      'cause',
      'decision',
      undefined,
    ])
  })

  test('a label without more speaks of what stands below it', () => {
    expect(['**Lessons learned**', 'Next:', 'Next: the lock', 'Next'].map(labelAlone)).toEqual([
      'lesson',
      'open',
      undefined,
      undefined,
    ])
  })

  test('what is to be done is compared without its label', () => {
    expect(['[ ] TODO: call Ann', '[x] call Ann', 'TODO: call Ann'].map((line) => labelCutOff(line).trim())).toEqual([
      'call Ann',
      'call Ann',
      'call Ann',
    ])
  })
})
