import { describe, expect, test } from '@jest/globals'
import { fileURLToPath } from 'node:url'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const library = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** What a process holds at most, in megabytes, that does one thing with a workspace. */
function mostHeld(repo: Repo, work: string): number {
  const script = `
    const { openWorkspace } = await import(${JSON.stringify(library)})
    const workspace = openWorkspace()
    ${work}
    workspace.close()
    console.log(process.resourceUsage().maxRSS)`
  const { stdout, stderr } = repo.run(process.execPath, '--input-type=module', '-e', script)
  expect(stderr).toBe('')
  return Number(stdout) / 1024
}

/** Write as many bytes as these lines take, over and over, without holding them. */
function writeMany(repo: Repo, path: string, line: string, bytes: number): void {
  mkdirSync(repo.path('memory'), { recursive: true })
  const file = openSync(repo.path(path), 'w')
  const piece = Buffer.from(line.repeat(Math.ceil(1_000_000 / line.length)))
  for (let written = 0; written < bytes; written += piece.length) writeSync(file, piece)
  closeSync(file)
}

/** Each is just short of what is left out as too large. */
const shapes: Record<string, () => string> = {
  'bullets about somebody': () => `## Retain\n${'- W @Peter: a fact about tea and so on\n'.repeat(120_000)}`,
  'bullets as short as can be': () => `## Retain\n${'- W x\n'.repeat(800_000)}`,
  'empty lines': () => '\n'.repeat(4_900_000),
  headings: () => '# x\n'.repeat(1_200_000),
  'one line of words': () => 'x '.repeat(2_400_000),
  'lists within lists': () => Array.from({ length: 2200 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'quotes within quotes': () => `${'> '.repeat(100_000)}a\n`.repeat(20),
}

describe('no file of a workspace takes 300 MB of memory to index', () => {
  test('a hundred megabytes, read from Git or standing there, are named as too large, and the rest is answered', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      writeMany(repo, 'memory/large.md', '- W @Peter: Likes coffee very much\n', 100_000_000)
      const ask = "if ((await workspace.recall('tea')).results.length !== 1) throw new Error('not found')"
      expect(mostHeld(repo, ask)).toBeLessThan(150)
      repo.git('add', 'memory')
      repo.git('commit', '-q', '-m', 'large')
      expect(mostHeld(repo, `await workspace.rebuild(); ${ask}`)).toBeLessThan(150)
      repo.remove('memory')
      expect(mostHeld(repo, `await workspace.rebuild(); ${ask}`)).toBeLessThan(150)
      expect(repo.memory('status').stdout).toMatch(
        /memory\/large\.md {2}not indexed: \d{9} bytes, the limit is 5000000/,
      )
    }))

  test('nor do forty notes of the largest size that are read from Git at once', () =>
    withRepo((repo) => {
      const filler = '\n'.repeat(4_900_000)
      for (let at = 0; at < 40; at++) repo.write(`memory/${at}.md`, `${at}${filler}`)
      repo.git('add', 'memory')
      repo.git('commit', '-q', '-m', 'many')
      repo.remove('memory')
      expect(mostHeld(repo, 'await workspace.rebuild()')).toBeLessThan(300)
    }))

  test.each(Object.entries(shapes))('five megabytes of %s', (_what, make) =>
    withRepo(async (repo) => {
      repo.commit(day(1), make())
      expect(mostHeld(repo, 'await workspace.rebuild()')).toBeLessThan(300)
    }),
  )
})
