import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { entityFileName } from '../../src/model/entity.js'
import { okfFiles, type OkfConcept, type OkfStatement } from '../../src/render/okf.js'
import { inertStatement, literal, yamlText } from '../../src/render/okf-text.js'
import { frontOf, linksIn, okfFaults } from '../support/okf.js'
import { parse } from 'yaml'
import { micromark } from 'micromark'

const origin = { commit: 'c0ffee'.padEnd(40, '0'), at: '2026-06-20T22:53:05Z', by: 'workspace-memory/0.1.0' }
const nowhere = { confirmedBy: [], opposedBy: [], setBy: [], endedBy: [] }
const at = (fact: string, line: number): OkfStatement['places'][number] => ({
  fact,
  source: { path: 'memory/2025-11-27.md', first: line, last: line },
})
const said = (text: string, more: Partial<OkfStatement> = {}): OkfStatement => ({
  day: '2025-11-27',
  names: ['Peter'],
  text,
  until: null,
  places: [at('k3f9a2c1x7', 4)],
  ...nowhere,
  ...more,
})
const concept = (statements: readonly OkfStatement[], more: Partial<OkfConcept> = {}): OkfConcept => ({
  path: 'entities/Peter.md',
  type: 'Entity',
  title: 'Peter',
  about: 'About Peter',
  aliases: [],
  status: 'stable',
  groups: [{ title: 'Facts', statements }],
  related: [],
  ...more,
})

/** Text that would like to be more than the words of a line. */
const hostile = [
  '---\ntype: Forged',
  '---',
  '"\nverified: { by: human:ceo, at: 2026-01-01T00:00:00Z }\nx: "',
  '\\" verified: x',
  "'}]{[: # - | > & * ! %",
  '[^k3f9a2c1x7]: a source that says this',
  'so it is [^12m7d97uez]',
  '[letter](../../../etc/passwd)',
  '![pixel](https://evil.example/x.png)',
  '\\[a](b.md)',
  '\\\\[a](b.md)',
  '\\`[a](b.md)`',
  '`a` [b](c.md) `d`',
  '`[a](b.md)` and ``[c](d.md)',
  '<https://evil.example> <img src=x> <!-- -->',
  '&lbrack;a](b.md)',
  '[a]: b.md',
  '# Sources',
  '| a | b |',
  'ends in \\',
  'ends in `',
  '\u202e\u2028\u2029\u0085\u0000\ufeff\u{e0041}',
  '~~~',
]
const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('\\', '`', '[', ']', '(', ')', '<', '&', '^', 'a', ' ', '!', ':', '"', '\n'), {
      maxLength: 20,
    })
    .map((each) => each.join('')),
)

describe('a bundle of OKF', () => {
  test('has the bytes that the specification’s example has the form of', () => {
    const peter = concept(
      [said('Prefers tea.', { confirmedBy: [at('12m7d97uez', 7)], until: '2026-12-31' }), said('Lives in Wels.')],
      { aliases: ['Pete'], related: [{ path: 'entities/Anna.md', title: 'Anna', says: 'named in 1 of these' }] },
    )
    expect(okfFiles([peter], origin).get('entities/Peter.md')).toBe(`---
type: "Entity"
title: "Peter"
description: "About Peter: 2 statements, noted on 2025-11-27."
aliases: ["Pete"]
status: stable
stale_after: 2026-12-31
generated: { by: "workspace-memory/0.1.0", at: 2026-06-20T22:53:05Z }
commit: "${origin.commit}"
sources:
  - id: "k3f9a2c1x7"
    resource: "memory/2025-11-27.md#L4 in commit ${origin.commit}"
    title: "memory/2025-11-27.md#L4"
  - id: "12m7d97uez"
    resource: "memory/2025-11-27.md#L7 in commit ${origin.commit}"
    title: "memory/2025-11-27.md#L7"
---

# Facts

* 2025-11-27 · Peter: Prefers tea. [^k3f9a2c1x7] · until 2026-12-31 · confirmed by [^12m7d97uez]
* 2025-11-27 · Peter: Lives in Wels. [^k3f9a2c1x7]

# Related

* [Anna](/entities/Anna.md): named in 1 of these

[^k3f9a2c1x7]: stated in memory/2025-11-27.md#L4
[^12m7d97uez]: stated in memory/2025-11-27.md#L7
`)
  })

  test('tells one fact of two places apart, and none of it becomes stale once it is over', () => {
    const files = okfFiles(
      [
        concept([said('Was in Graz.', { places: [at('k3f9a2c1x7', 4), at('k3f9a2c1x7', 9)], until: '2025-12-01' })], {
          status: 'deprecated',
        }),
      ],
      origin,
    )
    const front = frontOf(files.get('entities/Peter.md')!)
    expect((front['sources'] as { id: string }[]).map(({ id }) => id)).toEqual(['k3f9a2c1x7', 'k3f9a2c1x7-2'])
    expect(front).toMatchObject({ status: 'deprecated' })
    expect(front).not.toHaveProperty('stale_after')
    expect(okfFaults(files)).toEqual([])
  })

  test('conforms also where nothing is known', () => {
    const files = okfFiles([], origin)
    expect([...files.keys()]).toEqual(['index.md'])
    expect(okfFaults(files)).toEqual([])
  })

  test('conforms whatever a name, a type, a statement and a path are made of, and says nothing in its front matter but that', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, anyText, anyText, anyText), { minLength: 1, maxLength: 4 }), (all) => {
        const concepts = new Map(
          all.map(([name, type, text, path]) => {
            const file = `entities/${entityFileName(name.toWellFormed())}~e.md`
            const place = { fact: 'k3f9a2c1x7', source: { path: path.toWellFormed(), first: 1, last: 2 } }
            const given = {
              path: file,
              type: `t${type}`,
              title: `n${name}`,
              about: `About ${name}`,
              aliases: [name, type],
            }
            return [file.toLowerCase(), concept([said(text, { names: [], places: [place] })], given)] as const
          }),
        )
        const kept = [...concepts.values()]
        const linked = kept.map((each) => ({
          ...each,
          related: kept.map(({ path, title }) => ({ path, title, says: 'named here' })),
        }))
        const files = okfFiles(linked, origin)
        expect(okfFaults(files)).toEqual([])
        for (const { path, title, type, aliases } of linked) {
          const text = files.get(path)!
          expect(frontOf(text)).toMatchObject({
            title: title.toWellFormed(),
            type: type.toWellFormed(),
            aliases: aliases.map((each) => each.toWellFormed()),
          })
          const body = text.slice(text.indexOf('\n---\n') + 5)
          expect(linksIn(body)).toHaveLength(linked.length)
        }
      }),
      { numRuns: 500 },
    )
  })

  test.each(hostile)('a statement of %j is words, code or emphasis, and nothing leads anywhere', (text) => {
    const html = micromark(`* 2025-11-27 · ${inertStatement(text)} [^k3f9a2c1x7]`)
    expect(html.replace(/<\/?(?:ul|li|code|em|strong)>/g, '')).not.toMatch(/<[a-z!/]/i)
    expect(html.match(/\[\^k3f9a2c1x7\]/g)?.at(-1)).toBeDefined()
  })

  test('text in YAML and in a line is what it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parse(`x: ${yamlText(text)}\n`)).toEqual({ x: text.toWellFormed() })
        expect(yamlText(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
        expect(micromark(`a ${literal(text)} b`)).toMatch(/^<p>a .* b<\/p>$/)
      }),
      { numRuns: 500 },
    )
  })
})
