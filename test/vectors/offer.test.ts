import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { halfOfPatience, tinyModel } from '../support/tiny-model.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const english = (many: number): string =>
  retain(...Array.from({ length: many }, (_, at) => `W @Ines: Wrote page ${at} of the harbour report in the evening`))
const german = (many: number): string =>
  retain(...Array.from({ length: many }, (_, at) => `W @Ines: Hat die Seite ${at} des Berichts am Abend geschrieben`))
const inGerman = (repo: Repo): void => void repo.commit(day(1), german(220))
const offered = (repo: Repo, url = 'http://127.0.0.1:9', isOnce = false): Promise<unknown> =>
  repo.use(async (memory) => (await memory.status({ offer: true, once: isOnce, url })).offer)

const line =
  'a model is at hand (local): memory embed --model local would find lines by what they mean; up to 9 s once, 0.1 MB'

describe('a model that is at hand', () => {
  test('is offered by status once, as a row, and sets nothing; a program may read it before', () =>
    withRepo((repo) => {
      repo.commit(day(1), english(220))
      const read = (): unknown => (JSON.parse(repo.memory('status', '--json').stdout) as { offer: unknown }).offer
      const told = { provider: 'local', model: 'beside', lines: 220, seconds: 9, bytes: 220 * 512 }
      expect([read(), read()]).toEqual([told, told])
      expect(repo.memory('status').stdout).toContain(`meaning    ${line}\n`)
      expect(repo.memory('status').stdout).not.toContain('a model is at hand')
      expect(read()).toBeNull()
      expect(repo.exists('.git/workspace-memory/embeddings.json')).toBe(false)
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test('is offered by init, and then not by status', () =>
    withRepo((repo) => {
      repo.commit(day(1), english(220))
      expect(repo.memory('init').stdout).toContain(`By the way, ${line}.\n`)
      expect(repo.memory('init').stdout + repo.memory('status').stdout).not.toContain('a model is at hand')
    }))

  test('is not offered for 200 lines, where one is set, nor to who wants none', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), english(200))
      expect(await offered(repo)).toBeNull()
      repo.commit(day(2), english(230))
      expect(await offered(repo)).not.toBeNull()
      expect((await repo.use((memory) => memory.status())).offer).toBeNull()
      await repo.use((memory) => memory.embed({ model: 'local' }))
      expect(await offered(repo)).toBeNull()
      await repo.use((memory) => memory.embed({ off: true }))
      expect(await offered(repo)).toBeNull()
    }))

  test('is not the small one where it could read few lines, but what Ollama has', () =>
    withRepo(async (repo) => {
      inGerman(repo)
      expect(await offered(repo)).toBeNull()
      const model = await tinyModel('embeddinggemma:latest')
      try {
        const told = { provider: 'ollama', model: 'embeddinggemma:latest', lines: 220, seconds: null, bytes: null }
        expect(await offered(repo, model.url)).toEqual(told)
        expect(model.asked).toEqual([])
        expect(await offered(repo, model.url, true)).toEqual(told)
        expect(await offered(repo, model.url)).toBeNull()
      } finally {
        await model.close()
      }
    }))

  test('is not waited for where something listens there that does not answer, and looked for on no other machine', () =>
    withRepo(async (repo) => {
      inGerman(repo)
      const mute = createServer().listen(0, '127.0.0.1')
      try {
        await Promise.all([offered(repo), once(mute, 'listening')])
        const start = performance.now()
        expect(await offered(repo, `http://127.0.0.1:${(mute.address() as AddressInfo).port}`)).toBeNull()
        expect(performance.now() - start).toBeLessThan(halfOfPatience)
        await expect(offered(repo, 'http://192.0.2.7:11434')).rejects.toMatchObject({ code: 'bad-argument' })
      } finally {
        mute.close()
      }
    }))
})
