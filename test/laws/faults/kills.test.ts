import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { isAlive } from '../../../src/files/files.js'
import { day, retain } from '../../support/notes.js'
import { withRepo, type Repo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { stateOf } from './state.js'
import { indexFolder } from '../../support/index-place.js'

/** `npm run kills -- --runs 1000 --seed 7` sets these. */
const runs = Number(process.env['LAW_RUNS']) || 2
const seed = Number(process.env['LAW_SEED'] ?? 20251127)

/** Pages in HEAD, hooks, and a clone that is one log ahead. */
function prepare(repo: Repo): void {
  repo.init()
  repo.commit(day(1), retain('O(c=0.8) @Anna: Likes coffee', 'W @Tom: Lives in Graz', 'B @Mia: Soon gone'))
  repo.git('add', 'bank')
  repo.git('commit', '-q', '-m', 'bank')
  const clone = repo.at('clone')
  repo.git('clone', '-q', repo.root, clone.root)
  repo.git('remote', 'add', 'origin', clone.root)
  clone.write(day(1), retain('O(c=0.8) @Anna: Likes coffee', 'W @Tom: Lives in Graz'))
  clone.commit(day(2), retain('O(c=0.6) @Anna: Does not like coffee', 'W @Zoe: New here'))
  clone.git('commit', '-q', '-a', '-m', 'gone')
}

/** `prepare` comes again after a reset. */
const moves: Record<string, { prepare: (repo: Repo) => void; command: readonly string[] }> = {
  commit: {
    prepare(repo) {
      repo.write(day(1), retain('O(c=0.8) @Anna: Likes coffee', 'W @Tom: Lives in Graz'))
      repo.write(day(3), retain('O(c=0.6) @Anna: Does not like coffee', 'W @Zoe: New here'))
      repo.git('add', 'memory')
    },
    command: ['commit', '-q', '-m', 'log'],
  },
  'pull, which moves HEAD on': { prepare: () => {}, command: ['pull', '-q', '--ff-only', 'origin', 'main'] },
  'pull, which merges': {
    prepare(repo) {
      if (!repo.exists(day(3))) repo.commit(day(3), retain('W @Tom: Lives in Vienna'))
    },
    command: ['pull', '-q', '--no-edit', '--no-rebase', 'origin', 'main'],
  },
}

/** Run Git in a process group of its own, so that a signal reaches its hooks too. @returns milliseconds until it ended */
async function killed(repo: Repo, command: readonly string[], delay: number): Promise<number> {
  const start = performance.now()
  const victim = spawn('git', command, { cwd: repo.root, env: repo.environment, stdio: 'ignore', detached: true })
  const end = new Promise((resolve, reject) => victim.on('error', reject).on('exit', resolve))
  const ended = await Promise.race([end.then(() => true), wait(delay, false, { ref: false })])
  if (!ended) process.kill(-victim.pid!, 'SIGKILL')
  await end
  return performance.now() - start
}

test.each(Object.keys(moves))(
  `law 3 (crash): killed with its hooks at ${runs} random moments, git %s leaves the old index or the new one, and whole pages`,
  (name) =>
    withRepo(async (prepared) => {
      const { prepare: begin, command } = moves[name]!
      prepare(prepared)
      begin(prepared)
      const date = '@1764291600 +0000'
      const repo = prepared.at('work').with({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date })
      const again = (): void => {
        repo.remove('')
        prepared.run('cp', '-a', '--reflink=auto', prepared.root, repo.root)
      }
      again()
      const before = stateOf(repo)
      const whole = await killed(repo, command, 60_000)
      const after = stateOf(repo)
      expect(after.refs).not.toBe(before.refs)
      expect(after.index).not.toBe(before.index)
      expect(after.index.split(' ')[1]).toBe(await repo.freshDigest())
      // Behind a pull that brought back what it had put aside, pages wait for somebody to ask for them.
      expect(repo.memory('reflect')).toMatchObject({ status: 0, stderr: '' })
      const settled = stateOf(repo)

      const dice = new Dice(seed)
      for (let run = 0; run < runs; run++) {
        again()
        const delay = (whole * dice.number(1100)) / 1000
        await killed(repo, command, delay)
        const found = stateOf(repo)
        expect([before.index, after.index]).toContain(found.index)
        // Git has put aside what is not committed, and says so until it has brought it back.
        const committed = (path: string): string | undefined =>
          repo.exists('.git/MERGE_AUTOSTASH')
            ? Buffer.from(prepared.run('git', 'cat-file', 'blob', `HEAD:${path}`).stdout).toString('latin1') ||
              undefined
            : before.pages.get(path)
        // Git makes a file, and then writes it; ours get their name when they are whole.
        const made = repo.exists('.git/index.lock') || repo.exists('.git/MERGE_AUTOSTASH') ? [''] : []
        for (const path of new Set([...found.pages.keys(), ...before.pages.keys(), ...after.pages.keys()]))
          expect([before.pages.get(path), after.pages.get(path), committed(path), ...made]).toContain(
            found.pages.get(path),
          )

        // Git's own locks are not ours to remove, and its half a checkout is not ours to finish.
        for (const path of repo.files('.git').keys()) if (path.endsWith('.lock')) repo.remove(path)
        if (repo.git('rev-parse', 'HEAD') === prepared.git('rev-parse', 'HEAD')) {
          repo.git('reset', '-q', '--hard')
          repo.git('clean', '-q', '-f', '-d', '--', 'memory', 'bank')
          begin(repo)
          repo.git(...command)
        }
        expect(repo.memory('reflect')).toMatchObject({ status: 0, stderr: '' })
        const { index, pages, refs } = stateOf(repo)
        // Where Git was killed while it brought back what it had put aside, it keeps that as a stash.
        expect({ delay, index, pages, refs: refs.replace(/\nrefs\/stash .*/, '') }).toEqual({
          delay,
          index: after.index,
          pages: settled.pages,
          refs: after.refs,
        })
        const stray = [...repo.files('.memory').keys(), ...repo.files(indexFolder).keys()].filter(
          (path) => !/\.gitignore$|index-[\d.]+\.sqlite|\/lock-\w+$|\/(?:settled|seen-notes|known-pages)$/.test(path),
        )
        // Of a process that nobody has waited for yet the number is still taken; its file goes with the next pages.
        const isTaken = (path: string): boolean => /-\d+-/.test(path) && isAlive(Number(/-(\d+)-/.exec(path)![1]))
        expect(stray.filter((path) => !isTaken(path))).toEqual([])
      }
    }),
  24 * 3_600_000,
)
