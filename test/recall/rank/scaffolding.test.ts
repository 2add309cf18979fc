import { describe, expect, test } from '@jest/globals'
import { recall } from '../../../src/recall/recall.js'
import { smallIndex, type SmallIndex } from '../small-index.js'

const notes: readonly (readonly [string, string])[] = [
  [
    'memory/2026-02-02.md',
    '# Monday\n\n09:30 HEARTBEAT: checked the inbox of the shop, nothing new. HEARTBEAT_OK\n\nQueue of the printer: 3 jobs\n',
  ],
  [
    'memory/2026-02-03.md',
    '# Tuesday\n\n[cron:3b7e19c4 morning] Look through the inbox of the shop: invoices, overdue.\n\nQueue of the printer: 11 jobs\n\nThe inbox of the shop moves to another host, because the old one lost two mails.\n',
  ],
  [
    'memory/2026-02-04.md',
    '# Wednesday\n\nQueue of the printer: 0 jobs\n\nThe printer has a queue of its own since the update, so jobs sent at night wait there.\n',
  ],
]
const found = async (
  question: string,
  work: (contents: readonly string[], index: SmallIndex) => void,
): Promise<void> => {
  const index = await smallIndex(notes)
  try {
    work(
      recall(index.store, question, { all: true }, index.context).results.map(({ content }) => content),
      index,
    )
  } finally {
    index.remove()
  }
}

describe('what surrounds an agent writes into its log', () => {
  test('checks and the text of a schedule stand behind what somebody wrote, and are found by who asks for all', () =>
    found('inbox of the shop', ([first, ...rest]) => {
      expect(first).toBe('The inbox of the shop moves to another host, because the old one lost two mails.')
      expect(rest).toEqual(
        expect.arrayContaining([expect.stringContaining('HEARTBEAT_OK'), expect.stringContaining('[cron:')]),
      )
    }))

  test('one status day after day, whatever its number, stands behind what is said once', () =>
    found('queue of the printer jobs', ([first, ...rest]) => {
      expect(first).toContain('jobs sent at night wait there')
      expect(rest.filter((content) => content.startsWith('Queue of the printer:'))).toHaveLength(3)
    }))

  test('says in an explanation why it stands so far behind', () =>
    found('inbox of the shop', (_, { store, context }) => {
      const { results } = recall(store, 'inbox of the shop', { all: true }, context)
      const check = results.find(({ content }) => content.includes('HEARTBEAT_OK'))!
      expect(check.why.factors.map(({ factor }) => factor)).toContain('scaffolding')
    }))
})
