import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { kindNamed, kindNames, kindOfLetter, kinds, retainKinds } from '../../src/model/kind.js'
import { conflictCopyOf, dayOfPath, roleOf, showProblem } from '../../src/model/note.js'
import { packageVersion } from '../../src/model/version.js'
import { kindPages, pages, pagesOf } from '../../src/render/pages.js'

describe('the table of kinds', () => {
  test('every kind has a letter of its own, one capital', () => {
    const letters = kindNames.map((kind) => kinds[kind].letter)
    expect(new Set(letters).size).toBe(letters.length)
    for (const letter of letters) expect(letter).toMatch(/^[A-Z]$/)
  })

  test('every kind that a bullet can state has a page, and every page shows a kind', () => {
    for (const kind of retainKinds) expect(pagesOf(kind)).not.toEqual([])
    expect(pagesOf('passage')).toEqual([])
    for (const name of kindPages) expect(pages[name].kinds).not.toEqual([])
    expect(pages.entity.kinds).toEqual(retainKinds)
  })

  test('only opinions carry a confidence, and a passage is never stated', () => {
    expect(kindNames.filter((kind) => kinds[kind].confidence)).toEqual(['opinion'])
    expect(retainKinds).toEqual(['world', 'experience', 'opinion', 'observation'])
  })

  test('a bullet’s letter is read in capitals only, a person may type any case or the name', () => {
    expect(['W', 'B', 'O', 'S'].map(kindOfLetter)).toEqual(retainKinds)
    expect(['w', 'P', '', 'WW', 'X'].map(kindOfLetter)).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(['O', 'o', 'opinion', 'OPINION', 'p', 'passage'].map(kindNamed)).toEqual([
      'opinion',
      'opinion',
      'opinion',
      'opinion',
      'passage',
      'passage',
    ])
    expect(['', 'op', 'x', 'constructor', '__proto__'].filter((text) => kindNamed(text) !== undefined)).toEqual([])
  })
})

describe('what becomes of a path', () => {
  test.each([
    ['MEMORY.md', 'note'],
    ['memory.md', 'note'],
    ['USER.md', 'note'],
    ['memory/2025-11-27.md', 'note'],
    ['memory/deep/er/x.MD', 'note'],
    ['bank/entities/Peter.md', 'note'],
    ['memory/.dreams/a.md', 'generated'],
    ['memory/dreaming/a.md', 'generated'],
    ['memory/DREAMS.md', 'generated'],
    ['memory/sub/dreams.md', 'generated'],
    ['memory/dreaming.md', 'note'],
    ['memory/my-DREAMS.md', 'note'],
    ['memory/a.mdx', 'unread-markdown'],
    ['memory/a.markdown', 'unread-markdown'],
    ['.memory/config.json', 'settings'],
    ['.memory/templates/world.md', 'settings'],
    ['.memory/index.sqlite', 'other'],
    ['DREAMS.md', 'other'],
    ['SOUL.md', 'other'],
    ['README.md', 'other'],
    ['docs/memory/a.md', 'other'],
    ['Memory.md', 'other'],
    ['memory/a.txt', 'other'],
    ['memoryx/a.md', 'other'],
  ])('%s is %s', (path, role) => {
    expect(roleOf(path)).toBe(role)
  })

  test.each([
    ['memory/2025-11-27.md', '2025-11-27'],
    ['memory/2025-11-27-slug.md', '2025-11-27'],
    ['memory/a/b/2025-11-27.MD', '2025-11-27'],
    ['memory/2025-11-27.sync-conflict-20251128-120000-ABCDEFG.md', '2025-11-27'],
    ['memory/2025-11-27-slug (conflicted copy 2025-11-28).md', '2025-11-27'],
    ['memory/notes (conflicted copy 2025-11-28).md', null],
    ['memory/2025-02-30.md', null],
    ['bank/2025-11-27.md', null],
    ['2025-11-27.md', null],
  ])('the day of %s is %s', (path, day) => {
    expect(dayOfPath(path)).toBe(day)
  })
})

describe('a second version that a program left', () => {
  test.each([
    ['memory/note.sync-conflict-20261101-120000-ABCDEF.md', 'memory/note.md'],
    ['memory/a.b.sync-conflict-20261101-120000-ABCDEF7.md', 'memory/a.b.md'],
    ['note (conflicted copy 2026-11-01).md', 'note.md'],
    ['memory/note (Ana’s conflicted copy 2026-11-01 (1)).md', 'memory/note.md'],
    ['memory/note (conflicted copy 2026-11-01 120000).md', 'memory/note.md'],
    ['memory/note (Conflicted copy laptop 202611011200).md', 'memory/note.md'],
    ['memory/note (Conflict).md', 'memory/note.md'],
    ['memory/note (Case Conflict 1).md', 'memory/note.md'],
    ['memory/note (conflicting).md', undefined],
    ['memory/note (2).md', undefined],
    ['memory/conflict.md', undefined],
    ['memory/note (a conflict).md/x.md', undefined],
    ['memory/ (Conflict).md', undefined],
  ])('%s is one of %s', (path, of) => {
    expect(conflictCopyOf(path)).toBe(of)
  })
})

test('a problem is shown with its place, what is wrong, and what would be right', () => {
  const problem = {
    path: 'memory/2026-01-02.md',
    line: 8,
    message: 'confidence must be 0 to 1, got 1.5',
    kind: 'malformed' as const,
  }
  expect(showProblem({ ...problem, hint: 'write O(c=0.95)' })).toBe(
    'memory/2026-01-02.md:8  confidence must be 0 to 1, got 1.5 — write O(c=0.95)',
  )
  expect(showProblem({ ...problem, line: 0, hint: '' })).toBe(
    'memory/2026-01-02.md  confidence must be 0 to 1, got 1.5',
  )
})

test('the version in the code is the one in package.json', () => {
  const file = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(packageVersion).toBe(file.version)
})
