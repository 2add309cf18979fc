import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { getEventListeners, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Workspace } from '../../src/index.js'
import { said, withDoor } from '../mcp/door.js'
import { day, retain } from '../support/notes.js'
import { withRawIndex } from '../support/raw-index.js'
import { halfOfPatience, meantBy, refusing, tinyModel, type TinyModel } from '../support/tiny-model.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

let model: TinyModel
beforeEach(async () => {
  model = await tinyModel()
})
afterEach(() => model.close())

const pages = (from: number, many: number): string[] =>
  Array.from({ length: many }, (_, at) => `W @Ines: Wrote page ${from + at} of the harbour report`)
const begin = async (repo: Repo): Promise<void> => {
  repo.commit(day(1), retain('W @Peter: His wife is called Maria', ...pages(0, 20)))
  await repo.use((memory) => memory.embed({ provider: 'ollama', model: 'tiny', url: model.url }))
  model.asked.length = 0
}
const vectors = (repo: Repo): number =>
  withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM vector').pluck().get()) as number

interface Watch {
  readonly child: ChildProcessWithoutNullStreams
  readonly told: { out: string; wrong: string }
}
const watches: Watch[] = []
afterEach(() => {
  for (const { child } of watches.splice(0)) child.kill('SIGKILL')
})
function watch(repo: Repo, ...args: readonly string[]): Watch {
  const child = spawn(process.execPath, [memoryCommand, 'embed', '--watch', ...args], {
    cwd: repo.root,
    env: repo.environment,
  })
  const told = { out: '', wrong: '' }
  child.stdout.on('data', (part: Buffer) => (told.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (told.wrong += part.toString()))
  watches.push({ child, told })
  return { child, told }
}
async function until(holds: () => boolean): Promise<void> {
  for (const start = Date.now(); !holds() && Date.now() - start < 120_000;) await wait(25)
  expect(holds()).toBe(true)
}
async function ended({ child }: Watch, signal: NodeJS.Signals): Promise<unknown[]> {
  child.kill(signal)
  return once(child, 'close')
}

describe('memory embed --watch', () => {
  test('makes what is missing, then what each commit brings, and ends with 0 when it is interrupted', () =>
    withRepo(async (repo) => {
      await begin(repo)
      repo.commit(day(2), retain('W @Peter: Drives an old Volvo'))
      const watching = watch(repo)
      await until(() => watching.told.out === '1 line more with a vector, 0 without.\n')
      repo.commit(day(3), retain('W @Peter: Was seen at the clinic', 'W @Rosa: Paints'))
      await until(() => watching.told.out.endsWith('2 lines more with a vector, 0 without.\n'))
      const texts = ['Peter: Drives an old Volvo', 'Peter: Was seen at the clinic', 'Rosa: Paints']
      expect(model.asked.toSorted()).toEqual(texts.toSorted())
      expect(await ended(watching, 'SIGINT')).toEqual([0, null])
      expect(watching.told.wrong).toBe('')
    }))

  test('tells of a batch as JSON what memory embed tells, without a place of its own in it', () =>
    withRepo(async (repo) => {
      await begin(repo)
      repo.commit(day(2), retain('W @Peter: Drives an old Volvo'))
      const watching = watch(repo, '--json')
      await until(() => watching.told.out.endsWith('\n'))
      const told = { made: 1, left: 0, unread: 0, refused: [], reason: null }
      expect(JSON.parse(watching.told.out)).toEqual(told)
      await ended(watching, 'SIGKILL')
    }))

  test('ends at once while a server lets it wait', () =>
    withRepo(async (repo) => {
      await begin(repo)
      let isAsked = false
      model.behave = (_, texts) => (isAsked = texts.length > 0)
      repo.commit(day(2), retain('W @Peter: Drives an old Volvo'))
      const watching = watch(repo)
      await until(() => isAsked)
      const start = Date.now()
      expect(await ended(watching, 'SIGTERM')).toEqual([0, null])
      expect(Date.now() - start).toBeLessThan(halfOfPatience)
    }))

  test('says once that a server is gone, and goes on when it is back', () =>
    withRepo(async (repo) => {
      await begin(repo)
      let isGone = true
      model.behave = (response) => {
        if (isGone) response.destroy()
        return isGone
      }
      repo.commit(day(2), retain('W @Peter: Drives an old Volvo'))
      const watching = watch(repo)
      await until(() => watching.told.wrong !== '')
      await wait(1500)
      expect(watching.told.wrong).toMatch(/^memory: http:\/\/127\.0\.0\.1:\d+ cannot be asked: .*; trying again\n$/)
      isGone = false
      await until(() => watching.told.out === '1 line more with a vector, 0 without.\n')
      expect(watching.told.wrong.split('\n')).toHaveLength(2)
    }))

  test('is held up by no text that the model refuses', () =>
    withRepo(async (repo) => {
      await begin(repo)
      model.behave = refusing('Volvo')
      repo.commit(day(2), retain('W @Peter: Drives an old Volvo'))
      const watching = watch(repo)
      await until(() => watching.told.wrong.includes('the model made none of 1 line'))
      repo.commit(day(3), retain('W @Peter: Was seen at the clinic'))
      await until(() => watching.told.out === '1 line more with a vector, 1 without.\n')
      await ended(watching, 'SIGKILL')
    }))

  test('two of them leave a vector a line, and none once another process forgot them all', () =>
    withRepo(async (repo) => {
      await begin(repo)
      const both = [watch(repo), watch(repo)]
      repo.commit(day(2), retain(...pages(100, 300)))
      await until(() => vectors(repo) === 321)
      await repo.use((memory) => memory.embed({ off: true }))
      for (const { child } of both) if (child.exitCode === null) await once(child, 'close')
      expect(both.map(({ child, told }) => [child.exitCode, told.wrong])).toEqual([
        [2, expect.stringMatching(/^memory: no model is set/)],
        [2, expect.stringMatching(/^memory: no model is set/)],
      ])
      expect(vectors(repo)).toBe(0)
    }))

  test.each([
    [['--off'], '--off goes without --watch'],
    [['--again'], '--again goes without --watch'],
    [[], 'no model is set'],
  ])('refuses %j where that says nothing to watch', (args, message) =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const done = repo.memory('embed', '--watch', ...args)
      expect([done.status, done.stderr]).toEqual([2, expect.stringContaining(message)])
    }),
  )
})

test('a question takes long lines one by one, so that none of them makes it wait for the others', () =>
  withRepo(async (repo) => {
    await begin(repo)
    const long = 'The harbour office sent the minutes, and nobody had read them before noon. '.repeat(12)
    repo.commit(day(2), retain(...pages(100, 5).map((page) => `${page}. ${long}`), ...pages(200, 20)))
    const asked: string[][] = []
    model.behave = (_, texts) => {
      asked.push([...texts])
      return false
    }
    await repo.use((memory) => memory.recall('physician'))
    const batches = asked.filter((texts) => texts.length > 1)
    expect(Math.max(...batches.map((texts) => texts.length))).toBeLessThanOrEqual(8)
    expect(batches.flat().filter((text) => text.length > 500)).toEqual([])
    // As many as there is time for.
    expect(asked.flat().some((text) => text.length > 500)).toBe(true)
  }))

test('a vector that comes once another process has forgotten them all is not kept', () =>
  withRepo(async (repo) => {
    await begin(repo)
    repo.commit(day(2), retain('W @Peter: Drives an old Volvo'))
    let isForgotten: Promise<unknown> | undefined
    model.behave = (response, texts) => {
      if (texts.length === 0) return false
      isForgotten = repo
        .use((memory) => memory.embed({ off: true }))
        .then(() => response.end(JSON.stringify({ embeddings: texts.map(() => [1, 2, 3]) })))
      return true
    }
    await repo.use((memory) => memory.keepVectors())
    await isForgotten
    expect([isForgotten !== undefined, vectors(repo)]).toEqual([true, 0])
    expect((await repo.use((memory) => memory.status())).semantic).toBeNull()
  }))

test('a vector of a line that was forgotten while the model worked is not kept', () =>
  withRepo(async (repo) => {
    await begin(repo)
    repo.commit(day(2), retain('W @Peter: Drives an old Volvo'))
    const { id } = (await repo.use((memory) => memory.recall('Volvo', { semantic: 'off' }))).results[0]!
    const end = new AbortController()
    let forgotten: unknown
    model.behave = (response, texts) => {
      if (texts.length === 0) return false
      model.behave = undefined
      void repo
        .use((memory) => memory.forget(id))
        .then(({ indexClean }) => {
          forgotten = indexClean
          response.end(JSON.stringify({ embeddings: texts.map(meantBy) }))
        })
      return true
    }
    await repo.use((memory) => memory.keepVectors({ signal: end.signal, told: () => end.abort() }))
    expect([forgotten, vectors(repo)]).toEqual([true, 21])
  }))

test('vectors of a model that another process set meanwhile are not thrown away for those of the one before', () =>
  withRepo(async (repo) => {
    await begin(repo)
    const other = await tinyModel('other:latest')
    try {
      for (const ask of [
        (memory: Workspace): Promise<unknown> => memory.keepVectors({ signal: AbortSignal.timeout(500) }),
        (memory: Workspace): Promise<unknown> => memory.recall('physician'),
      ]) {
        await repo.use((memory) => memory.embed({ model: 'tiny', url: model.url }))
        repo.commit(day(2), retain(`W @Peter: Drives an old Volvo ${Math.random()}`))
        let isSet: Promise<unknown> | undefined
        model.behave = (response, _, path) => {
          if (path !== '/api/tags' || isSet) return false
          isSet = repo
            .use((memory) => memory.embed({ model: 'other', url: other.url }))
            .then(() => response.end(JSON.stringify({ models: [{ name: 'tiny:latest', digest: model.digest }] })))
          return true
        }
        await repo.use(ask)
        await isSet
        const kept = withRawIndex(repo, (db) => db.prepare('SELECT model FROM embedding').pluck().get())
        expect([isSet !== undefined, kept]).toEqual([true, expect.stringMatching(/^ollama other /)])
      }
    } finally {
      await other.close()
    }
  }))

test('keepVectors ends with its workspace, though no commit comes, and leaves no listener on a signal', () =>
  withRepo(async (repo) => {
    await begin(repo)
    const { signal } = new AbortController()
    let closing: Promise<unknown> | undefined
    await repo.use(async (memory) => {
      closing = memory.keepVectors({ signal }).catch((cause: unknown) => cause)
      await wait(300)
    })
    expect(await Promise.race([closing, wait(halfOfPatience, undefined, { ref: false })])).toMatchObject({
      code: 'closed',
    })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  }))

describe('an open server', () => {
  test('makes vectors between questions, so that the next finds what a commit brought, and writes nothing else', () =>
    withRepo(async (repo) => {
      await begin(repo)
      repo.commit(day(2), retain('W @Peter: Was seen at the clinic', ...pages(100, 150)))
      await withDoor(repo, async ({ call }) => {
        await call('status')
        const before = repo.files('memory').size + repo.files('.memory').size
        await until(() => vectors(repo) === 172)
        repo.commit(day(3), retain('W @Peter: Drives an old Volvo'))
        await until(() => vectors(repo) === 173)
        expect(repo.files('memory').size + repo.files('.memory').size).toBe(before + 1)
        expect(repo.git('status', '--porcelain')).toBe('')
        model.asked.length = 0
        expect(said(await call('recall', { question: 'physician' }))).toContain('Was seen at the clinic')
        expect(model.asked).toEqual(['physician'])
      })
    }))

  test('asks no model where none is set, and ends while one lets it wait', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      await withDoor(repo, async ({ call }) => {
        await call('status')
        await begin(repo)
        let isAsked = false
        model.behave = (_, texts) => (isAsked = texts.length > 0)
        repo.commit(day(2), retain(...pages(100, 5)))
        await call('status')
        await until(() => isAsked)
      })
    }))

  test('keeps nobody waiting for more than a few lines of a model in its own process', () =>
    withRepo(async (repo) => {
      const long = 'The harbour office sent the minutes, and nobody had read them before noon. '.repeat(12)
      repo.commit(day(1), retain('W @Peter: Is vegetarian since the trip to Kerala'))
      await repo.use((memory) => memory.embed({ model: 'local' }))
      repo.commit(day(2), retain(...pages(0, 100), ...pages(100, 20).map((page) => `${page}. ${long}`)))
      await withDoor(repo, async ({ call }) => {
        await call('recall', { question: 'Who eats no meat?' })
        const waits: number[] = []
        const begun = performance.now()
        while (vectors(repo) < 121 && waits.length < 300) {
          const start = performance.now()
          await call('core')
          waits.push(performance.now() - start)
          await wait(30)
        }
        const sorted = waits.toSorted((a, b) => a - b)
        expect(vectors(repo)).toBe(121)
        expect(sorted.at(Math.floor(sorted.length / 2))).toBeLessThan(Math.max(1000, (performance.now() - begun) / 8))
      })
    }))
})
