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

describe(`a read-only disk${orNot}`, () => {
  mounted.each([['recall', 'number'], ['status'], ['reflect'], ['sync'], ['log']])(
    'is named by memory %s in one line, and no more is asked of it',
    (...args) =>
      withRepo(async (repo) => {
        manyFacts(repo)
        await repo.digest()
        const before = repo.files()
        const ran = inMount(
          repo,
          `mount --bind "$workspace" "$small" && mount -o remount,bind,ro "$small" && memory ${args.join(' ')}`,
        )
        expect(ran).toMatchObject({
          status: 2,
          stdout: '',
          stderr: expect.stringMatching(/^memory: [^\n]*read-only[^\n]*\n$/),
        })
        expect(repo.files()).toEqual(before)
      }),
  )
})
