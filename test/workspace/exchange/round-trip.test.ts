import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { micromark } from 'micromark'
import type { ExportReport, ImportReport } from '../../../src/index.js'
import { jsonOf } from '../../cli/design-example.js'
import { githubToken } from '../../support/credentials.js'
import { day, retain } from '../../support/notes.js'
import { commandsShareAProcess } from '../../support/served.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'

commandsShareAProcess()

const begun = beginningWith((repo) => void repo.commit(day(1), 'It rained in Graz.\n'))
const folder = '../okf'
const exported = (repo: Repo): ExportReport => jsonOf<ExportReport & object>(repo, 'export', folder)
const imported = (repo: Repo, from: Repo): ImportReport =>
  jsonOf<ImportReport & object>(repo, 'import', from.path(folder), '--commit')

/** The words of Markdown as somebody sees them. */
const seen = (markdown: string): string =>
  micromark(markdown)
    .replace(/<\/?(?:p|em|strong|code|h\d)>/g, '')
    .trim()

/** `2025-11-02 Peter: Prefers tea.`: what the notes of an import say, by their days. */
const told = (repo: Repo): string[] =>
  [...repo.files('memory/imports')]
    .flatMap(([path, latin1]) => [[path, Buffer.from(latin1, 'latin1').toString('utf8')] as const])
    .flatMap(([path, text]) =>
      text
        .split(/\n\n(?=\S)/)
        .slice(2)
        .map((block) => `${/\d{4}-\d\d-\d\d/.exec(path)![0]} ${seen(block)}`),
    )

const odd = [
  'Keeps `[drafts]` and `a <b>` in [notes](notes.md).',
  'Reads *all* of it, __twice__, and ends with a backslash \\',
  'Says [^k3f9a2c1x7] · until 2026-01-01 · confirmed by [^x] in the middle.',
  'Wrote &amp; and &lt;b&gt; <script>alert(1)</script>.',
  '# no heading · - no bullet · 1. no list',
  'Moved `a\\[b\\]` behind an odd ` sign.',
  '用中文写笔记。 Ünïcödé, e\u0301 and 👩‍👩‍👧.',
]

describe('what an export wrote and another memory imports', () => {
  test('says every statement on its day, as words and not as facts, and a second time brings nothing', () =>
    begun((repo) => {
      repo.commit(day(2), retain('O(c=0.8) @Peter: Prefers tea.', 'W @Peter: Lives in Graz.', 'W Snow fell.'))
      repo.commit(day(3), retain('W @Peter: No longer lives in Graz.', 'S @Ana @Peter: Met.', 'O @Peter: Prefers tea.'))
      exported(repo)
      const other = repo.another('other')
      other.commit(day(1), 'Ours.\n')
      expect(imported(other, repo)).toMatchObject({ format: 'okf', unread: [], masked: {}, leftOut: {} })
      expect(told(other).toSorted()).toEqual([
        '2025-11-02 No longer: Peter: Lives in Graz. (until 2025-11-03)',
        '2025-11-02 Snow fell.',
        '2025-11-03 Ana, Peter: Met.',
        '2025-11-03 Ana, Peter: Met.',
        '2025-11-03 Peter: No longer lives in Graz.',
        '2025-11-03 Peter: Prefers tea.',
      ])
      expect(other.memory('recall', 'where does Peter live', '--k', '9').stdout).toContain('Peter: Lives in Graz.')
      const { counts } = jsonOf<{ counts: { facts: object } }>(other, 'status')
      expect(Object.keys(counts.facts)).toEqual(['passage'])
      expect(imported(other, repo).files.map(({ state }) => state)).toEqual(
        [...other.files('memory/imports')].map(() => 'same'),
      )
      repo.commit(day(4), retain('W @Peter: Has a cat.'))
      exported(repo)
      expect(imported(other, repo).files.filter(({ state }) => state !== 'same')).toMatchObject([
        { path: expect.stringContaining('2025-11-04') as unknown, state: 'new' },
      ])
    }))

  test('keeps the words of any statement, whatever signs are in it', () =>
    begun((repo) => {
      repo.commit(day(2), retain(...odd.map((text) => `W @Peter: ${text}`)))
      exported(repo)
      const other = repo.another('other')
      other.commit(day(1), 'Ours.\n')
      imported(other, repo)
      const words = (text: string): string =>
        seen(`Peter: ${text}`).replaceAll(/[\\`]|<[^>]*>|&amp;|&lt;|&gt;|&quot;/g, '')
      const all = told(other).map((each) =>
        each.slice('2025-11-02 '.length).replaceAll(/[\\`]|<[^>]*>|&amp;|&lt;|&gt;|&quot;/g, ''),
      )
      for (const text of odd) expect(all).toContain(words(text))
      expect(all).toHaveLength(odd.length)
    }))

  test('a page of hundreds of statements, whose sources alone are longer than any front matter of a note', () =>
    begun((repo) => {
      repo.commit(day(2), retain(...Array.from({ length: 400 }, (_, at) => `W @Peter: Bought book ${at}.`)))
      exported(repo)
      const other = repo.another('other')
      other.commit(day(1), 'Ours.\n')
      expect(imported(other, repo)).toMatchObject({ messages: 400, unread: [] })
    }))
})

describe('an export', () => {
  test('holds no credential, in a statement, a name or a path, and says what it masked and left out', () =>
    begun((repo) => {
      repo.commit(
        day(2),
        `Some prose.\n\n${retain(`W @Peter: Uses ${githubToken}.`, `W @${githubToken}: Is a name.`, 'W @Ana: Sings.')}`,
      )
      const report = exported(repo)
      expect(report.masked).toEqual({ 'GitHub Token(GitHub personal access tokens)': 2 })
      expect(report.leftOut).toEqual({ passages: 2, suggestions: 0 })
      const files = [...repo.at('okf').files()]
      expect(files.length).toBeGreaterThan(3)
      for (const [path, text] of files) expect(path + text).not.toContain(githubToken)
      expect(files.find(([path]) => path.includes('masked~'))?.[1]).toContain('Is a name.')
      const { stdout } = repo.memory('export', join(folder, '../again'))
      expect(stdout).toContain(
        'credentials masked: 2 × GitHub Token(GitHub personal access tokens)\nleft out: 2 passages\n',
      )
    }))
})
