import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { betterEngine } from '../../src/sqlite/better.js'
import { nodeEngine } from '../../src/sqlite/node.js'
import { indexFile } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { checkout, withRepo, type Repo } from '../support/with-repo.js'

const hasBoth = nodeEngine() !== undefined && hasBetter()
const both = hasBoth ? test : test.skip
const orNot = hasBoth ? '' : ' (skipped: not both engines are here; node:sqlite comes with Node 22.16)'

function hasBetter(): boolean {
  try {
    betterEngine.open(':memory:').close()
    return true
  } catch {
    return false
  }
}

const engines = ['node', 'better'] as const
const by = (repo: Repo, engine: (typeof engines)[number]): Repo => repo.with({ MEMORY_SQLITE: engine })

function exampleIn(repo: Repo): void {
  for (const name of ['memory', 'MEMORY.md', 'USER.md'])
    cpSync(join(checkout, 'examples/workspace', name), repo.path(name), { recursive: true })
  repo.git('add', '.')
  repo.git('commit', '-q', '-m', 'the example')
}

/** An index's file without the version of SQLite that wrote it last, which is four bytes of its header: https://sqlite.org/fileformat.html */
function indexBytes(repo: Repo): string {
  const bytes = readFileSync(repo.path(indexFile))
  return bytes.fill(0, 96, 100).toString('latin1')
}

const asked = [
  ['status', '--digest'],
  ['dump'],
  ['brief'],
  ['status', '--json'],
  ['log', '--json'],
  ['recall', '--json', '--explain', 'who decided what about the harbour'],
  ['recall', '--json', '--explain', 'tea'],
  ['recall', '--json', '--explain', 'what happened in November'],
  ['reflect', '--dry-run'],
] as const

describe('an index by either engine', () => {
  both(`is the same to the byte, and so is every answer from it${orNot}`, () =>
    withRepo((given) => {
      exampleIn(given)
      const made = engines.map((engine) => {
        const repo = by(given, engine)
        repo.remove('.git/workspace-memory')
        expect(repo.memory('rebuild')).toMatchObject({ status: 0 })
        const bytes = indexBytes(repo)
        return { bytes, answers: asked.map((args) => repo.memory(...args)) }
      })
      expect(made[0]!.answers.every(({ status, stdout }) => status === 0 && stdout !== '')).toBe(true)
      expect(made[0]!.answers).toEqual(made[1]!.answers)
      expect(made[0]!.bytes === made[1]!.bytes).toBe(true)
    }),
  )

  both(`is gone on with by the other, commit by commit, and stays that of a rebuild${orNot}`, () =>
    withRepo(
      (given) => {
        exampleIn(given)
        const texts = [
          'W @Peter: Lives in Linz',
          'O @Peter: Likes tea',
          'O @Peter: Likes tea no longer',
          'W @Mara: Moved to Wels',
        ]
        texts.forEach((text, at) => {
          const repo = by(given, engines[at % 2]!)
          repo.write(day(at + 1), retain(text))
          repo.git('add', '.')
          repo.git('commit', '-q', '-m', text)
        })
        const digests = engines.map((engine) => by(given, engine).memory('status', '--digest').stdout)
        given.remove('.git/workspace-memory')
        expect(digests).toEqual([digests[0], by(given, 'better').memory('status', '--digest').stdout])
      },
      { hooks: true },
    ),
  )
})

test('no text of an index holds NUL, at which one ends that an older Node reads back', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), '---\ntitle: "Before \\0 behind"\n---\n\nWords.\n')
    repo.commit('bank/entities/Peter.md', '---\nname: Peter\ntype: "per\\0son"\n---\n\n# Peter\n')
    const dumped = repo.memory('dump').stdout
    expect(dumped).toContain('"title: Before \ufffd behind"')
    expect(dumped).toContain('"per\ufffdson"')
    expect(dumped).not.toContain('\\u0000')
    repo.commit(day(1), retain('W @Peter: Likes tea'))
    await expectSameAsRebuild(repo)
  }))
