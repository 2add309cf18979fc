import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { basisFrom, placed, termsOf } from '../../src/vectors/latent.js'
import { nearnessTo, rounded } from '../../src/vectors/nearness.js'
import { day, retain } from '../support/notes.js'
import { withRawIndex } from '../support/raw-index.js'
import { withRepo } from '../support/with-repo.js'

/** Days that speak of two things, each in words that no line of the other has. */
const sailing = ['Mended the spinnaker in the harbour', 'The skipper took the regatta', 'Harbour fees for the regatta']
const baking = ['Fed the sourdough before dawn', 'The oven was too hot for rye', 'Sourdough and rye for the oven']
const days = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? sailing : baking))
const notes = days.map((lines) => lines.map(termsOf))

describe('what words stand beside', () => {
  const basis = basisFrom(notes)
  const known = new Map(basis.map((word) => [word.term, word]))
  const at = (text: string): Float32Array => placed(termsOf(text), known)

  test('brings together what shares no word', () => {
    const lines = [...sailing, ...baking].map((text) => [text, rounded(at(text))] as const)
    expect(nearnessTo(at('skipper'), lines).nearest(3).toSorted()).toEqual(sailing.toSorted())
    expect(nearnessTo(at('dawn'), lines).nearest(2).toSorted()).toEqual(baking.slice(0, 2))
  })

  test('says nothing of a word that nobody wrote', () => {
    expect(at('zeppelin').every((each) => each === 0)).toBe(true)
    expect(nearnessTo(at('zeppelin'), [['a', rounded(at('skipper'))]]).of('a')).toBe(0)
  })

  test('is the same to the byte on every machine', () => {
    const told = basis.map(({ term, weight, bytes }) => [term, weight, ...bytes].join(' ')).join('\n')
    expect(createHash('sha256').update(told).digest('hex').slice(0, 16)).toBe('4419975970ff24ba')
  })

  test.each([[[]], [[[]]], [[[['one']]]], [[[['same'], ['same']]]]])('is nothing, or little, for %j', (few) => {
    expect(() => basisFrom(few as string[][][])).not.toThrow()
  })
})

describe('memory embed --provider lsa', () => {
  const begin = (repo: Parameters<Parameters<typeof withRepo>[0]>[0]): void => {
    for (const [at, lines] of days.entries())
      repo.write(day(at + 1), `${retain(...lines.map((line) => `W @Maya: ${line} ${at}`))}`)
    repo.git('add', '.')
    repo.git('commit', '-qm', 'logs')
  }

  test('needs no server, and answers what shares no word with its question', () =>
    withRepo(async (repo) => {
      begin(repo)
      const set = repo.memory('embed', '--provider', 'lsa')
      expect([set.status, set.stderr]).toEqual([0, ''])
      expect(set.stdout).toBe('72 lines with a vector by lsa, 72 made now.\n')
      await repo.use(async (memory) => {
        const { results } = await memory.recall('skipper', { semantic: 'only', k: 36 })
        const told = results.map(({ content }) => content)
        expect(told.filter((content) => /harbour|regatta/i.test(content)).length).toBeGreaterThanOrEqual(12)
        expect(told.slice(0, 12).filter((content) => /sourdough|oven/i.test(content))).toEqual([])
      })
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
