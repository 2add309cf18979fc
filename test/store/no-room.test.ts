import { spawnSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { memoryCommand, withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { indexFolder } from '../support/index-place.js'

/** A mount that nobody else sees, and that is gone with the process. */
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /tmp']).status === 0
const mounted = canMount ? test : test.skip
const orNot = canMount ? '' : ' (skipped: nothing can be mounted here)'

function manyFacts(repo: Repo): void {
  for (let at = 1; at <= 9; at++)
    repo.write(day(at), retain(...Array.from({ length: 20 }, (_, n) => `W @Entity-${n}: Number ${n} of the day ${at}`)))
  repo.git('add', 'memory')
  repo.git('commit', '-q', '-m', 'log')
}

/** Run a script where `small` can be mounted; `memory` and `copy`, which fills it with the workspace, are its words. */
const inMount = (repo: Repo, script: string): Ran =>
  repo.with({ MEMORY_WORKSPACE: '' }).run(
    'unshare',
    '-rm',
    'sh',
    '-c',
    `small=$1 workspace=$2
     memory() { (cd "$small" && '${process.execPath}' '${memoryCommand}' "$@"); }
     mkdir -p "$small"
     ${script}`,
    'sh',
    repo.path('../small'),
    repo.root,
  )

describe(`a small disk${orNot}`, () => {
  // In KiB beside the workspace itself: from nothing to room for all of it.
  const rooms = [0, 32, 64, 128, 192, 256, 512, 1024, 4096]

  mounted('that is full is said in one line at any moment, and loses nothing that was there', () =>
    withRepo(async (repo) => {
      manyFacts(repo)
      const digest = await repo.digest()
      repo.remove(indexFolder)
      const statuses = rooms.map((room) => {
        const { status, stdout, stderr } = inMount(
          repo,
          `mount -t tmpfs -o size=64m none "$small" && cp -a "$workspace/." "$small"
           mount -o "remount,size=$(($(df -k "$small" | tail -1 | awk '{print $3}') + ${room}))k" "$small"
           memory reflect >"$workspace/.git/said" 2>&1; echo "$?"
           mount -o remount,size=64m "$small"
           memory status --digest && memory reflect >/dev/null && memory verify --strict >&2 && cat "$workspace/.git/said" >&2`,
        )
        const said = repo.read('.git/said')
        expect({ room, status, digest: stdout.split('\n')[1] }).toEqual({ room, status: 0, digest })
        expect(stderr).toContain(said)
        const first = Number(stdout.split('\n')[0])
        if (first !== 0) expect({ room, said }).toEqual({ room, said: expect.stringMatching(/^memory: [^\n]+\n$/) })
        return first
      })
      expect(new Set(statuses)).toEqual(new Set([0, 2]))
      expect(statuses.at(-1)).toBe(0)
    }),
  )
})

/** Verbs that only read, with what they are asked. */
const questions = [
  'recall number 3',
  'recall number --json',
  'brief',
  'log --until 2025-11-02',
  'log --beliefs',
  'show Entity-3',
  'core',
  'verify',
  'judge',
  'suggest',
  'reflect --dry-run',
  'status --digest',
].map((line) => line.split(' '))

/** A log that the index does not have yet, committed without hooks, and words that no commit holds. */
function goOn(repo: Repo): void {
  repo.commit(day(10), retain('W @Entity-3: Number 3 is committed behind the index'))
  repo.write(day(11), retain('W @Entity-3: Number 3 is not committed'))
}

const mountedReadOnly = `mount --bind "$workspace" "$workspace" && mount -o remount,bind,ro "$workspace" && small=$workspace`

describe(`a read-only disk${orNot}`, () => {
  mounted.each([
    ['with an index', manyFacts, 'a copy of it'],
    [
      'with an index that is behind, and words that no commit holds',
      async (repo: Repo): Promise<void> => {
        manyFacts(repo)
        await repo.digest()
        goOn(repo)
      },
      'a copy of it',
    ],
    ['without an index', (repo: Repo): void => (manyFacts(repo), repo.remove(indexFolder)), 'one built'],
  ] as const)('%s is asked what any other is, and says so', (what, make, how) =>
    withRepo(async (repo) => {
      await make(repo)
      if (what === 'with an index') await repo.digest()
      const before = repo.files()
      const asked = questions.map((args) => ({
        args,
        ...inMount(repo, `${mountedReadOnly} && memory ${args.join(' ')}`),
      }))
      expect(repo.files()).toEqual(before)
      const word = `the index cannot be written (read-only file system): answered from ${how} in memory`
      for (const { args, ...ran } of asked) {
        const { status, stdout, stderr } = repo.memory(...args)
        const answer = args.includes('--json') ? withNotice(stdout, word) : stdout
        expect({ args, ...ran }).toEqual({ args, status, stdout: answer, stderr: expect.stringContaining(stderr) })
        expect(ran.stderr).toContain(`memory: ${word}\n`)
      }
    }),
  )

  mounted.each([['reflect'], ['sync'], ['rebuild'], ['retain', "'W @Peter: Likes tea'"]])(
    'is named by memory %s in one line, and no more is asked of it',
    (...args) =>
      withRepo(async (repo) => {
        manyFacts(repo)
        await repo.digest()
        const before = repo.files()
        expect(inMount(repo, `${mountedReadOnly} && memory ${args.join(' ')}`)).toMatchObject({
          status: 2,
          stdout: '',
          stderr: expect.stringMatching(/^memory: [^\n]*read-only file system; run it where[^\n]*\n$/),
        })
        expect(repo.files()).toEqual(before)
      }),
  )
})

const withNotice = (stdout: string, word: string): string => {
  const answer = JSON.parse(stdout) as { notices: readonly string[] }
  return `${JSON.stringify({ ...answer, notices: [...answer.notices, word] }, null, 2)}\n`
}

/** A disk with the workspace on it, and not a byte more; `full` and `room` say so and take it back. */
const filled = `mount -t tmpfs -o size=64m none "$small" && cp -a "$workspace/." "$small" && cd "$small"
  full() { mount -o "remount,size=$(df -k "$small" | tail -1 | awk '{print $3}')k" "$small"; }
  room() { mount -o remount,size=64m "$small"; }`

describe(`a full disk${orNot}`, () => {
  mounted.each([
    ['with an index', '', 'a copy of it'],
    ['without an index', `rm -r "$small/${indexFolder}";`, 'one built'],
  ])('%s is asked what any other is, and says so', (_what, first, how) =>
    withRepo(async (repo) => {
      manyFacts(repo)
      await repo.digest()
      goOn(repo)
      for (const args of [
        ['recall', 'number', '3'],
        ['log', '--beliefs'],
        ['show', 'Entity-3'],
        ['status', '--digest'],
      ]) {
        const ran = inMount(repo, `${filled}\n${first} full; memory ${args.join(' ')}`)
        const { status, stdout } = repo.memory(...args)
        expect({ args, ...ran }).toEqual({
          args,
          status,
          stdout,
          stderr: `memory: the index cannot be written (the disk is full): answered from ${how} in memory\n`,
        })
      }
    }),
  )

  mounted('is named by what writes, which writes once there is room', () =>
    withRepo(async (repo) => {
      manyFacts(repo)
      await repo.digest()
      const said = inMount(
        repo,
        `${filled}\nfull; memory retain 'W @Peter: Likes tea'; echo "$?"; room; memory retain 'W @Peter: Likes tea'; memory recall tea`,
      )
      expect(said.stderr).toMatch(/^memory: [^\n]* the disk is full; free some space and run it again\n/)
      expect(said.stdout).toMatch(/^2\n/)
      expect(said.stdout).toContain('Likes tea — Peter')
    }),
  )
})
