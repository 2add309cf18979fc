import { describe, expect, test } from '@jest/globals'
import { recall, type Answer } from '../../../src/recall/recall.js'
import { log, smallIndex, type SmallIndex } from '../small-index.js'

const filler = Array.from({ length: 40 }, (_, at) => `- Filed report ${at + 1} of the harbour office.`).join('\n')
const narrative = `## Greenhouse pump

Root cause: a cracked gasket let it run dry.

## Reports

${filler}
`

/** The index of a day whose log says a thing in its narrative, and of one whose bullet says it in other words. */
async function withBullet(from: (passage: string) => string): Promise<SmallIndex> {
  const first = await smallIndex([['memory/2025-11-20.md', narrative]])
  const passage = first.store.factsById(first.store.idsOf(['passage'])).find(({ text }) => text.includes('gasket'))!
  first.remove()
  return smallIndex([
    ['memory/2025-11-20.md', narrative],
    [
      'memory/2025-11-22.md',
      log(
        `W${from(passage.id)} @Ines: A worn seal had starved the machine of water`,
        'W @Ines: A worn saddle was sold with the machine that counts water',
      ),
    ],
  ])
}

const scoreOf = ({ results }: Answer, words: string): number =>
  results.find(({ content }) => content.includes(words))?.score ?? 0

describe('a bullet that says what it was made of', () => {
  test.each([
    ['what broke at the greenhouse pump', 'the words of its lines’ headings'],
    ['what does the cracked gasket mean', 'the words of its lines'],
    ['why did the greenhouse pump stop', 'the label of its lines'],
  ])('answers %j by %s, which one that says nothing of it does not', async (question) => {
    const [told, untold] = [await withBullet((id) => `(from=^${id})`), await withBullet(() => '')]
    const [made, bare] = [told, untold].map(({ store, context }) =>
      recall(store, question, { all: true }, context),
    ) as [Answer, Answer]
    expect(scoreOf(made, 'worn seal')).toBeGreaterThan(scoreOf(bare, 'worn seal') + 0.05)
    expect(scoreOf(made, 'worn saddle')).toBe(scoreOf(bare, 'worn saddle'))
    told.remove()
    untold.remove()
  })

  test('takes nothing of a line that was noted after the day that is asked about', async () => {
    const later = await smallIndex([['memory/2025-11-20.md', narrative]])
    const passage = later.store.factsById(later.store.idsOf(['passage'])).find(({ text }) => text.includes('gasket'))!
    later.remove()
    const bullet = [
      'memory/2025-11-20.md',
      log(`W(from=^${passage.id}) @Ines: A worn seal starved the machine`),
    ] as const
    const [alone, both] = [await smallIndex([bullet]), await smallIndex([bullet, ['memory/2025-11-25.md', narrative]])]
    const asked = ({ store, context }: SmallIndex): Answer =>
      recall(store, 'what does the cracked gasket mean to Ines', { asOf: '2025-11-24', all: true }, context)
    expect(asked(both)).toEqual(asked(alone))
    expect(scoreOf(asked(both), 'worn seal')).toBeGreaterThan(0)
    alone.remove()
    both.remove()
  })
})
