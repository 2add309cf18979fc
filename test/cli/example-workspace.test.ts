import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { jsonOf } from './design-example.js'
import { indexFile } from '../support/index-place.js'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const example = join(checkout, 'examples/workspace')

interface Status {
  readonly problems: readonly {
    readonly path: string
    readonly line: number
    readonly message: string
    readonly hint: string
  }[]
}
interface Answer {
  readonly results: readonly { readonly kind: string; readonly source: string; readonly content: string }[]
}

/** A malformed bullet: where it stands, what is found there, what is expected, and a word that only it holds. */
const malformed = [
  {
    path: 'memory/2026-03-04.md',
    line: 23,
    found: 'got 1.5',
    expected: '0 to 1',
    hint: 'write O(c=0.95)',
    word: 'rhubarb',
  },
  {
    path: 'memory/2026-03-07.md',
    line: 20,
    found: 'got c=0.8',
    expected: 'no confidence',
    hint: 'write W without c=',
    word: 'demurrage',
  },
  {
    path: 'memory/2026-03-10.md',
    line: 22,
    found: 'got X',
    expected: 'one of W, B, O, S',
    hint: 'write W',
    word: 'samovar',
  },
  {
    path: 'memory/2026-03-13.md',
    line: 12,
    found: 'got high',
    expected: '0 to 1',
    hint: 'write O(c=0.95)',
    word: 'funicular',
  },
  {
    path: 'memory/2026-03-16.md',
    line: 27,
    found: 'got next week',
    expected: 'a date',
    hint: 'write until=',
    word: 'upholsterer',
  },
  {
    path: 'memory/2026-03-19.md',
    line: 18,
    found: 'mood',
    expected: 'unknown attribute',
    hint: 'c, until, was, supports, weakens, contradicts, suggested, from, at, origin, of, on',
    word: 'bilge',
  },
]

const committedAtOnce = beginningWith(commitAtOnce)

describe('the malformed bullets of examples/workspace', () => {
  test('are reported with path, line, what was found and what is expected', () =>
    committedAtOnce((repo) => {
      const { problems } = jsonOf<Status>(repo, 'status')
      expect(problems.map(({ path, line }) => `${path}:${line}`)).toEqual(
        malformed.map(({ path, line }) => `${path}:${line}`),
      )
      const printed = repo.memory('status').stdout.split('\n')
      for (const [at, { path, line, found, expected, hint }] of malformed.entries()) {
        expect(problems[at]!.message).toContain(found)
        expect(problems[at]!.message).toContain(expected)
        expect(problems[at]!.hint).toContain(hint)
        const { message } = problems[at]!
        expect(printed).toContain(`  ${path}:${line}  ${message} — ${problems[at]!.hint}`)
      }
    }))

  test('are found by their words, as passages', () =>
    committedAtOnce((repo) => {
      for (const { path, line, word } of malformed) {
        const { results } = jsonOf<Answer>(repo, 'recall', word)
        expect(results[0]).toMatchObject({ kind: 'passage', source: `${path}#L${line}` })
        expect(results[0]!.content).toContain(word)
      }
    }))
})

describe('the beliefs of examples/workspace', () => {
  interface Shown {
    readonly fact: {
      readonly until?: string
      readonly evidence: readonly { readonly effect: string; readonly confidence: number }[]
    }
  }
  test.each([
    ['confirmed on two days', 'Prefers paper charts to the tablet.', 'reinforces 0.73, reinforces 0.76'],
    ['softened', 'Always answers mails on the same day.', 'weakens 0.72'],
    ['reversed after two days', 'Delivers the clay on time.', 'contradicts 0.68, contradicts 0.34'],
    ['superseded', 'Comes to the studio by bus.', 'supersedes 0.68, until 2026-03-20'],
  ])('hold one that is %s', (_, statement, story) =>
    committedAtOnce((repo) => {
      const found = repo.memory('recall', '--kind', 'opinion', statement).stdout
      const id = found.slice(found.indexOf(statement)).match(/\^(\w{10})/)![1]!
      const { evidence, until } = jsonOf<Shown>(repo, 'show', id).fact
      const moves = evidence.slice(1).map(({ effect, confidence }) => `${effect} ${confidence.toFixed(2)}`)
      expect([...moves, ...(until === undefined ? [] : [`until ${until}`])].join(', ')).toBe(story)
    }),
  )
})

describe('examples/workspace, committed day by day with live hooks', () => {
  test('is the same memory after the index is deleted, and in a clone after memory-rebuild', () =>
    withRepo(
      (repo) => {
        for (const [at, path] of inOrder().entries()) {
          repo.commit(path, readFileSync(join(example, path)), path)
          if (at % 7 !== 6) continue
          repo.git('add', 'bank')
          repo.git('commit', '-q', '-m', 'pages')
        }
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        expect(repo.git('status', '--porcelain')).toBe('')
        const digest = digestOf(repo)

        repo.remove(indexFile)
        expect(digestOf(repo)).toBe(digest)

        repo.git('clone', '-q', '.', repo.at('clone').root)
        const clone = repo.at('clone')
        const rebuilt = clone.run(process.execPath, join(checkout, 'bin/memory-rebuild.js'))
        expect(rebuilt).toMatchObject({ status: 0, stderr: '' })
        expect(rebuilt.stdout).toMatch(
          /^Set for this clone: [^\n]*\nThe hooks are installed\.\nThe index stands for [0-9a-f]{10}: \d+ notes and \d+ pages read/,
        )
        expect(digestOf(clone)).toBe(digest)

        const pages = repo.files('bank')
        expect(clone.memory('reflect')).toMatchObject({ status: 0, stderr: '' })
        expect(clone.files('bank')).toEqual(pages)
        for (const question of ['what does Peter prefer', '飞书', 'server'])
          expect(jsonOf(clone, 'recall', question)).toEqual(jsonOf(repo, 'recall', question))
      },
      { hooks: true },
    ))

  test('has another digest once a word of a note is changed', () =>
    committedAtOnce((repo) => {
      const digest = digestOf(repo)
      repo.commit('memory/2026-03-02.md', repo.read('memory/2026-03-02.md').replace('desk 14 at', 'desk 15 at'))
      expect(digestOf(repo)).not.toBe(digest)
    }))
})

/** Undated notes first, then a day after the other. */
function inOrder(): string[] {
  const paths = readdirSync(example, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(example.length + 1))
  const isDated = (path: string): boolean => /^memory\/\d{4}-/.test(path)
  return [...paths.filter((path) => !isDated(path)).toSorted(), ...paths.filter(isDated).toSorted()]
}

function commitAtOnce(repo: Repo): void {
  for (const path of inOrder()) {
    mkdirSync(dirname(repo.path(path)), { recursive: true })
    cpSync(join(example, path), repo.path(path))
  }
  repo.git('add', '.')
  repo.git('commit', '-q', '-m', 'three weeks')
}

function digestOf(repo: Repo): string {
  const { status, stdout, stderr } = repo.memory('status', '--digest')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^[0-9a-f]{64}\n$/)
  return stdout
}
