import { describe, expect, test } from '@jest/globals'
import { topicAbove, topicOfPath } from '../../src/narrative/topic.js'

describe('what lines below some headings are about', () => {
  test.each<[readonly string[], string | undefined]>([
    [['2026-02-03', '09:14 UTC — Migrate matcalc to pnpm', 'Root cause'], 'Migrate matcalc to pnpm'],
    [['2026-02-21', '[00:40] Issue: Model mismatch (critical) ✅'], 'Model mismatch'],
    [['Morning brief', '2. No weather'], 'Morning brief: No weather'],
    [['Printer — 10 Feb', 'Evening session'], 'Printer'],
    [['Printer bug — Lesson learned'], 'Printer bug'],
    [['Daily log — Tuesday, 10 February 2026', 'Evening session (7 PM)', 'Lessons learned'], undefined],
    [['2026-04-21 今日总结', '标签打印修复（09:17）', '问题诊断'], '标签打印修复'],
    [[`The ${'very '.repeat(20)}long one`], undefined],
    [[], undefined],
  ])('%j', (trail, topic) => {
    expect(topicAbove(trail)).toBe(topic)
  })

  test.each([
    ['memory/2026-02-13-backup-fixes.md', 'Backup fixes'],
    ['memory/2026-02-13.md', undefined],
    ['memory/2026-02-13-1443.md', undefined],
    ['memory/2026-02-13-session.md', undefined],
  ])('%s', (path, topic) => {
    expect(topicOfPath(path)).toBe(topic)
  })
})
