import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openDatabase } from '../../src/sqlite/engine.js'
import { indexFile } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { refusing, tinyModel, type TinyModel } from '../support/tiny-model.js'
import { withRawIndex } from '../support/raw-index.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

let model: TinyModel
beforeEach(async () => {
  model = await tinyModel()
})
afterEach(() => model.close())

const filler = Array.from({ length: 30 }, (_, at) => `W @Ines: Wrote page ${at} of the harbour report`)
const begin = (repo: Repo): void => {
  repo.commit(day(1), retain('W @Peter: His wife is called Maria', 'W @Peter: Drives an old Volvo'))
  repo.commit(day(2), retain(...filler))
}
const set = (
  repo: Repo,
  provider = 'ollama',
): Promise<{ made: number; kept: number; left: number; refused: readonly string[] }> =>
  repo.use((memory) =>
    memory.embed({ provider, model: 'tiny', url: provider === 'ollama' ? model.url : `${model.url}/v1` }),
  )
const answer = (
  repo: Repo,
  question: string,
  options: object = {},
): Promise<{ told: string[]; notices: readonly string[]; ways: string[] }> =>
  repo.use(async (memory) => {
    const { results, notices } = await memory.recall(question, options)
    return {
      told: results.map(({ content }) => content),
      notices,
      ways: results[0]?.why.found.map(({ by }) => by) ?? [],
    }
  })
/** A command in a process of its own, while the model answers in this one. */
async function command(
  repo: Repo,
  ...args: readonly string[]
): Promise<{ status: number | null; out: string; wrong: string }> {
  const child = spawn(process.execPath, [memoryCommand, ...args], { cwd: repo.root, env: repo.environment })
  let [out, wrong] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (wrong += part.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, out, wrong }
}

describe('a question that shares no word with its answer', () => {
  test.each(['ollama', 'openai-compatible'])('is answered by what it means: %s', (provider) =>
    withRepo(async (repo) => {
      begin(repo)
      expect((await answer(repo, 'spouse')).told).toEqual([])
      expect(await set(repo, provider)).toMatchObject({ made: 32, kept: 32, left: 0 })
      const { told, ways, notices } = await answer(repo, 'spouse')
      expect([told[0], ways, notices]).toEqual(['His wife is called Maria', ['semantic'], []])
      expect((await answer(repo, 'which vehicle')).told[0]).toBe('Drives an old Volvo')
    }),
  )

  test('is answered as before with --semantic off, and by nothing else with only', () =>
    withRepo(async (repo) => {
      begin(repo)
      const before = await repo.use((memory) => memory.recall('harbour spouse'))
      await set(repo)
      expect(await repo.use((memory) => memory.recall('harbour spouse', { semantic: 'off' }))).toEqual(before)
      const { told, ways } = await answer(repo, 'harbour spouse', { semantic: 'only' })
      expect([told[0], ways]).toEqual(['His wife is called Maria', ['semantic']])
      expect((await answer(repo, 'spouse', { entities: ['Ines'] })).told).not.toContain('His wife is called Maria')
    }))

  test('changes nothing of what the index stands for, nor of an answer where no model is set', () =>
    withRepo(async (repo) => {
      begin(repo)
      const [digest, before] = [await repo.digest(), await repo.use((memory) => memory.recall('harbour report'))]
      await set(repo)
      expect(await repo.digest()).toBe(digest)
      await repo.use((memory) => memory.embed({ off: true }))
      expect(await repo.digest()).toBe(digest)
      expect(await repo.use((memory) => memory.recall('harbour report'))).toEqual(before)
      expect(withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM vector').pluck().get())).toBe(0)
    }))
})

test('expectations are held against what a model finds, each question by its own meaning, and by words alone with semantic off', () =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo)
    repo.write(
      'memory/expect.yml',
      [
        ['where does Ines write', 'Wrote page 0 of the harbour report', 50],
        ['spouse', 'His wife is called Maria', 1],
        ['which vehicle', 'Drives an old Volvo', 1],
      ]
        .map(([ask, says, within]) => `- {ask: ${ask}, says: ${says}, within: ${within}}\n`)
        .join(''),
    )
    const held = (options = {}): Promise<boolean[]> =>
      repo.use(async (memory) => (await memory.expect(options)).held.map(({ holds }) => holds))
    expect(await held()).toEqual([true, true, true])
    expect(await held({ semantic: 'off' })).toEqual([true, false, false])
  }))

describe.each(['flat', 'binary', 'suco', 'hnsw', 'sqlite-vec'])('--search %s', (search) => {
  test('finds what was there, what came since, and nothing that was forgotten', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      await repo.use((memory) => memory.embed({ search }))
      expect((await answer(repo, 'spouse')).told[0]).toBe('His wife is called Maria')
      repo.commit(day(3), retain('W @Peter: Was seen at the clinic'))
      expect((await answer(repo, 'physician')).told[0]).toBe('Was seen at the clinic')
      const kept = (): unknown => withRawIndex(repo, (db) => db.prepare('SELECT search, covers FROM nearest').all())
      const isBuilt = search !== 'flat' && search !== 'sqlite-vec'
      expect(kept()).toEqual(isBuilt ? [{ search, covers: 32 }] : [])
      const id = await repo.use(async (memory) => (await memory.recall('wife')).results[0]!.id)
      await repo.use((memory) => memory.forget(id))
      expect(kept()).toEqual([])
      expect((await answer(repo, 'which vehicle')).told[0]).toBe('Drives an old Volvo')
      expect((await answer(repo, 'spouse')).told).toEqual([])
      await repo.use((memory) => memory.embed())
      expect((await answer(repo, 'physician')).told[0]).toBe('Was seen at the clinic')
    }))
})

test('a model in a folder is looked for there, and what runs it beside us', () =>
  withRepo(async (repo) => {
    begin(repo)
    const embed = (): ReturnType<typeof command> =>
      command(repo, 'embed', '--provider', 'transformers', '--model', '.git/models/tiny')
    expect(await embed()).toMatchObject({ status: 2, wrong: expect.stringMatching(/models\/tiny holds no model/) })
    repo.write('.git/models/tiny/config.json', '{}')
    mkdirSync(repo.path('.git/models/tiny/onnx'))
    symlinkSync('../blobs/gone', repo.path('.git/models/tiny/onnx/model.onnx'))
    expect(await embed()).toMatchObject({ status: 2, wrong: expect.stringMatching(/models\/tiny holds no model/) })
    repo.remove('.git/models/tiny/onnx/model.onnx')
    repo.write('.git/models/tiny/onnx/model.onnx', '')
    const needs = /transformers is not installed beside workspace-memory: npm install @huggingface\/transformers/
    expect(await embed()).toMatchObject({ status: 2, wrong: expect.stringMatching(needs) })
    expect((await repo.use((memory) => memory.status())).semantic).toBeNull()
  }))

test.each(['binary', 'suco', 'hnsw'])('words answer where what %s keeps is damaged, and the answer says so', (search) =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo)
    await repo.use((memory) => memory.embed({ search }))
    withRawIndex(repo, (db) => db.prepare(`UPDATE nearest SET bytes = x'010203'`).run())
    const { told, notices } = await answer(repo, 'Volvo')
    expect(told).toEqual(['Drives an old Volvo'])
    expect(notices.join()).toMatch(`found by words alone: --search ${search} cannot be opened`)
    await repo.use((memory) => memory.embed({ again: true }))
    expect(await answer(repo, 'spouse')).toMatchObject({ told: ['His wife is called Maria'], notices: [] })
  }),
)

test('a model that gives vectors of another length under the same name is told of', () =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo, 'openai-compatible')
    model.behave = (response, texts) => {
      response.end(JSON.stringify({ data: texts.map((_, index) => ({ index, embedding: [1, 2, 3] })) }))
      return true
    }
    const { told, notices } = await answer(repo, 'Volvo')
    expect([told, notices]).toEqual([
      ['Drives an old Volvo'],
      ['the model is another than the one that made the vectors: memory embed --again'],
    ])
  }))

test('a search that nobody knows is refused by name', () =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo)
    const { status, wrong } = await command(repo, 'embed', '--search', 'fast')
    expect([status, wrong]).toEqual([
      2,
      'memory: --search takes auto, flat, binary, suco, hnsw, sqlite-vec, got fast\n',
    ])
  }))

test('a fact is held against a belief that is near to it in meaning, though others were said later', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.7) @Rosa: Trusts no physician'))
    repo.commit(day(2), retain(...Array.from({ length: 30 }, (_, at) => `O(c=0.7) @Rosa: Enjoys puzzle ${at}`)))
    repo.commit(day(3), retain('W @Rosa: Was seen at the clinic'))
    const asked = (): Promise<string[]> =>
      repo.use(async (memory) => {
        const { packets } = await memory.open({ since: day(3).slice('memory/'.length, -'.md'.length) })
        const { beliefs } = packets.find(({ fact }) => fact.content === 'Was seen at the clinic')!
        return beliefs.map(({ content }) => content)
      })
    const before = await asked()
    expect(before).toHaveLength(12)
    expect(before).not.toContain('Trusts no physician')
    await set(repo)
    expect(await asked()).toContain('Trusts no physician')
    await repo.use((memory) => memory.embed({ off: true }))
    expect(await asked()).toEqual(before)
  }))

describe('vectors', () => {
  test('outlast a rebuild, and are made for what a commit brings when a question is asked, never in a hook', () =>
    withRepo(
      async (repo) => {
        begin(repo)
        await set(repo)
        model.asked.length = 0
        repo.commit(day(3), retain('W @Peter: Was seen at the clinic'))
        await repo.use((memory) => memory.rebuild())
        expect(model.asked).toEqual([])
        expect((await answer(repo, 'physician')).told[0]).toBe('Was seen at the clinic')
        expect(model.asked).toEqual(['Peter: Was seen at the clinic', 'physician'])
      },
      { hooks: true },
    ))

  test('of a text that was forgotten go with it', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      const id = await repo.use(async (memory) => (await memory.recall('wife')).results[0]!.id)
      await repo.use((memory) => memory.forget(id))
      const left = withRawIndex(repo, (db) => db.prepare('SELECT id FROM vector').pluck().all())
      expect(left).toHaveLength(31)
      expect(left).not.toContain(id)
    }))

  test('of another model take the place of those before', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      model.digest = 'ffffffffffffffff'
      model.asked.length = 0
      const { told } = await answer(repo, 'spouse')
      expect(told[0]).toBe('His wife is called Maria')
      expect(model.asked).toHaveLength(33)
    }))

  test('of texts that the model refuses are missing, and cost the others nothing', () =>
    withRepo(async (repo) => {
      begin(repo)
      model.behave = refusing('page 17')
      const { made, left, refused } = await set(repo)
      expect([made, left, refused.length]).toEqual([31, 1, 1])
      model.behave = undefined
      expect(await repo.use((memory) => memory.embed())).toMatchObject({ made: 1, left: 0, refused: [] })
    }))

  test('that were made before the process was killed are not made again', () =>
    withRepo(async (repo) => {
      const texts = 10_001
      const page = (at: number): string => `W @Ines: Wrote page ${at} of the harbour report`
      for (let each = 0; each < 10; each++)
        repo.write(day(each + 1), retain(...Array.from({ length: 1000 }, (_, at) => page(1000 * each + at))))
      repo.write(day(11), retain('W @Peter: His wife is called Maria'))
      repo.git('add', '.')
      repo.git('commit', '-qm', 'ten thousand pages')
      await repo.use((memory) => memory.sync())
      const args = ['embed', '--provider', 'ollama', '--model', 'tiny', '--url', model.url]
      const child = spawn(process.execPath, [memoryCommand, ...args], { cwd: repo.root, env: repo.environment })
      const ended = once(child, 'close')
      model.behave = () => {
        if (model.asked.length >= texts / 2) child.kill('SIGKILL')
        return false
      }
      await ended
      model.behave = undefined
      const kept = withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM vector').pluck().get()) as number
      expect(kept).toBeGreaterThan(texts / 3)
      expect(kept).toBeLessThan(texts)
      model.asked.length = 0
      const done = await command(repo, 'embed', '--json')
      expect([done.status, done.wrong]).toEqual([0, ''])
      expect(JSON.parse(done.out)).toMatchObject({ kept: texts, made: texts - kept, left: 0 })
      expect(model.asked).toHaveLength(texts - kept)
      // Of so many `auto` reads the signs first.
      const built = withRawIndex(repo, (db) => db.prepare('SELECT search, covers FROM nearest').all())
      expect(built).toEqual([{ search: 'binary', covers: texts }])
      expect((await answer(repo, 'spouse')).told).toEqual(['His wife is called Maria'])
    }))
})

describe('a server that does not answer', () => {
  test('leaves words to answer alone, which the answer says', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      await model.close()
      const { told, notices } = await answer(repo, 'wife')
      expect(told).toEqual(['His wife is called Maria'])
      expect(notices).toEqual([
        expect.stringMatching(/^found by words alone: http:\/\/127\.0\.0\.1:\d+ cannot be asked: /),
      ])
      await expect(answer(repo, 'wife', { semantic: 'only' })).rejects.toMatchObject({ code: 'embeddings-failed' })
    }))

  test('is told by the command, and sets nothing', () =>
    withRepo(async (repo) => {
      begin(repo)
      await model.close()
      const done = await command(repo, 'embed', '--provider', 'ollama', '--model', 'tiny', '--url', model.url)
      expect([done.status, done.out]).toEqual([2, ''])
      expect(done.wrong).toMatch(/^memory: http:\/\/127\.0\.0\.1:\d+ cannot be asked: connect ECONNREFUSED/)
      expect((await repo.use((memory) => memory.status())).semantic).toBeNull()
    }))
})

test('while another process writes the index, words answer from what it stands for', () =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo)
    repo.commit(day(3), retain('W @Peter: Was seen at the clinic'))
    const other = openDatabase(repo.path(indexFile))
    other.exec('BEGIN IMMEDIATE')
    try {
      const { results, notices } = await repo.use((memory) => memory.recall('wife'), { patience: 50 })
      expect(results.map(({ content }) => content)).toEqual(['His wife is called Maria'])
      expect(notices).toEqual([
        expect.stringMatching(/^another process is writing the index/),
        expect.stringMatching(/^found by words alone: another process is writing/),
      ])
    } finally {
      other.exec('ROLLBACK')
      other.close()
    }
  }))

describe('what is set', () => {
  test.each([
    [['embed'], 'no model is set: memory embed --model local, or auto'],
    [
      ['embed', '--provider', 'cohere', '--model', 'x'],
      '--provider takes ollama, openai-compatible, transformers, local, got cohere',
    ],
    [
      ['embed', '--provider', 'ollama', '--model', 'x', '--url', 'http://example.com'],
      'example.com is not this machine',
    ],
    [['recall', 'x', '--semantic', 'only'], 'no model is set that says what is near in meaning'],
    [['recall', 'x', '--semantic', 'on'], '--semantic takes off or only, got on'],
  ])('%j is refused', (args, message) =>
    withRepo((repo) => {
      begin(repo)
      const done = repo.memory(...args)
      expect([done.status, done.stdout]).toEqual([2, ''])
      expect(done.stderr).toContain(message)
    }),
  )

  test('comes with no commit: a workspace cannot name a server to send its notes to', () =>
    withRepo(async (repo) => {
      begin(repo)
      const settings = JSON.stringify({ provider: 'ollama', model: 'tiny', url: model.url, allowRemote: true })
      repo.commit('.memory/embeddings.json', settings)
      expect((await repo.use((memory) => memory.status())).semantic).toBeNull()
      expect((await answer(repo, 'spouse')).told).toEqual([])
      repo.commit('.memory/config.json', '{"embeddings": {"provider": "ollama", "model": "tiny"}}')
      expect(repo.memory('recall', 'spouse').stderr).toContain('unknown key embeddings')
      expect(model.asked).toEqual([])
    }))
})

test('an open workspace knows the vectors that another process made, and those it made itself', () =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo)
    const memory = repo.open()
    const best = async (question: string): Promise<string | undefined> =>
      (await memory.recall(question, { semantic: 'only' })).results[0]?.content
    expect(await best('spouse')).toBe('His wife is called Maria')
    repo.commit(day(3), retain('W @Peter: Was seen at the clinic'))
    expect(await best('physician')).toBe('Was seen at the clinic')
    repo.commit(day(4), retain('W @Rosa: Married a physician'))
    await command(repo, 'embed')
    model.asked.length = 0
    expect(await best('spouse physician')).toBe('Married a physician')
    expect(model.asked).toEqual(['spouse physician'])
  }))
