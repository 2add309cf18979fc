import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { withoutCredentials } from '../../src/credentials/without.js'
import { exportedConcepts } from '../../src/pages/exported-concepts.js'
import { okfFiles, type OkfConcept } from '../../src/render/okf.js'
import { smallIndex } from '../recall/small-index.js'
import { retain } from '../support/notes.js'
import { okfFaults } from '../support/okf.js'

const origin = { commit: 'c0ffee'.padEnd(40, '0'), at: '2026-06-20T22:53:05Z', by: 'workspace-memory/0.1.0' }

type Notes = readonly (readonly [path: string, text: string])[]

async function conceptsOf(notes: Notes, day = '2026-01-01'): Promise<OkfConcept[]> {
  const index = await smallIndex(notes)
  try {
    return exportedConcepts(index.store, day, withoutCredentials)
  } finally {
    index.remove()
  }
}

/** `entities/Peter.md stable Facts: Lives in Wels.` */
const told = (concepts: readonly OkfConcept[]): string[] =>
  concepts.flatMap(({ path, status, groups }) =>
    groups.flatMap(({ title, statements }) => statements.map(({ text }) => `${path} ${status} ${title}: ${text}`)),
  )

describe('what is exported', () => {
  test('is a concept an entity and, of what names nobody, a kind; what is over has one that is deprecated', async () => {
    const concepts = await conceptsOf([
      [
        'memory/2025-11-27.md',
        retain(
          'W @Peter: Lives in Graz.',
          'W(until=2025-12-24) @Peter: Is in Rome.',
          'O @Peter: Likes tea.',
          'W It rained.',
        ),
      ],
      ['memory/2025-12-27.md', retain('W @Peter: No longer lives in Graz.', 'S @Peter @Anna: Met.')],
    ])
    expect(told(concepts).toSorted()).toEqual([
      'entities/Anna.md stable Observations: Met.',
      'entities/Peter.md stable Beliefs: Likes tea.',
      'entities/Peter.md stable Facts: No longer lives in Graz.',
      'entities/Peter.md stable Observations: Met.',
      'no-longer/entities/Peter.md deprecated No longer: Is in Rome.',
      'no-longer/entities/Peter.md deprecated No longer: Lives in Graz.',
      'world.md stable Facts: It rained.',
    ])
    const [over] = concepts.find(({ path }) => path.startsWith('no-longer/'))!.groups
    const graz = over!.statements.find(({ text }) => text === 'Lives in Graz.')
    expect(graz).toMatchObject({
      until: '2025-12-27',
      endedBy: [{ source: { path: 'memory/2025-12-27.md', first: 2 } }],
    })
  })

  test('what says itself when it ends holds until the commit is of that day', async () => {
    const notes: Notes = [['memory/2025-11-27.md', retain('W(until=2025-12-24) @Peter: Is in Rome.')]]
    expect(told(await conceptsOf(notes, '2025-12-23'))).toEqual(['entities/Peter.md stable Facts: Is in Rome.'])
    expect(told(await conceptsOf(notes, '2025-12-24'))).toEqual([
      'no-longer/entities/Peter.md deprecated No longer: Is in Rome.',
    ])
  })

  test('what a person retired is told as that, and nowhere else', async () => {
    const notes: Notes = [
      ['memory/2025-11-27.md', retain('O @Peter: Likes tea.', 'W @Peter: Lives in Graz.', 'W It rained.')],
    ]
    const before = await conceptsOf(notes)
    const ids = before.flatMap(({ groups }) =>
      groups.flatMap(({ statements }) => statements.map(({ places }) => places[0]!.fact)),
    )
    expect(ids).toHaveLength(3)
    const curated = `# Opinions\n\n## Curated\n\n${ids.map((id) => `- retired ^${id}\n`).join('')}`
    expect(told(await conceptsOf([...notes, ['bank/opinions.md', curated]])).toSorted()).toEqual([
      'no-longer/entities/Peter.md deprecated Retired: Likes tea.',
      'no-longer/entities/Peter.md deprecated Retired: Lives in Graz.',
      'no-longer/world.md deprecated Retired: It rained.',
    ])
  })

  test('says of a belief what confirms and what opposes it, and no number', async () => {
    const concepts = await conceptsOf([
      ['memory/2025-11-27.md', retain('O(c=0.9) @Peter: Likes tea.')],
      ['memory/2025-11-28.md', retain('W @Peter: Does not like tea.')],
    ])
    const belief = concepts[0]!.groups[0]!.statements[0]!
    expect(belief.opposedBy).toMatchObject([{ source: { path: 'memory/2025-11-28.md', first: 2 } }])
    expect([...okfFiles(concepts, origin).values()].join('')).not.toMatch(/0\.[89]\d*[^.\d]|confidence/i)
  })

  test('names the line of a page by which a person set a confidence by its id, for lines of pages move', async () => {
    const notes: Notes = [['memory/2025-11-27.md', retain('O(c=0.9) @Peter: Likes tea.')]]
    const [fact] = (await conceptsOf(notes))[0]!.groups[0]!.statements[0]!.places
    const edit = `## Curated\n\n- O(c=0.5, of=^${fact!.fact}, on=2025-11-29) @Peter: Likes tea.\n`
    const concepts = await conceptsOf([...notes, ['bank/opinions.md', edit]])
    const text = okfFiles(concepts, origin).get('entities/Peter.md')!
    expect(text).toContain('· set by hand in [^')
    expect(text).toContain(`resource: "bank/opinions.md ^${fact!.fact} in commit ${origin.commit}"`)
    expect(okfFaults(okfFiles(concepts, origin))).toEqual([])
  })

  test('an entity called Index or log takes no place of a folder’s listing, whatever else is called so', async () => {
    const concepts = await conceptsOf([
      [
        'memory/2025-11-27.md',
        retain('W @Index: Is one.', 'W @log: Is one.', 'W @Index-entity: Is one.', 'W @LOG.md: Is one.'),
      ],
    ])
    expect(concepts.map(({ path }) => path).toSorted()).toEqual([
      'entities/Index-entity.md',
      'entities/Index~entity.md',
      'entities/LOG.md.md',
      'entities/log~entity.md',
    ])
    expect(okfFaults(okfFiles(concepts, origin))).toEqual([])
  })

  const name = fc.oneof(
    fc.constantFrom('@Peter', '@peter', '@Anna', '@index', '@CON', '@a/b', '@a.b', '@../x', '@飞书API', '@ſ', '@İ', ''),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }).map((each) => `@${each}`),
  )
  const text = fc.oneof(
    fc.constantFrom(
      'Likes tea',
      'Does not like tea',
      'Lives in Graz',
      'No longer lives in Graz',
      '[a](b.md) [^c]',
      '`[x](y)',
      '--- type: x',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  )
  const bullet = fc
    .tuple(
      fc.constantFrom('W', 'B', 'S', 'O(c=0.9)', 'O(c=0.1)', 'W(until=2025-12-24)', 'O(until=2027-01-01)'),
      name,
      name,
      text,
    )
    .map(([kind, one, other, said]) => `${kind} ${one} ${other}: ${said}`.replace(/[\r\n]/g, ' '))
  const page = fc
    .tuple(name, fc.string({ unit: 'grapheme', maxLength: 30 }), name)
    .map(
      ([called, type, alias]) =>
        `---\nname: ${JSON.stringify(called)}\ntype: ${JSON.stringify(type)}\naliases: [${JSON.stringify(alias)}]\n---\n`,
    )
  const workspace = fc.record({
    logs: fc.array(fc.array(bullet, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
    pages: fc.array(page, { maxLength: 2 }),
  })

  test('of any workspace conforms, tells every fact that pages tell, and is the same from notes that came in another order', async () => {
    let many = 0
    await fc.assert(
      fc.asyncProperty(workspace, async ({ logs, pages }) => {
        const notes: Notes = [
          ...logs.map((bullets, at) => [`memory/2025-12-2${at}.md`, retain(...bullets)] as const),
          ...pages.map((front, at) => [`bank/entities/page-${at}.md`, front] as const),
        ]
        const index = await smallIndex(notes)
        try {
          const concepts = exportedConcepts(index.store, '2026-01-01', withoutCredentials)
          const files = okfFiles(concepts, origin)
          expect(okfFaults(files)).toEqual([])
          const facts = index.store.factsOfKinds(['world', 'experience', 'observation', 'opinion'])
          const cited = new Set(
            concepts.flatMap(({ groups }) =>
              groups.flatMap(({ statements }) => statements.flatMap(({ places }) => places.map(({ fact }) => fact))),
            ),
          )
          expect(facts.filter(({ id }) => !cited.has(id)).map(({ text: words }) => words)).toEqual([])
          many += facts.length
          const other = await conceptsOf(notes.toReversed())
          expect([...okfFiles(other, origin)]).toEqual([...files])
        } finally {
          index.remove()
        }
      }),
      { numRuns: 60 },
    )
    expect(many).toBeGreaterThan(60)
  })
})
