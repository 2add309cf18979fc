import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { basisFrom, directionOf, placeWords, termsOf } from '../../../src/recall/company/basis.js'
import { countedAmong } from '../../../src/recall/company/count.js'
import { openStore } from '../../../src/store/store.js'
import { indexFolder } from '../../support/index-place.js'
import { day, retain } from '../../support/notes.js'
import { withRawIndex } from '../../support/raw-index.js'
import { withRepo, type Repo } from '../../support/with-repo.js'

/** Days that speak of things, each in words that no line of another has. */
const sailing = ['Mended the spinnaker in the harbour', 'The skipper took the regatta', 'Harbour fees for the regatta']
const baking = ['Fed the sourdough before dawn', 'The oven was too hot for rye', 'Sourdough and rye for the oven']
const other = ['The roof leaks again', 'The budget was late', 'A violin lesson at school']
const days = Array.from({ length: 36 }, (_, at) => (at % 6 === 0 ? sailing : at % 6 === 3 ? baking : other))
const notes = days.map((lines) => lines.map(termsOf))

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, each, at) => sum + each * b[at]!, 0)

describe('what words stand beside', () => {
  const basis = basisFrom(notes)
  const known = new Map(basis.map((word) => [word.term, directionOf(word)]))
  const at = (text: string): Float32Array =>
    placeWords(
      termsOf(text).map((term) => [term, 1] as const),
      known,
    )

  test('brings together what shares no word', () => {
    const angle = (a: Float32Array, b: Float32Array): number => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
    const angles = (word: string, lines: readonly string[]): number[] => lines.map((line) => angle(at(word), at(line)))
    expect(Math.min(...angles('skipper', sailing))).toBeGreaterThan(2 * Math.max(...angles('skipper', baking)))
    expect(Math.min(...angles('dawn', baking))).toBeGreaterThan(2 * Math.max(...angles('dawn', sailing)))
  })

  test('says nothing of a word that nobody wrote', () => {
    expect(at('zeppelin')).toHaveLength(0)
  })

  test('is the same to the byte on every machine', () => {
    const told = basis
      .map(({ term, weight, bytes }) => [term, weight, ...new Uint8Array(bytes.buffer)].join(' '))
      .join('\n')
    expect(createHash('sha256').update(told).digest('hex').slice(0, 16)).toBe('52a565fe5547184f')
  })

  test.each([[[]], [[[]]], [[[['one']]]], [[[['same'], ['same']]]]])('is nothing, or little, for %j', (few) => {
    expect(() => basisFrom(few as string[][][])).not.toThrow()
  })
})

describe('the notes in which words are counted', () => {
  const sized = (lines: readonly number[], first = 1): Parameters<typeof countedAmong>[0] =>
    lines.map((count, at) => ({
      note: at,
      path: day(first + at),
      oid: `${at}`,
      day: `2026-01-${String(first + at).padStart(2, '0')}`,
      lines: count,
    }))
  const paths = (sizes: Parameters<typeof countedAmong>[0]): readonly string[] =>
    countedAmong(sizes).map(({ path }) => path)

  test('are none where little is written', () => expect(paths(sized([300, 199]))).toEqual([]))

  test('stay the same while a little is written behind them, whatever order they are read in', () => {
    const before = sized([150, 150, 150, 150, 60])
    const after = sized([150, 150, 150, 150, 60, 5])
    expect(paths(before).length).toBeGreaterThan(2)
    expect(paths(after)).toEqual(paths(before))
    expect(paths(before.toReversed())).toEqual(paths(before))
  })

  test('are read in part where there are many', () => {
    const many = sized(Array.from({ length: 28 }, () => 1000))
    const read = countedAmong(many).reduce((sum, { lines }) => sum + lines, 0)
    expect(read).toBeLessThanOrEqual(6500)
    expect(paths(many).at(-1)! > day(20)).toBe(true)
  })
})

test('for which tree words were counted is known again, of one with missing blobs too', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @Maya: Mended the spinnaker'))
    await repo.use((memory) => memory.sync())
    const store = openStore(repo.path(indexFolder))
    const counted = { tree: 'part of 3b18e512dba79e4c8300dd08aeb37f8e728b8dad', stamp: '9f86d081', lines: 1455 }
    await store.write(() => store.company.standFor(counted))
    expect(store.company.standing()).toEqual(counted)
    store.close()
  }))

test('a question about few lines writes nothing', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @Maya: Mended the spinnaker'))
    await repo.use((memory) => memory.recall('spinnaker'))
    const looked = withRawIndex(repo, (db) =>
      db.prepare(`SELECT count(*) FROM meta WHERE key = 'company'`).pluck().get(),
    )
    expect(looked).toBe(0)
  }))

describe('a workspace in which some hundreds of lines are written', () => {
  /** A hundred days; what else is written is most of it. */
  const write = (repo: Repo): void => {
    const parts = ['roof', 'garden', 'budget', 'school', 'violin']
    for (let at = 0; at < 100; at++) {
      const own = at % 4 === 0 ? sailing : at % 4 === 2 ? baking : []
      const others = [1, 2, 3, 4, 5].map((each) => `The ${parts[at % 5]} again, ${at} of ${each}`)
      repo.write(day(at + 1), retain(...[...own, ...others].map((line) => `W @Maya: ${line} ${at}`)))
    }
    repo.git('add', '.')
    repo.git('commit', '-qm', 'logs')
  }
  const counted = (repo: Repo): number =>
    withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM company').pluck().get() as number)
  const asked = async (repo: Repo): Promise<{ results: unknown; added: number }> =>
    repo.use(async (memory) => {
      const { results } = await memory.recall('the skipper in the harbour', { k: 40 })
      const spinnaker = results.find(({ content }) => content.startsWith('Mended the spinnaker'))
      const factor = spinnaker?.why.factors.find(({ factor: name }) => name === 'meaning')
      return { results: results.map(({ source, score }) => ({ source, score })), added: factor?.added ?? 0 }
    })

  test('counts by itself what words stand beside, after a commit and outside its hook', () =>
    withRepo(async (repo) => {
      write(repo)
      await repo.use((memory) => memory.sync())
      expect(counted(repo)).toBe(0)
      expect((await asked(repo)).added).toBeGreaterThan(0)
      expect(counted(repo)).toBeGreaterThan(20)
    }))

  test('answers alike however its index came to be', () =>
    withRepo(async (repo) => {
      write(repo)
      await asked(repo)
      repo.commit(day(101), retain('W @Maya: A quay for the skipper'))
      const inSteps = await asked(repo)
      await repo.use((memory) => memory.rebuild())
      expect(await asked(repo)).toEqual(inSteps)
    }))

  test('lets it count for nothing where the settings say so', () =>
    withRepo(async (repo) => {
      write(repo)
      await asked(repo)
      repo.commit('.memory/config.json', '{"recall": {"company": false}}')
      expect((await asked(repo)).added).toBe(0)
      expect(counted(repo)).toBe(0)
    }))

  test('keeps no word that only what was forgotten said', () =>
    withRepo(async (repo) => {
      repo.write('memory/2025-10-01.md', retain('W @Maya: Sails the Zephyr', 'W @Maya: Sold the Zephyr'))
      write(repo)
      await asked(repo)
      const holds = (term: string): unknown =>
        withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM company WHERE term = ?').pluck().get(term))
      const [term] = termsOf('zephyr')
      expect(holds(term!)).toBe(1)
      const ids = await repo.use(async (memory) => (await memory.recall('zephyr')).results.map(({ id }) => id))
      for (const id of ids) await repo.use((memory) => memory.forget(id))
      expect(holds(term!)).toBe(0)
      await asked(repo)
      expect(holds(term!)).toBe(0)
    }))
})
