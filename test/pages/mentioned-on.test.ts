import { describe, expect, test } from '@jest/globals'
import { mentionedOn } from '../../src/pages/mentioned-on.js'
import { smallIndex } from '../recall/small-index.js'

/** The lines of a page about Corvo, each up to its source. */
async function linesOf(log: string): Promise<string[]> {
  const { store, remove } = await smallIndex([['memory/2026-02-01.md', log]])
  try {
    const { lines } = mentionedOn(store, ['Corvo'], [], 'bank/entities/Corvo.md')
    return lines.map((line) => line.replace(/ · \[.*$/su, ''))
  } finally {
    remove()
  }
}

describe('a line that a page takes from a log', () => {
  test('loses its emphasis, and keeps code as it is written', async () => {
    const line = 'Decision: the *old* Corvo runs **twice** through `src/**/*.ts`, `__init__.py` and src/*'
    expect(await linesOf(`${line}\n`)).toEqual([
      expect.stringContaining('the old Corvo runs twice through `src/**/*.ts`, `__init__.py` and src/*'),
    ])
  })
})
