import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { factId } from '../../../src/model/fact.js'
import type { Day } from '../../../src/model/time.js'
import { retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { memoryCommand, withRepo, type Repo } from '../../support/with-repo.js'

/** `npm run crowd -- --seconds 120` sets these. */
const seconds = Number(process.env['LAW_SECONDS']) || 3
const worker = fileURLToPath(new URL('worker.js', import.meta.url))

const day = '2026-01-01' as Day
/** Lines of one log, each to be said no to or taken out by somebody. */
const bullets = (what: string): { readonly id: string; readonly text: string }[] =>
  Array.from({ length: Math.max(12, seconds) }, (_, at) => {
    const text = `Once had ${what}${at}x in the cupboard`
    return { id: factId({ kind: 'world', text, mentions: ['Peter'] }, day), text }
  })
const [retired, forgotten] = [bullets('vinegar'), bullets('saffron')]

type Report = readonly [what: string, ...rest: string[]]

/** Sixteen processes at one workspace, four of them in a linked worktree of it. */
const crowd: readonly (readonly [role: string, number: number, where: 'main' | 'linked', ids?: readonly string[]])[] = [
  ...[1, 2, 3].map((number) => ['commits', number, 'main'] as const),
  ['commits', 4, 'linked'],
  ['appends', 1, 'main'],
  ['appends', 2, 'main'],
  ...[0, 1, 2].map((turn) => ['retires', turn, 'main', shareOf(retired, turn)] as const),
  ...[0, 1, 2].map((turn) => ['forgets', turn, 'main', shareOf(forgotten, turn)] as const),
  ['lands', 1, 'main'],
  ['lands', 2, 'linked'],
  ['asks', 1, 'main'],
  ['asks', 2, 'linked'],
]

function shareOf(all: readonly { readonly id: string }[], turn: number): string[] {
  return all.flatMap(({ id }, at) => (at % 3 === turn ? [`^${id}`] : []))
}

async function run(repo: Repo, linked: Repo): Promise<Report[]> {
  const until = Date.now() + seconds * 1000
  const ends = crowd.map(async ([role, number, where, ids = []], at) => {
    const report = repo.path(`../report-${at}`)
    const args = [worker, role, String(number), String(until), memoryCommand, report, ...ids]
    const child = spawn(process.execPath, args, {
      cwd: (where === 'main' ? repo : linked).root,
      env: repo.environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve))).toBe(0)
  })
  await Promise.all(ends)
  return crowd.flatMap((_, at) =>
    repo.exists(`../report-${at}`)
      ? repo
          .read(`../report-${at}`)
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Report)
      : [],
  )
}

test(
  'sixteen processes at once: what each was told that it did stands, and nothing else is staged',
  () =>
    withRepo(
      async (repo) => {
        repo.commit(
          `memory/${day}.md`,
          retain(...[...retired, ...forgotten].map(({ text }) => `W @Peter: ${text}`), 'O(c=0.9) @Anna: Likes tea'),
        )
        expect(repo.memory('reflect', '--commit').status).toBe(0)
        const linked = repo.at('linked')
        repo.git('worktree', 'add', '-q', '-b', 'other', linked.root)
        const reports = await run(repo, linked)
        const told = (what: string): Report[] => reports.filter(([kind]) => kind === what)

        // Everything has its end: what hooks left for later is done now.
        for (const each of [repo, linked]) expect(each.memory('reflect')).toMatchObject({ status: 0, stderr: '' })
        expect(told('failed')).toEqual([])
        const standing = new Set(
          [repo, linked]
            .flatMap((each) => ['memory', 'bank'].flatMap((folder) => [...each.files(folder)]))
            .flatMap(([path, text]) => text.split('\n').map((line) => `${path}: ${line}`)),
        )
        const reported = [...told('committed'), ...told('appended')].map(([, path, line]) => `${path}: ${line}`)
        expect(reported.filter((line) => !standing.has(line))).toEqual([])
        for (const [, id] of told('retired'))
          expect([id, repo.read('bank/world.md').includes(`- retired ${id}:`)]).toEqual([id, true])
        const texts = new Map(forgotten.map(({ id, text }) => [`^${id}`, text]))
        const everywhere = [...repo.files('memory').values(), ...repo.files('bank').values()].join('\n')
        for (const [, id] of told('forgotten')) {
          expect([id, everywhere.includes(texts.get(id!)!)]).toEqual([id, false])
          expect([id, repo.tryGit('grep', '-q', texts.get(id!)!, 'HEAD').status]).toEqual([id, 1])
          expect([id, repo.read('memory/.forgotten.md').includes(id!.slice(1))]).toEqual([id, true])
        }
        for (const each of [repo, linked]) {
          await expectSameAsRebuild(each)
          expect(each.git('diff', '--cached', '--name-only')).toBe('')
          expect(each.tryGit('fsck', '--no-dangling').status).toBe(0)
        }
        for (const what of ['committed', 'appended', 'retired', 'forgotten', 'landed', 'asked'])
          expect([what, told(what).length > 0]).toEqual([what, true])
        if (process.env['LAW_SECONDS'])
          console.log(
            Object.fromEntries(
              ['committed', 'appended', 'retired', 'forgotten', 'landed', 'asked', 'overtaken'].map((what) => [
                what,
                told(what).length,
              ]),
            ),
          )
      },
      { hooks: true },
    ),
  (seconds + 100) * 1000,
)
