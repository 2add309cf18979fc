import { expect, test } from '@jest/globals'
import { mergeText } from '../../../src/git/merge-text.js'
import { judgedBefore, mergeLines, withJudged } from '../../../src/pages/edits/evidence-page.js'

const pages = ['# Evidence\n\nWords.\n', '---\ntitle: Mine\n---\n\n# Evidence\n']
const marked = (text: string): string => `\uFEFF${text}`

test('a byte order mark, as some editors write it, stays the first of the page and hides no day', () => {
  for (const page of [...pages, ...pages.map((text) => text.replaceAll('\n', '\r\n'))]) {
    const dated = withJudged(page, '2026-11-20')
    expect(judgedBefore(marked(dated))).toBe('2026-11-20')
    expect(withJudged(marked(page), '2026-11-20')).toBe(marked(dated))
    expect(withJudged(marked(dated), '2026-11-21')).toBe(marked(withJudged(page, '2026-11-21')))
  }
})

test('two branches that both moved the day of a page with a byte order mark merge without a conflict', () => {
  const line = '- ^12m7d97uez supports ^k3f9a2c1x7\n'
  const base = marked(`# Evidence\n\n${line}`)
  const [ours, theirs] = ['2026-11-21', '2026-11-20'].map((day) => withJudged(base, day)) as [string, string]
  expect(mergeLines(base, ours, theirs, mergeText)).toEqual({ text: theirs, conflict: false })
})
