import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openDatabase } from '../../src/sqlite/engine.js'
import type { Retained, RetainEntry, RetainOptions } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { indexOf } from '../support/index-place.js'
import { halfOfPatience, tinyModel, type TinyModel } from '../support/tiny-model.js'
import { withRepo, type Repo } from '../support/with-repo.js'

let model: TinyModel
beforeEach(async () => {
  model = await tinyModel()
})
afterEach(() => model.close())

const about = ['Sings alto', 'Owns two horses', 'Bakes rye bread', 'Fears thunder', 'Speaks Danish', 'Collects stamps']
const begin = (repo: Repo): void =>
  void repo.commit(
    day(1),
    retain(
      'O(c=0.8) @Peter: Avoids any physician',
      ...about.map((text) => `O(c=0.8) @Peter: ${text}`),
      'W @Peter: Married in May',
      'W @Peter: Skis',
      'W @Ines: Married in June',
    ),
  )
const now = new Date('2025-11-20T12:00:00Z')
const set = (repo: Repo): Promise<unknown> =>
  repo.use((memory) => memory.embed({ provider: 'ollama', model: 'tiny', url: model.url }))
const told = (repo: Repo, entry: RetainEntry, options: RetainOptions = {}): Promise<Retained> =>
  repo.use(
    async (memory) =>
      (await memory.retain([{ entities: ['Peter'], on: '2025-11-10', ...entry }], options)).retained[0]!,
    { now },
  )
const nearOf = ({ packet, near }: Retained): string[] =>
  near.map((id) => packet!.beliefs.find((belief) => belief.id === id)!.content)
const visit = { text: 'Was at the clinic', kind: 'B' }
const wed = { text: 'Has a spouse since May' }

describe('beside what is retained', () => {
  test('a belief that is near in meaning is named though it shares no word, and only where a model is set', () =>
    withRepo(async (repo) => {
      begin(repo)
      const before = await told(repo, visit, { dryRun: true })
      expect(before).toMatchObject({ near: [], twin: null })
      expect(nearOf(await told(repo, visit))).toEqual([])
      repo.git('checkout', '-q', '--', '.')
      repo.git('clean', '-fdq', 'memory')
      await set(repo)
      const after = await told(repo, visit)
      expect(nearOf(after)).toEqual(['Avoids any physician'])
      expect(after.packet!.beliefs[0]!.content).toBe('Avoids any physician')
      expect(after.packet!.beliefs).toHaveLength(about.length + 1)
    }))

  test('what may say the same in other words is told of, and written all the same', () =>
    withRepo(async (repo) => {
      begin(repo)
      expect(await told(repo, wed, { dryRun: true })).not.toHaveProperty('alike')
      await set(repo)
      const { alike, twin, source } = await told(repo, wed)
      expect([alike?.content, twin, source]).toEqual(['Married in May', null, 'memory/2025-11-10.md#L2'])
    }))

  test.each([
    ['denies what stands', { text: 'Is not married' }],
    ['is of another', { ...wed, entities: ['Ines', 'Tom'] }],
    ['is of another kind', { ...wed, kind: 'B' }],
    ['is far from everything', { text: 'Walked to Trieste' }],
  ] as const)('what %s is like nothing that stands', (_, entry) =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      expect(await told(repo, entry, { dryRun: true })).not.toHaveProperty('alike')
    }),
  )

  test('what was retired does not stand, so nothing is like it', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      const id = (await told(repo, wed, { dryRun: true })).alike!.id
      await repo.use((memory) => memory.retire({ fact: id }, { commit: true }))
      expect(await told(repo, wed, { dryRun: true })).not.toHaveProperty('alike')
    }))

  test('of few lines about the same none is near by chance', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Peter: Avoids any physician', 'W @Peter: Married in May'))
      await set(repo)
      expect(nearOf(await told(repo, visit))).toEqual([])
      expect(await told(repo, wed)).not.toHaveProperty('alike')
    }))
})

describe('a model that fails', () => {
  const noticed = async (repo: Repo, entry: RetainEntry): Promise<{ told: string[]; near: readonly string[] }> => {
    const notices: string[] = []
    const near = await repo.use(
      async (memory) => (await memory.retain([{ entities: ['Peter'], ...entry }])).retained[0]!.near,
      { now, notice: (what) => notices.push(what) },
    )
    return { told: notices, near }
  }

  test('costs nothing that is retained, and the words alone are told of', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      await model.close()
      expect(await noticed(repo, visit)).toEqual({
        told: [expect.stringMatching(/^compared by words alone: http.* cannot be asked/)],
        near: [],
      })
      model = await tinyModel()
    }))

  test('by answering late is not waited for', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      model.behave = (_response, _texts, path) => path === '/api/embed'
      const start = performance.now()
      expect(await noticed(repo, visit)).toEqual({
        told: [expect.stringMatching(/did not answer within \d+ ms$/)],
        near: [],
      })
      expect(performance.now() - start).toBeLessThan(halfOfPatience)
    }))

  test.each(['{"models":null}', 'null', '"busy"'])('by answering %s when it is asked which models it has', (answer) =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      model.behave = (response, _texts, path) => {
        if (path !== '/api/tags') return false
        response.end(answer)
        return true
      }
      expect(await noticed(repo, visit)).toMatchObject({ told: [expect.stringMatching(/^compared by words alone/)] })
      expect((await repo.use((memory) => memory.recall('May'))).results).not.toEqual([])
    }),
  )

  test('by being another than the one that made the vectors says nothing of them', () =>
    withRepo(async (repo) => {
      begin(repo)
      await set(repo)
      model.digest = 'ffffffffffffffff'
      expect(await noticed(repo, visit)).toEqual({ told: [], near: [] })
    }))
})

test('what is refused is shown to no model', () =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo)

    repo.commit(day(2), retain('W @Peter: Hid the key below the mat'))
    const { id } = (await repo.use((memory) => memory.recall('mat', { semantic: 'off' }))).results[0]!
    await repo.use((memory) => memory.forget(id))
    await expect(told(repo, { text: 'Hid the key below the mat', on: '2025-11-02' })).rejects.toMatchObject({
      code: 'bad-argument',
    })
    expect(model.asked.filter((text) => text.includes('mat'))).toEqual([])
  }))

describe('memory judge --next', () => {
  const asked = (repo: Repo): Promise<{ facts: string[]; first: string[]; all: number; more: boolean }> =>
    repo.use(async (memory) => {
      const { packets, more } = await memory.open({ next: 2 })
      return {
        facts: packets.map(({ fact }) => fact.content),
        first: packets.map(({ beliefs }) => beliefs[0]!.content),
        all: packets.flatMap(({ beliefs }) => beliefs).length,
        more,
      }
    })

  test('asks of the same facts in the same order, each with the same beliefs, the nearest first', () =>
    withRepo(async (repo) => {
      begin(repo)
      repo.commit(day(5), retain('B @Peter: Waited for a hearing'))
      repo.commit(day(6), retain('B @Peter: Sat in a clinic'))
      repo.commit(day(7), retain('B @Peter: Waited again'))
      const before = await asked(repo)
      await set(repo)
      repo.commit(day(8), retain('B @Peter: Sleeps'))
      const after = await asked(repo)
      expect(before.facts).toEqual(['Waited for a hearing', 'Sat in a clinic'])
      expect({ ...after, first: [] }).toEqual({ ...before, first: [] })
      expect([before.first[1], after.first[1]]).toEqual(['Fears thunder', 'Avoids any physician'])
      // Lines that came since get their vectors by the way.
      expect(model.asked).toContain('Peter: Sleeps')
    }))
})

test('what is open is told beside who writes the index, though lines have no vector yet', () =>
  withRepo(async (repo) => {
    begin(repo)
    await set(repo)
    repo.commit(day(2), retain('B @Peter: Was at the clinic'))
    await repo.use((memory) => memory.sync())
    const other = openDatabase(indexOf(repo))
    other.exec('BEGIN IMMEDIATE')
    const { packets } = await repo.use((memory) => memory.open(), { patience: 100 }).finally(() => other.close())
    expect(packets.map(({ fact }) => fact.content)).toEqual(['Was at the clinic'])
  }))

test('a draft of suggest that stands in other words is marked, and still offered', () =>
  withRepo(async (repo) => {
    begin(repo)
    repo.commit(day(3), '# Monday\n\nPeter was married in May.\n\nPeter keeps a bicycle in the garage.\n')
    const drafts = (): Promise<unknown> =>
      repo.use(
        async (memory) =>
          (await memory.suggest({ since: '2025-11' })).suggestions.map(({ text, alike }) => [text, alike?.content]),
        { now },
      )
    const texts = ((await drafts()) as string[][]).map(([text]) => text)
    expect(texts).toHaveLength(2)
    await set(repo)
    expect(await drafts()).toEqual([
      [texts[0], 'Married in May'],
      [texts[1], undefined],
    ])
  }))
