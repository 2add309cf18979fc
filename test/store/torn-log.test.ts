import { describe, expect, test } from '@jest/globals'
import { Dice } from '../laws/dice.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { indexFile as index, indexFolder } from '../support/index-place.js'

const log = `${index}-wal`

/** The index and its write-ahead log as a power cut would find them: several commits in the log, none taken in. */
async function image(repo: Repo): Promise<{ index: Buffer; log: Buffer }> {
  repo.commit(day(1), retain('W @Peter: Said first', 'O(c=0.8) @Anna: Likes tea'))
  await repo.digest()
  const workspace = repo.open()
  for (const at of [2, 3, 4]) {
    repo.commit(day(at), retain(`W @Peter: Said on day ${at}`, `O(c=0.${at}) @Anna: Does not like tea`))
    await workspace.sync()
  }
  repo.commit(day(1), retain('W @Peter: Said first, in other words'))
  await workspace.sync()
  const [held, logged] = [index, log].map((path) => Buffer.from(repo.files(indexFolder).get(path)!, 'latin1'))
  workspace.close()
  return { index: held!, log: logged! }
}

/** Put an image back, and ask. */
async function answers(repo: Repo, files: { index: Buffer; log: Buffer }): Promise<{ digest: string; said: string[] }> {
  repo.remove(`${index}-shm`)
  repo.write(index, files.index)
  repo.write(log, files.log)
  return { said: await repo.recalled('tea'), digest: await repo.digest() }
}

/** `4096` bytes of a page behind 24 of its own, behind 32 of the log's. */
const frame = 4096 + 24
const header = 32

describe('an index with a write-ahead log that a power cut tore', () => {
  test('at the end of a frame, within one, and anywhere, answers right', () =>
    withRepo(async (repo) => {
      const whole = await image(repo)
      const expected = await answers(repo, whole)
      expect(whole.log.length).toBeGreaterThan(header + 40 * frame)
      const dice = new Dice(20251127)
      const frames = Math.floor((whole.log.length - header) / frame)
      const cuts = [
        0,
        1,
        header - 1,
        header,
        header + 24,
        header + frame - 1,
        ...Array.from({ length: 8 }, () => header + frame * dice.number(frames)),
        ...Array.from({ length: 16 }, () => dice.number(whole.log.length)),
      ]
      for (const cut of cuts)
        expect({ cut, ...(await answers(repo, { ...whole, log: whole.log.subarray(0, cut) })) }).toEqual({
          cut,
          ...expected,
        })
    }))

  test('with other bytes in the middle of it, or zeros, answers right', () =>
    withRepo(async (repo) => {
      const whole = await image(repo)
      const expected = await answers(repo, whole)
      const dice = new Dice(20251128)
      for (let run = 0; run < 24; run++) {
        const at = dice.number(whole.log.length)
        const length = dice.one([1, 24, 512, 4096])
        const torn = Buffer.from(whole.log)
        torn.fill(dice.one([0, 0xff, 0x5a]), at, at + length)
        expect({ at, length, ...(await answers(repo, { ...whole, log: torn })) }).toEqual({ at, length, ...expected })
      }
    }))

  test('with a page of the index garbled beneath it answers right, or is built again', () =>
    withRepo(async (repo) => {
      const whole = await image(repo)
      const expected = await answers(repo, whole)
      for (let at = 0; at < whole.index.length; at += 4096) {
        const torn = Buffer.from(whole.index).fill(0xa5, at, at + 4096)
        expect({ at, ...(await answers(repo, { ...whole, index: torn })) }).toEqual({ at, ...expected })
      }
    }))
})
