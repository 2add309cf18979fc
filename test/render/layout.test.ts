import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { splitPage } from '../../src/model/page.js'
import { layoutFilters, layoutTags } from '../../src/render/layout-filters.js'
import type { Layout } from '../../src/render/layout.js'
import { liquidLayout } from '../../src/render/liquid.js'
import { pages } from '../../src/render/pages.js'

const model = {
  title: 'Peter',
  groups: [
    { title: 'Beliefs', folded: false, lines: ['- O(c=0.80) a', '- O(c=0.70) b'] },
    { title: 'No longer', folded: true, lines: ['- W c'] },
  ],
  related: 'Related: [Anna](Anna.md) <!-- 9f3ab210 -->',
  opposed: '',
  mentioned: { lines: [], more: '' },
  older: [
    { year: '2024', link: '../memory/2024-01-01.md' },
    { year: '2023', link: '../memory/2023-01-01.md' },
  ],
}
const ours = [...new Set(Object.values(pages).map((page) => page.template))]
const template = (name: string): string => readFileSync(new URL(`../../templates/${name}`, import.meta.url), 'utf8')

/** What is said of a layout that cannot be used. */
function refusal(text: string): string {
  try {
    liquidLayout(text)(model)
  } catch (cause) {
    return (cause as Error).message
  }
  return 'it was filled'
}

function outcomeOf(layout: Layout): string {
  try {
    return layout(model)
  } catch (cause) {
    return (cause as Error).message
  }
}

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

  test.each([
    ['where_exp', '{{ groups | where_exp: "group", "group.folded" }}'],
    ['split', '{{ title | split: "" }}'],
    ['sample', '{{ groups | sample }}'],
    ['date', '{{ "now" | date: "%s" }}'],
    ['sort_natural', '{{ groups | sort_natural }}'],
    ['toString', '{{ title | toString }}'],
    ['__proto__', '{{ title | __proto__ }}'],
  ])('that uses the filter %s, which is none of the closed list, is told the line and the list', (name, text) => {
    const told = refusal(`# {{ title }}\n\n${text}`)
    expect(told).toContain(`unknown filter ${name} (the filters are ${Object.keys(layoutFilters).join(', ')})`)
    expect(told).toMatch(/line:\s*3/)
  })

  test.each([
    ['capture', '{% capture x %}{% endcapture %}'],
    ['include', "{% include 'world.md' %}"],
    ['render', "{% render 'world.md' %}"],
    ['layout', "{% layout 'world.md' %}"],
    ['increment', '{% increment x %}'],
    ['constructor', '{% constructor %}'],
  ])('that uses the tag %s, which is none of the closed list, is told the line and the list', (name, text) => {
    const told = refusal(`# {{ title }}\n\n${text}`)
    expect(told).toContain(`unknown tag ${name} (the tags are ${layoutTags.join(', ')})`)
    expect(told).toMatch(/line:\s*3/)
  })

  const long = 'x'.repeat(90_000)
  test.each([
    [
      'filters a long text at each step',
      `{% assign x = "${long}" %}{% for a in (1..100) %}{{ x | upcase | size }}{% endfor %}`,
    ],
    ['replaces letters by texts', `{% assign x = "${long}" %}{{ x | replace: "x", x }}`],
    ['joins with texts', `{% assign x = "${long}" %}{% assign r = (1..1000) %}{{ r | join: x | size }}`],
    [
      'goes over one long list again and again',
      '{% assign r = (1..90000) %}{% for a in (1..90000) %}{% for b in r reversed limit:1 %}{% endfor %}{% endfor %}',
    ],
    [
      'compares long texts',
      `{% assign x = "${long}" %}{% for a in (1..9000) %}{% if x contains "y" %}{% endif %}{% endfor %}`,
    ],
    [
      'asks much at each step',
      `{% assign z = "0" %}{% for a in (1..100000) %}{{ ${'z['.repeat(30_000)}0${']'.repeat(30_000)} }}{% endfor %}`,
    ],
    [
      'has a thousand branches',
      `{% for a in (1..100000) %}{% if false %}${'{% elsif false %}'.repeat(5000)}{% endif %}{% endfor %}`,
    ],
    ['does nothing for long', '{% for a in (1..2000) %}{% for b in (1..2000) %}{% endfor %}{% endfor %}'],
    ['prints a long list', '{% assign r = (1..400000) %}{{ r }}'],
  ])('that %s is an error long before a second is over', (_what, text) => {
    expect(refusal(text)).toMatch(/more work than a page is worth|more than \d+ characters|nests more than 64 deep/)
  })

  test.each([
    ['tags', '{% if title %}'.repeat(100) + '{% endif %}'.repeat(100)],
    ['brackets', `{{ ${'title['.repeat(100)}0${']'.repeat(100)} }}`],
  ])('that nests %s deeply is told the line, whatever the stack of the machine', (_what, inner) => {
    expect(refusal(`# {{ title }}\n\n${inner}`)).toMatch(/nests more than 64 deep, line:3, col:\d+/)
  })

  test('asks neither clock, chance, locale nor environment, whichever filter it uses', () => {
    const asked = (): never => {
      throw new Error('asked the world')
    }
    const { now } = Date
    const { random } = Math
    const calls = Object.keys(layoutFilters).map(
      (name) => `{{ title | ${name} }}{{ title | ${name}: "t", "ü" }}{{ 7 | ${name}: 2 }}{{ list | ${name}: ", " }}`,
    )
    const layouts = calls
      .flatMap((call) => call.split(/(?<=\}\})/))
      .map((call) => liquidLayout(`{% assign list = (1..3) %}${call}`))
    Object.assign(Date, { now: asked })
    Object.assign(Math, { random: asked })
    try {
      for (const layout of layouts) expect(outcomeOf(layout)).toBe(outcomeOf(layout))
      expect(layouts.map(outcomeOf).join()).not.toContain('asked the world')
    } finally {
      Object.assign(Date, { now })
      Object.assign(Math, { random })
    }
  })

  test.each([
    ['{{ title | upcase | append: "!" }}', 'PETER!'],
    ['{{ groups | map: "title" | join: ", " }}', 'Beliefs, No longer'],
    ['{{ groups | first | map: "lines" | first | last }}', '- O(c=0.70) b'],
    ['{{ title | replace: "e", "<" | escape }}', 'P&lt;t&lt;r'],
    ['{{ title | truncate: 4, "…" }}{{ title | slice: -2, 2 }}{{ title | size | plus: 1 | times: 2 }}', 'Pet…er12'],
    ['{{ "ab🦊cd" | truncate: 3, "" }}|{{ "ab🦊cd" | slice: 3, 2 }}|{{ "ab🦊cd" | slice: 2, 2 }}', 'ab|c|🦊'],
    ['{{ "" | default: "none" }} {{ " a " | strip }} {{ title | remove: "e" | downcase }}', 'none a ptr'],
    [
      '{% for group in groups reversed %}{% if group.folded == false %}{{ group.title }}{% endif %}{% endfor %}',
      'Beliefs',
    ],
    ['{% case title %}{% when "Peter" %}he{% else %}they{% endcase %}{% unless groups %}!{% endunless %}', 'he'],
  ])('may use what the lists have: %s', (text, filled) => {
    expect(liquidLayout(text)(model)).toBe(filled)
  })

  test('has its filters and tags listed where pages are documented', () => {
    const documented = readFileSync(new URL('../../docs/pages.md', import.meta.url), 'utf8')
    for (const [what, names] of [
      ['Filters', Object.keys(layoutFilters)],
      ['Tags', layoutTags],
    ] as const)
      expect(documented).toContain(`${what}: ${names.map((name) => `\`${name}\``).join(', ')}.`)
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
    const filled = liquidLayout(template(name))({
      title: 'Peter',
      groups: [],
      related: '',
      opposed: '',
      mentioned: { lines: [], more: '' },
      older: [],
    })
    expect(splitPage(filled).block).not.toBeNull()
    expect(filled).not.toContain('undefined')
  })

  test('an entity’s name is written so that YAML reads it back, whatever it is', () => {
    const titles = ['Peter', '007', 'a: b', '"x"', "it's", '#x', '- y', 'a\\b', '飞书', 'null', '[x]']
    for (const title of titles) {
      const front = /^---\nname: (.*)\n/.exec(
        liquidLayout(template('entity.md'))({
          title,
          groups: [],
          related: '',
          opposed: '',
          mentioned: { lines: [], more: '' },
          older: [],
        }),
      )
      expect([title, JSON.parse(front![1]!)]).toEqual([title, title])
    }
  })
})
