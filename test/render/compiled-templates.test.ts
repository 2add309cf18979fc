import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Layout, PageModel } from '../../src/render/layout.js'
import { liquidLayout } from '../../src/render/liquid.js'
import { compileTemplates } from '../../scripts/compile-templates.js'

const folder = fileURLToPath(new URL('../../templates/', import.meta.url))
const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

/** What the build puts in the place of `src/render/ready-layouts.ts`. */
const compiled = new Function(
  `${compileTemplates(folder).replace('export const readyLayouts =', 'return')}`,
)() as Record<string, Layout>

const text = fc.oneof(fc.string(), fc.constantFrom('{{ title }}', '{% raw %}', '</script>', '"quoted"', '飞书API'))
const model: fc.Arbitrary<PageModel> = fc.record({
  title: text,
  groups: fc.array(fc.record({ title: text, folded: fc.boolean(), lines: fc.array(text, { maxLength: 4 }) }), {
    maxLength: 4,
  }),
  mentioned: fc.record({ lines: fc.array(text, { maxLength: 3 }), more: text }),
  related: text,
  opposed: text,
  older: fc.array(fc.record({ year: text, link: text }), { maxLength: 3 }),
})

describe('the layouts that the build compiles', () => {
  test('are those of templates/, each of them', () => {
    expect(Object.keys(compiled)).toEqual(names.toSorted())
    expect(names).toContain('entity.md')
  })
  test.each(names)('%s says what the template engine says', (name) => {
    const engine = liquidLayout(readFileSync(folder + name, 'utf8'))
    fc.assert(
      fc.property(model, (given) => {
        expect(compiled[name]!(given)).toBe(engine(given))
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})
