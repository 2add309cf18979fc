import { describe, expect, test } from '@jest/globals'
import type { OpenOptions, RetainEntry, Workspace } from '../../../src/index.js'
import { addDays } from '../../../src/model/time.js'
import { day, retain } from '../../support/notes.js'
import { beginningWith } from '../../support/with-repo.js'

const begun = beginningWith((repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Ana: Likes rye bread'))
  repo.commit(day(3), retain('B @Ana: Ate no bread'))
})

/** A clock that says noon of a later day each time that it is read, and counts. */
function hastening(first: string): { readonly now: () => Date; readonly readings: () => number } {
  let readings = 0
  return { now: () => new Date(`${addDays(first, readings++)}T12:00:00Z`), readings: () => readings }
}

const bullet = (text: string): RetainEntry => ({ text, entities: ['Ana'], kind: 'experience' })

describe('a workspace that is handed a clock', () => {
  test('asks it anew at each verb, so that what lives past midnight writes into the day that it is', () =>
    begun((repo) => {
      const { now } = hastening('2025-11-20')
      return repo.use(
        async (memory) => {
          for (const text of ['Baked a rye loaf', 'Swept the big oven', 'Fed the sourdough'])
            await memory.retain([bullet(text)])
          expect(['20', '21', '22'].map((date) => repo.read(`memory/2025-11-${date}.md`))).toEqual([
            expect.stringContaining('Baked a rye loaf'),
            expect.stringContaining('Swept the big oven'),
            expect.stringContaining('Fed the sourdough'),
          ])
        },
        { now },
      )
    }))

  const verbs: readonly (readonly [name: string, verb: (memory: Workspace) => Promise<unknown>])[] = [
    ['recall', (memory) => memory.recall('What did Ana bake last week?', { since: '7d' })],
    ['log', (memory) => memory.log({ since: '7d' })],
    ['beliefs', (memory) => memory.beliefs({ since: '7d' })],
    ['brief', (memory) => memory.brief()],
    ['status', (memory) => memory.status()],
    ['retain', (memory) => memory.retain([bullet('Baked a rye loaf'), bullet('Swept the big oven')])],
    ['retain with commit', (memory) => memory.retain([bullet('Fed the sourdough')], { commit: true })],
    ['open', (memory) => memory.open({ next: 3 })],
    ['suggest', (memory) => memory.suggest({ since: '7d' })],
    ['preview', (memory) => memory.preview({ since: '7d' })],
    ['reflect', (memory) => memory.reflect({ since: '7d' })],
    ['commit', (memory) => memory.commit()],
    ['summary', (memory) => memory.summary()],
    ['verify', (memory) => memory.verify(true)],
  ]
  test.each(verbs)('reads it once for %s: no two parts of a verb act on different days', (_name, verb) =>
    begun((repo) => {
      const { now, readings } = hastening('2025-11-20')
      return repo.use(
        async (memory) => {
          await verb(memory)
          expect(readings()).toBe(1)
          await verb(memory)
          expect(readings()).toBe(2)
        },
        { now },
      )
    }),
  )

  test('a verb that goes on past midnight ends on the day that it began, and one that waited behind it is of the next', () =>
    begun((repo) => {
      let date = '2025-11-20'
      return repo.use(
        async (memory) => {
          await Promise.all([
            memory.retain([bullet('Baked a rye loaf')]),
            memory.retain([bullet('Swept the big oven')]),
          ])
          expect(repo.read('memory/2025-11-20.md')).toContain('Baked a rye loaf')
          expect(repo.read('memory/2025-11-21.md')).toContain('Swept the big oven')
        },
        { now: () => new Date(`${date}T12:00:00Z`), whileIndexing: () => void (date = '2025-11-21') },
      )
    }))

  test.each([() => new Date('soon'), () => '2026-02-16', () => undefined, () => ({})])(
    'says so at the verb where it gives no time (%s), and nothing is written',
    (now) =>
      begun((repo) =>
        repo.use(
          async (memory) => {
            const before = repo.files('memory')
            await expect(memory.retain([bullet('Baked a rye loaf')])).rejects.toThrow(
              'now takes a Date, or a function that gives one, got',
            )
            expect(repo.files('memory')).toEqual(before)
          },
          { now: now as NonNullable<OpenOptions['now']> },
        ),
      ),
  )
})
