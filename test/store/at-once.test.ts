import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { rawState } from '../support/raw-index.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'
import { indexFolder } from '../support/index-place.js'

/** Many notes in one commit. */
function manyNotes(repo: Repo, count: number, word: string): string {
  for (let at = 0; at < count; at++)
    repo.write(
      `memory/n${at}.md`,
      retain(`W @Peter: The ${word} number ${at}`, `O(c=0.${(at % 9) + 1}) @Anna: ${word}`),
    )
  repo.git('add', 'memory')
  repo.git('commit', '-q', '-m', word)
  return repo.git('rev-parse', 'HEAD')
}

/** Another process that has the built library and the repository's environment. */
function child(repo: Repo, script: string): ChildProcess {
  const library = pathToFileURL(memoryCommand.replace(/bin\/memory\.js$/, 'dist/index.js')).href
  const source = `import { openWorkspace } from '${library}'
    import { execFileSync } from 'node:child_process'
    const git = (...args) => execFileSync('git', args)
    ${script}`
  return spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: repo.path(),
    env: repo.environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const ended = (process: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => process.on('error', reject).on('exit', (code) => resolve(code)))

/** Ask again and again while another process works. */
async function whileItRuns<T>(process: ChildProcess, ask: () => Promise<T>): Promise<T[]> {
  const end = ended(process)
  const running = Symbol('running')
  const answers = [await ask()]
  for (;;) {
    const state = await Promise.race([end, turn(running)])
    if (state !== running) {
      expect(state).toBe(0)
      return answers
    }
    answers.push(await ask())
  }
}

describe('a reader beside a writer', () => {
  test('sees the same rows before, during and after a rebuild, never none', () =>
    withRepo(async (repo) => {
      // Indexed in two steps, so that a rebuild numbers the rows otherwise.
      repo.commit('memory/z.md', retain('W @Peter: The first of all'))
      await repo.digest()
      manyNotes(repo, 150, 'statement')
      const before = await repo.digest()
      const reader = repo.open()
      const expected = await reader.recall('statement number 77', { k: 3 })
      const writer = child(
        repo,
        `const workspace = openWorkspace()
         for (let round = 0; round < 4; round++) {
           await workspace.rebuild()
           git('commit', '-q', '--allow-empty', '-m', 'round')
         }`,
      )
      const answers = await whileItRuns(writer, async () => ({
        digest: await reader.digest(),
        results: (await reader.recall('statement number 77', { k: 3 })).results,
      }))
      expect(answers.length).toBeGreaterThan(1)
      for (const answer of answers) expect(answer).toEqual({ digest: before, results: expected.results })
      await expectSameAsRebuild(repo)
    }))

  test('gets every answer from one commit, the one that it names', () =>
    withRepo(async (repo) => {
      const one = manyNotes(repo, 40, 'walnut')
      const two = manyNotes(repo, 40, 'almond')
      const reader = repo.open()
      const writer = child(
        repo,
        `const workspace = openWorkspace()
         for (let round = 0; round < 12; round++) {
           git('update-ref', 'HEAD', round % 2 ? '${two}' : '${one}')
           await workspace.sync()
         }`,
      )
      const answers = await whileItRuns(writer, async () => {
        const { commit, results } = await reader.recall('number', { k: 100, committed: true })
        return { commit, words: [...new Set(results.map(({ content }) => content.replace(/^The | number.*$/g, '')))] }
      })
      for (const { commit, words } of answers)
        expect({ commit, words }).toEqual({ commit, words: [commit === one ? 'walnut' : 'almond'] })
      await expectSameAsRebuild(repo)
    }))

  test('names the commit that its rows are of, though HEAD moved on while it thought', () =>
    withRepo(async (repo) => {
      const one = manyNotes(repo, 3, 'walnut')
      const two = manyNotes(repo, 3, 'almond')
      let [moved, moveOn] = [false, (): void => {}]
      // The clock is asked between finding out where HEAD stands and reading the rows.
      const reader = repo.open({
        get now() {
          moveOn()
          return new Date('2025-12-01T12:00:00Z')
        },
      })
      repo.git('update-ref', 'HEAD', one)
      await reader.digest()
      moveOn = () => {
        moved = true
        repo.git('update-ref', 'HEAD', two)
        expect(repo.memory('sync').status).toBe(0)
      }
      const { commit, results } = await reader.recall('number', { committed: true, kinds: ['world'] })
      expect(moved).toBe(true)
      const word = commit === one ? 'walnut' : 'almond'
      expect(results.map(({ content }) => content).toSorted()).toEqual(
        [0, 1, 2].map((at) => `The ${word} number ${at}`),
      )
      await expectSameAsRebuild(repo)
    }))

  test('moves an index on to a commit of the same notes only while it still stands for them', () =>
    withRepo(async (repo) => {
      const one = manyNotes(repo, 3, 'walnut')
      const two = manyNotes(repo, 3, 'almond')
      const same = repo.git('commit-tree', '-p', one, '-m', 'The same notes', `${one}^{tree}`)
      const reader = repo.open()
      repo.git('update-ref', 'HEAD', one)
      await reader.digest()
      repo.git('update-ref', 'HEAD', two)
      // Has begun to write, and goes on once the reader has looked.
      const writer = child(
        repo,
        `import { existsSync, writeFileSync } from 'node:fs'
         const wait = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time)
         const progress = () => {
           if (existsSync('../writes')) return
           writeFileSync('../writes', '')
           while (!existsSync('../asked')) wait(5)
           wait(300)
         }
         await openWorkspace({ progress }).sync()`,
      )
      const end = ended(writer)
      for (let tries = 0; tries < 2000 && !repo.exists('../writes'); tries++) await wait(5)
      repo.git('update-ref', 'HEAD', same)
      repo.write('../asked', '')
      // Sees what the index stands for, learns where HEAD is, and waits for the other to write.
      await reader.digest()
      expect(await end).toBe(0)
      repo.git('update-ref', 'HEAD', same)
      const { commit, results } = await repo.open().recall('number', { committed: true, kinds: ['world'] })
      expect(commit).toBe(same)
      expect(results.map(({ content }) => content).toSorted()).toEqual([0, 1, 2].map((at) => `The walnut number ${at}`))
      await expectSameAsRebuild(repo)
    }))

  test('dumps one state, though another process writes between two lines', () =>
    withRepo(async (repo) => {
      const one = manyNotes(repo, 3, 'walnut')
      const two = manyNotes(repo, 3, 'almond')
      const reader = repo.open()
      const dump = async (betweenLines: () => void): Promise<string> => {
        const lines: string[] = []
        await reader.dump((line) => {
          lines.push(line)
          betweenLines()
        })
        return createHash('sha256').update(lines.join('\n')).digest('hex')
      }
      const states = [await dump(() => {})]
      repo.git('update-ref', 'HEAD', one)
      states.push(await dump(() => {}))
      let moved = false
      const mixed = await dump(() => {
        if (moved) return
        moved = true
        repo.git('update-ref', 'HEAD', two)
        expect(repo.memory('sync').status).toBe(0)
      })
      expect(states).toContain(mixed)
      await expectSameAsRebuild(repo)
    }))

  test('that writes pages forgets none that another process made stale meanwhile', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: One'))
      await repo.use((workspace) => workspace.reflect('all'))
      repo.commit(day(2), retain('W @Anna: Two'))
      const writer = repo.open()
      let moved = false
      await writer.reflect('stale', () => {
        if (!moved) {
          repo.commit(day(3), retain('B @Mia: Three', 'W @Peter: Three too'))
          expect(repo.memory('sync').status).toBe(0)
        }
        moved = true
        return true
      })
      expect(moved).toBe(true)
      await writer.reflect('stale')
      const { written, removed } = await writer.reflect('all')
      expect({ written, removed }).toEqual({ written: [], removed: [] })
      expect(repo.read('bank/entities/Mia.md')).toContain('Three')
      await expectSameAsRebuild(repo)
    }))

  test('and seven others beside two writers get each answer whole, from a commit that HEAD stood at', () =>
    withRepo(async (repo) => {
      const commits = ['walnut', 'almond', 'hazel'].map((word) => manyNotes(repo, 30, word))
      const right = new Map<string, string>()
      for (const commit of commits) {
        repo.git('update-ref', 'HEAD', commit)
        right.set(commit, await repo.digest())
      }
      repo.write('../stop', '')
      const writers = [0, 1].map((first) =>
        child(
          repo,
          `const workspace = openWorkspace({ patience: 60_000 })
           const commits = ${JSON.stringify(commits)}
           for (let round = ${first}; round < 16 + ${first}; round++) {
             git('update-ref', 'HEAD', commits[round % 3])
             await (round % 4 === 0 ? workspace.rebuild() : workspace.sync())
           }`,
        ),
      )
      // What a reader sees and what the index says it stands for come from one state: the dump names no commit, recall does.
      const readers = Array.from({ length: 8 }, (_, at) =>
        child(
          repo,
          `import { appendFileSync, existsSync } from 'node:fs'
           const workspace = openWorkspace({ patience: 60_000 })
           let answers = 0
           while (existsSync('../stop') || answers < 3) {
             const { commit, results } = await workspace.recall('number', { k: 100, committed: true, kinds: ['world'] })
             const words = [...new Set(results.map(({ content }) => content.replace(/^The | number.*$/g, '')))]
             appendFileSync('../read-${at}', JSON.stringify({ commit, words, count: results.length, digest: await workspace.digest() }) + '\\n')
             answers++
           }`,
        ),
      )
      const ends = readers.map(ended)
      expect(await Promise.all(writers.map(ended))).toEqual([0, 0])
      repo.remove('../stop')
      expect(await Promise.all(ends)).toEqual(readers.map(() => 0))
      for (const [at] of readers.entries()) {
        const lines = repo.read(`../read-${at}`).trimEnd().split('\n')
        expect(lines.length).toBeGreaterThanOrEqual(3)
        for (const line of lines) {
          const { commit, words, count, digest } = JSON.parse(line) as Record<string, string>
          expect([...right.values()]).toContain(digest)
          const word = ['walnut', 'almond', 'hazel'][commits.indexOf(commit!)]
          expect({ commit, words, count }).toEqual({ commit, words: [word], count: 30 })
        }
      }
      await expectSameAsRebuild(repo)
    }))

  test('and eight writers at once all end with the same index, without an error', () =>
    withRepo(async (repo) => {
      manyNotes(repo, 30, 'statement')
      const before = await repo.freshDigest()
      const writers = Array.from({ length: 8 }, (_, at) =>
        child(repo, `const workspace = openWorkspace(); await workspace.${at % 2 ? 'rebuild' : 'sync'}()`),
      )
      expect(await Promise.all(writers.map(ended))).toEqual(writers.map(() => 0))
      expect(await repo.digest()).toBe(before)
    }))
})

function isThere(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('kill -9', () => {
  const steps = [0.3, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]

  /** Run a command of ours to its end once, then again and again, killed a little later each time. */
  async function killed(
    repo: Repo,
    args: readonly string[],
    before: () => void,
    after: () => Promise<void>,
  ): Promise<void> {
    before()
    const start = performance.now()
    expect(
      spawnSync(process.execPath, [memoryCommand, ...args], { cwd: repo.path(), env: repo.environment }).status,
    ).toBe(0)
    const whole = performance.now() - start
    for (const step of steps) {
      before()
      const victim = spawn(process.execPath, [memoryCommand, ...args], {
        cwd: repo.path(),
        env: repo.environment,
        stdio: 'ignore',
      })
      const end = ended(victim)
      await wait(whole * step)
      victim.kill('SIGKILL')
      await end
      await after()
    }
  }

  test('in the middle of a rebuild leaves the index as it was', () =>
    withRepo(async (repo) => {
      manyNotes(repo, 600, 'statement')
      const digest = await repo.digest()
      const { tree } = rawState(repo)
      await killed(
        repo,
        ['rebuild'],
        () => {},
        async () => expect(rawState(repo)).toEqual({ tree, digest }),
      )
      await expectSameAsRebuild(repo)
    }))

  test('in the middle of a sync leaves the old index or the new one', () =>
    withRepo(async (repo) => {
      const one = manyNotes(repo, 400, 'walnut')
      await repo.digest()
      const old = rawState(repo)
      const two = manyNotes(repo, 400, 'almond')
      await repo.digest()
      const next = rawState(repo)
      await killed(
        repo,
        ['sync'],
        () => {
          repo.git('update-ref', 'HEAD', one)
          expect(repo.memory('sync').status).toBe(0)
          repo.git('update-ref', 'HEAD', two)
        },
        async () => expect([old, next]).toContainEqual(rawState(repo)),
      )
      await expectSameAsRebuild(repo)
    }))

  test('of the first sync ever leaves nothing that misleads the second', () =>
    withRepo(async (repo) => {
      manyNotes(repo, 300, 'statement')
      const digest = await repo.freshDigest()
      await killed(
        repo,
        ['sync'],
        () => repo.remove(indexFolder),
        async () => expect(await repo.digest()).toBe(digest),
      )
    }))

  test('of a writer that others wait for lets them go on, each to the right end and without an error', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: One'))
      await repo.digest()
      manyNotes(repo, 30, 'statement')
      const writer = child(
        repo,
        `import { writeFileSync } from 'node:fs'
         const stop = () => (writeFileSync('../stopped', ''), process.kill(process.pid, 'SIGSTOP'))
         await openWorkspace({ progress: stop }).rebuild()`,
      )
      while (!repo.exists('../stopped')) await wait(20)
      const waiting = ['sync', 'rebuild'].map((verb) =>
        child(repo, `const workspace = openWorkspace(); await workspace.${verb}()`),
      )
      const ends = waiting.map(ended)
      await wait(1500)
      expect(waiting.map(({ exitCode }) => exitCode)).toEqual([null, null])
      writer.kill('SIGKILL')
      expect(await Promise.all(ends)).toEqual([0, 0])
      await expectSameAsRebuild(repo)
    }))

  test('in the middle of a commit and its hook leaves the commit, no lock, whole pages, and the right answers', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        for (const [at, delay] of [40, 80, 120, 160, 200].entries()) {
          repo.write(day(at + 2), retain(`W @Peter: Statement ${at}`, `O(c=0.8) @Anna: Opinion ${at}`))
          repo.git('add', day(at + 2))
          // A group of its own: the signal must reach the hook's node as well.
          const victim = spawn('git', ['commit', '-q', '-m', 'log'], {
            cwd: repo.path(),
            env: repo.environment,
            stdio: 'ignore',
            detached: true,
          })
          const end = ended(victim)
          await wait(delay)
          try {
            process.kill(-victim.pid!, 'SIGKILL')
          } catch (cause) {
            expect(cause).toMatchObject({ code: 'ESRCH' }) // it had ended by itself
          }
          await end
          for (const [path, text] of repo.files('bank')) {
            expect({
              path,
              whole: text.includes('<!-- memory:begin') && text.trimEnd().endsWith('memory:end -->'),
            }).toEqual({
              path,
              whole: true,
            })
          }
          // Git's own locks, where the signal met Git itself, are not ours to remove.
          for (const path of repo.files('.git').keys()) if (path.endsWith('.lock')) repo.remove(path)
          await expectSameAsRebuild(repo)
        }
        repo.commit(day(20), retain('B @Mia: The last'))
        const { written, removed } = await repo.use((workspace) => workspace.reflect('all'))
        expect({ written, removed }).toEqual({ written: [], removed: [] })
        const left = [...repo.files('.memory').keys(), ...repo.files(indexFolder).keys()].filter(
          (path) => !/\.gitignore$|index-[\d.]+\.sqlite|lock-\w+$|\/settled$/.test(path),
        )
        // Of a process that nobody has waited for yet the number is still taken; its file goes with the next pages.
        expect(left.filter((path) => !isThere(Number(/-(\d+)-/.exec(path)?.[1] ?? 0)))).toEqual([])
      },
      { hooks: true },
    ))
})
