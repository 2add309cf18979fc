import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RetainEntry } from '../../src/index.js'
import { tinyModel, type TinyModel } from '../support/tiny-model.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { Dice } from './dice.js'

/** What a model may answer, the worst of it: nothing that was asked for has to do with it. */
const width = 16
const models: Readonly<Record<string, (text: string, place: number) => number[]>> = {
  'the same whatever it is asked': () => Array.from({ length: width }, () => 1),
  'at random': (() => {
    const dice = new Dice(16)
    return () => Array.from({ length: width }, () => dice.number(2001) - 1000)
  })(),
  'near where texts deny, and far where they agree': (text) =>
    Array.from({ length: width }, (_, at) => (at === 0 ? (/\b(?:not|no)\b/.test(text) ? 1000 : 999) : text.length % 7)),
  'in heaps of what has nothing in common': (text) => {
    const heap = [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % width
    return Array.from({ length: width }, (_, at) => (at === heap ? 1 : 0))
  },
  'nothing at all': () => Array.from({ length: width }, () => 0),
}

let server: TinyModel
let answer = models['at random']!
beforeAll(async () => {
  server = await tinyModel()
  server.behave = (response, texts, path) => {
    if (path !== '/api/embed') return false
    response.end(JSON.stringify({ embeddings: texts.map(answer) }))
    return true
  }
})
afterAll(() => server.close())

const names = ['Zoe', 'Zoe', 'Zoe', 'Ann']
const words = ['tea', 'coffee', 'long meetings', 'the sea', 'cats', 'Graz', 'cake', 'opera', 'hail', 'old maps', 'rye']
const verbs = ['Likes', 'Does not like', 'Prefers', 'No longer likes', 'Had enough of', 'Moved to']

function bulletsFrom(dice: Dice, on: string): RetainEntry[] {
  return Array.from({ length: 6 + dice.number(4) }, () => {
    const kind = dice.one(['O', 'B', 'W', 'W', 'W'])
    const text = `${dice.one(verbs)} ${dice.one(words)}`
    return { text, kind, on, entities: [dice.one(names)], ...(kind === 'O' ? { confidence: 0.8 } : {}) }
  })
}

const land = (repo: Repo, message: string): void => {
  repo.git('add', '-A')
  repo.git('commit', '-q', '--allow-empty', '-m', message)
}

const sorted = (texts: readonly string[]): string[] => texts.toSorted()

/** How often a model found one thing like another. */
let likened = 0

/** What a history leaves, with everything in it that a model must not decide. */
async function leftBy(repo: Repo, seed: number, isSet: boolean): Promise<unknown> {
  const dice = new Dice(seed)
  const told: unknown[] = []
  let asked = 0
  for (let day = 1; day <= 5; day++) {
    const on = `2025-11-0${day}`
    await repo.use(
      async (memory) => {
        if (isSet) await memory.embed({ provider: 'ollama', model: 'tiny', url: server.url })
        const { retained, ended } = await memory.retain(bulletsFrom(dice, on), { asIs: true })
        told.push(
          ended,
          retained.map(({ near: _near, alike, packet, ...rest }) => {
            if (alike) likened++
            return { ...rest, asked: packet && sorted(packet.beliefs.map(({ id }) => id)) }
          }),
        )
        const { judged, more, packets } = await memory.open({ next: 1000 })
        told.push([judged, more, packets.map(({ fact, facts }) => [fact, facts])])
        const pairs = packets.flatMap(({ fact, beliefs }) => sorted(beliefs.map(({ id }) => `${fact.id} ${id}`)))
        told.push(pairs)
        asked += pairs.length
        const answers = pairs
          .filter(() => dice.number(3) > 0)
          .map((pair) => {
            const [fact = '', belief] = pair.split(' ')
            return { fact, belief, verdict: dice.one(['supports', 'weakens', 'contradicts', 'unrelated']) }
          })
        const { agent: _agent, ...judge } = { agent: null, ...(await memory.judge(answers as never)) }
        told.push(judge)
      },
      { now: new Date(`${on}T12:00:00Z`) },
    )
    land(repo, on)
    await repo.use((memory) => memory.reflect())
    land(repo, `pages of ${on}`)
    const dump: string[] = []
    await repo.use(async (memory) => {
      await memory.dump((line) => dump.push(line))
      told.push(await memory.digest())
    })
    told.push(dump, [...repo.files('bank')], [...repo.files('memory')])
  }
  // Nothing is proved by a history in which nothing is open, or no line has a vector.
  expect(asked).toBeGreaterThan(3)
  const { semantic } = await repo.use((memory) => memory.status())
  expect(semantic === null).toBe(!isSet)
  return told
}

test.each(Object.keys(models))(
  'law 12 (same bytes): a model that answers %s moves no verdict, belief, page or digest',
  (named) =>
    withRepo(async (repo) => {
      answer = models[named]!
      const seeds = Array.from({ length: Number(process.env['LAW_RUNS'] ?? 1) }, (_, at) => 1 + at)
      for (const seed of seeds) {
        const without = repo.another(`without-${seed}`)
        const set = repo.another(`with-${seed}`)
        for (const each of [without, set]) each.commit('README.md', 'A workspace.\n')
        // Dates of commits are the sandbox's, which go on from one repository to the other.
        const [one, other] = [without, set].map((each) =>
          each.with({ GIT_AUTHOR_DATE: '@1764201600 +0000', GIT_COMMITTER_DATE: '@1764201600 +0000' }),
        )
        expect(await leftBy(other!, seed, true)).toEqual(await leftBy(one!, seed, false))
      }
      expect(server.asked).toEqual([])
      if (named.startsWith('in heaps')) expect(likened).toBeGreaterThan(0)
    }),
)
