import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { ModelRequest } from '../../../src/ask/language-model.js'
import { MemoryError } from '../../../src/model/error.js'
import { readerAnswers } from '../../../src/reader/answer.js'
import { keptAnswers } from '../../../src/workspace/reader/kept-answers.js'
import { askEach, askerOf } from '../../../src/workspace/reader/stage.js'

const requests = Array.from({ length: 8 }, (_, at): ModelRequest => ({ system: 'x', user: `${at}`, schema: {} }))

/** Asks a model that fails at some requests. @returns which it was asked, which were answered, and why it stopped */
async function asking(failsAt: (at: number) => boolean, known: readonly number[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-test-'))
  try {
    const kept = keptAnswers(folder, 'm')
    for (const at of known) kept.keep(requests[at]!, { text: '{"bullets":[]}', tokens: null })
    const asked: number[] = []
    const ask = async ({ user }: ModelRequest) => {
      asked.push(Number(user))
      if (failsAt(Number(user))) throw new MemoryError('reader-failed', `no answer to ${user}`)
      return { text: '{"bullets":[]}', tokens: null }
    }
    const asker = askerOf({ name: 'm', atOnce: 1, ask }, kept, 1e6)
    const answered: number[] = []
    const take = ({ user }: ModelRequest): void => void answered.push(Number(user))
    const stopped = await askEach(requests, (each) => asker.ask(each, readerAnswers), take, undefined)
    return { asked, answered, stopped }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a model that fails at what follows the reading', () => {
  test('three times in a row is asked no more, and what was answered before still counts', async () => {
    expect(await asking((at) => at > 0, [6])).toEqual({
      asked: [0, 1, 2, 3],
      answered: [0, 6],
      stopped: 'no answer to 3',
    })
  })

  test('now and then is asked on', async () => {
    const { asked, answered } = await asking((at) => at % 3 > 0)
    expect(asked).toHaveLength(8)
    expect(answered).toEqual([0, 3, 6])
  })
})
