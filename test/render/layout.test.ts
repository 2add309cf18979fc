import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { splitPage } from '../../src/memory/page.js'
import { liquidLayout } from '../../src/render/liquid.js'
import { pages } from '../../src/render/pages.js'

const model = {
  title: 'Peter',
  groups: [
    { title: 'Beliefs', folded: false, lines: ['- O(c=0.80) a', '- O(c=0.70) b'] },
    { title: 'No longer', folded: true, lines: ['- W c'] },
  ],
  related: 'Related: [Anna](Anna.md) <!-- 9f3ab210 -->',
  older: [
    { year: '2024', link: '../memory/2024-01-01.md' },
    { year: '2023', link: '../memory/2023-01-01.md' },
  ],
}
const ours = [...new Set(Object.values(pages).map((page) => page.template))]
const template = (name: string): string => readFileSync(new URL(`../../templates/${name}`, import.meta.url), 'utf8')

describe('a layout', () => {
  test.each([
    ['{{ titel }}', 'titel'],
    ['{% for group in groups %}{{ group.name }}{% endfor %}', 'name'],
    ['{% for line in lines %}{{ line }}{% endfor %}', 'lines'],
    ['{{ title | shout }}', 'shout'],
    ['{{ title.constructor }}', 'constructor'],
    ['{{ title.__proto__ }}', '__proto__'],
    ['{{ groups[0].lines.constructor }}', 'constructor'],
  ])('that asks for what does not exist is an error that names it: %s', (text, named) => {
    expect(() => liquidLayout(text)(model)).toThrow(named)
  })

  test.each(['{{ title', '{% for group in groups %}', '{% if %}', '{% nosuch %}', '{{ title | }}x{% endfor %}'])(
    'that is not well formed is an error: %s',
    (text) => {
      expect(() => liquidLayout(text)(model)).toThrow(/line:\s*1/)
    },
  )

  test.each(['/etc/hostname', '../package.json', 'world.md', './world.md', 'package.json'])(
    'reads no file: %s',
    (path) => {
      for (const tag of ['include', 'render', 'layout'])
        expect(() => liquidLayout(`{% ${tag} '${path}' %}`)(model)).toThrow()
    },
  )

  test.each([
    ['counts for ever', '{% for at in (1..900000000) %}x{% endfor %}'],
    ['counts within counting', '{% for a in (1..30000) %}{% for b in (1..30000) %}{% endfor %}{% endfor %}'],
    ['doubles a text', '{% assign x = "a" %}{% for at in (1..40) %}{% assign x = x | append: x %}{% endfor %}{{ x }}'],
    [
      'doubles a text aside',
      '{% assign x = "a" %}{% for at in (1..25) %}{% capture y %}{{ x }}{{ x }}{% endcapture %}{% assign x = y %}{% endfor %}{{ x }}',
    ],
    ['is a book', 'x'.repeat(2_000_000)],
    ['is deeper than a stack', '{% if 1 %}'.repeat(20_000)],
    ['goes over all lines for each line of each line', `${'{% for g in groups %}{% for l in g.lines %}'.repeat(12)}`],
  ])('that %s is an error: it may have come with a clone', (_what, text) => {
    const lines = Array.from({ length: 200 }, (_, at) => `- W ${at}`)
    const many = { ...model, groups: [{ title: 'World', folded: false, lines }] }
    const closed = text + '{% endfor %}'.repeat(text.split('{% for g').length - 1).repeat(2)
    expect(() => liquidLayout(closed)(many)).toThrow()
  })

  test('fills in lines as they are: a bullet is no template, and nothing is escaped twice', () => {
    const lines = ['- W {{ title }} {% raw %} &lt;b> `<b>`']
    const filled = liquidLayout(
      '{% for group in groups %}{% for line in group.lines %}{{ line }}{% endfor %}{% endfor %}',
    )
    expect(filled({ ...model, groups: [{ title: 'World', folded: false, lines }] })).toBe(lines[0])
  })

  test('gives the same bytes each time it is filled', () => {
    for (const name of ours) {
      const layout = liquidLayout(template(name))
      expect(layout(model)).toBe(layout(structuredClone(model)))
      expect(liquidLayout(template(name))(model)).toBe(layout(model))
    }
  })
})

describe('the packaged layouts', () => {
  test.each(ours)('%s holds one block and every line of the model, unchanged', (name) => {
    const filled = liquidLayout(template(name))(model)
    const page = splitPage(filled)
    expect(page.block).not.toBeNull()
    const inside = page.lines.slice(page.block!.begin, page.block!.end)
    for (const line of model.groups.flatMap((group) => group.lines))
      expect(inside.filter((one) => one === line)).toEqual([line])
    for (const { year, link } of model.older) expect(inside.join('\n')).toContain(`[${year}](${link})`)
    expect(inside).toContain('## Beliefs')
    expect(inside.join('\n')).toContain('\n\n<details><summary>No longer</summary>\n\n- W c\n\n</details>\n')
  })

  test.each(ours)('%s stands without any fact too', (name) => {
    const filled = liquidLayout(template(name))({ title: 'Peter', groups: [], related: '', older: [] })
    expect(splitPage(filled).block).not.toBeNull()
    expect(filled).not.toContain('undefined')
  })

  test('an entity’s name is written so that YAML reads it back, whatever it is', () => {
    const titles = ['Peter', '007', 'a: b', '"x"', "it's", '#x', '- y', 'a\\b', '飞书', 'null', '[x]']
    for (const title of titles) {
      const front = /^---\nname: (.*)\n/.exec(
        liquidLayout(template('entity.md'))({ title, groups: [], related: '', older: [] }),
      )
      expect([title, JSON.parse(front![1]!)]).toEqual([title, title])
    }
  })
})
