import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { basisFrom, directionOf, placeWords, termsOf } from '../../src/vectors/latent.js'
import { nearnessTo } from '../../src/vectors/nearness.js'
import { bytesOf } from '../../src/model/vector.js'
import { flat } from '../../src/vectors/search/flat.js'
import { day, retain } from '../support/notes.js'
import { searchedBy } from '../support/vectors-in-memory.js'
import { withRawIndex } from '../support/raw-index.js'
import { withRepo } from '../support/with-repo.js'

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
  const at = (text: string): Float32Array => placeWords(termsOf(text), known, basis[0]!.bytes.length)

  test('brings together what shares no word', () => {
    const angle = (a: Float32Array, b: Float32Array): number => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
    const angles = (word: string, lines: readonly string[]): number[] => lines.map((line) => angle(at(word), at(line)))
    expect(Math.min(...angles('skipper', sailing))).toBeGreaterThan(2 * Math.max(...angles('skipper', baking)))
    expect(Math.min(...angles('dawn', baking))).toBeGreaterThan(2 * Math.max(...angles('dawn', sailing)))
  })

  test('says nothing of a word that nobody wrote', () => {
    expect(at('zeppelin').every((each) => each === 0)).toBe(true)
    const line = bytesOf(at('skipper'))
    const rows = { idAt: () => 'a', of: () => line }
    expect(nearnessTo(at('zeppelin'), searchedBy(flat, [line]), rows).of('a')).toBe(0)
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

describe('memory embed --provider lsa', () => {
  const begin = (repo: Parameters<Parameters<typeof withRepo>[0]>[0]): void => {
    for (const [at, lines] of [sailing, baking, sailing].entries())
      repo.write(day(at + 1), retain(...lines.map((line) => `W @Maya: ${line} ${at}`)))
    // What else is written, of which the sea is a small part.
    const parts = ['roof', 'garden', 'budget', 'school', 'violin']
    for (let at = 0; at < 20; at++)
      repo.write(
        day(at + 4),
        retain(...[1, 2, 3].map((each) => `W @Ines: The ${parts[at % 5]} again, ${at} of ${each}`)),
      )
    repo.git('add', '.')
    repo.git('commit', '-qm', 'logs')
  }

  test('needs no server, and answers what shares no word with its question', () =>
    withRepo(async (repo) => {
      begin(repo)
      const set = repo.memory('embed', '--provider', 'lsa')
      expect([set.status, set.stderr]).toEqual([0, ''])
      expect(set.stdout).toBe('69 lines with a vector by lsa, 69 made now.\n')
      await repo.use(async (memory) => {
        const { results } = await memory.recall('skipper', { semantic: 'only' })
        const told = results.map(({ content }) => content)
        expect(told).toContain('Mended the spinnaker in the harbour 2')
        expect(told.filter((content) => content.startsWith('The ') && content.includes('again'))).toEqual([])
      })
    }))

  test('takes a line of which no word is known for one that is near to nothing', () =>
    withRepo(async (repo) => {
      begin(repo)
      await repo.use((memory) => memory.embed({ provider: 'lsa' }))
      repo.commit(day(40), retain('W @Maya: Qwertz zeppelin'))
      const { results, notices } = await repo.use((memory) => memory.recall('zeppelin'))
      expect([results[0]!.content, notices]).toEqual(['Qwertz zeppelin', []])
      const lengths = withRawIndex(repo, (db) => db.prepare('SELECT DISTINCT length(bytes) FROM vector').pluck().all())
      expect(lengths).toHaveLength(1)
    }))

  test('makes anew what a search keeps where that is damaged, when it is asked to', () =>
    withRepo(async (repo) => {
      begin(repo)
      await repo.use((memory) => memory.embed({ provider: 'lsa', search: 'binary' }))
      withRawIndex(repo, (db) => db.prepare(`UPDATE nearest SET bytes = x'010203'`).run())
      const notices = async (): Promise<string> => (await repo.use((memory) => memory.recall('skipper'))).notices.join()
      expect(await notices()).toMatch('--search binary cannot be opened')
      await repo.use((memory) => memory.embed({ again: true }))
      expect(await notices()).toBe('')
    }))

  test('forgets what it knew of words when a text is forgotten, and says how it learns again', () =>
    withRepo(async (repo) => {
      begin(repo)
      await repo.use((memory) => memory.embed({ provider: 'lsa' }))
      const id = await repo.use(async (memory) => (await memory.recall('spinnaker')).results[0]!.id)
      await repo.use((memory) => memory.forget(id))
      expect(withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM basis').pluck().get())).toBe(0)
      const { notices } = await repo.use((memory) => memory.recall('skipper'))
      expect(notices).toContain('found by words alone: what words stand beside is not counted: memory embed')
      expect(await repo.use((memory) => memory.embed())).toMatchObject({ left: 0 })
      expect((await repo.use((memory) => memory.recall('skipper'))).notices).toEqual([])
    }))
})
