import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { recall, type Answer } from '../../src/recall/recall.js'
import { leastSupportOf } from '../../src/model/evidence.js'
import { log, smallIndex, type SmallIndex } from './small-index.js'

const mistake = 'I deleted the wrong branch of atlas by mistake.'
let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    [
      'memory/2026-02-20.md',
      log(
        'W @Mira-Lund: Leads the platform group',
        'O(c=0.9) @Mira-Lund: Prefers short reports with tables',
        'B @Mira-Lund: Ordered a ticket to Lisbon',
      ),
    ],
    [
      'memory/2026-02-21.md',
      log(
        `B @atlas: ${mistake}`,
        'B @atlas: Rolled the migration of invoices back',
        'B @harbor: Wir haben den Speicher auf Postgres umgestellt',
        'W @Bo: Owns a blue bicycle',
      ),
    ],
  ])
})
afterAll(() => index.remove())

const ask = (question: string, owner?: string): Answer =>
  recall(index.store, question, {}, { ...index.context, me: owner === undefined ? ['user'] : [owner] })
const told = ({ results }: Answer): string[] => results.map(({ content }) => content)

describe('I of a question is the owner or who wrote the line, so that to set the owner hides nothing:', () => {
  test.each([
    ['what mistakes did I make?', mistake],
    ['did I delete a branch', mistake],
    ['what did we do about the migration of invoices', 'Rolled the migration of invoices back'],
    ['Was haben wir umgestellt, den Speicher?', 'Wir haben den Speicher auf Postgres umgestellt'],
  ])('%s', (question, content) => {
    const [unset, set] = [ask(question), ask(question, 'mira-lund')]
    expect(told(set)[0]).toBe(content)
    expect(set.support).toBeGreaterThanOrEqual(unset.support!)
    expect(set.support).toBeGreaterThan(leastSupportOf.weak)
    expect(set.notices).toEqual([])
  })

  test('what is of the owner is found as before', () => {
    expect(told(ask('what reports do I prefer', 'mira-lund'))[0]).toBe('Prefers short reports with tables')
    expect(told(ask('which ticket did I order', 'mira-lund'))[0]).toBe('Ordered a ticket to Lisbon')
  })

  test('what nobody wrote is no more sure than where no owner is set', () => {
    const question = 'which submarine did I sail to Chile'
    expect(ask(question, 'mira-lund').support).toBeLessThan(leastSupportOf.weak)
  })
})

test('of what is spoken the speaker is who says I, never who asks', async () => {
  const { store, context, remove } = await smallIndex([
    [
      'memory/2026-02-20.md',
      '# Talk\n\n@Mira: I bought a red canoe in spring.\n\nBo: I bought a red kayak in spring.\n\nMira: I sold a red tandem in spring.\n',
    ],
  ])
  try {
    const { results } = recall(store, 'what red thing did I buy in spring', {}, { ...context, me: ['mira'] })
    const bo = results.find(({ content }) => content.includes('kayak'))
    expect(bo?.why.factors.map(({ factor }) => factor)).toContain('other')
  } finally {
    remove()
  }
})
