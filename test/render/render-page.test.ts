import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { endMarker, readStamp, seal, splitPage } from '../../src/model/page.js'
import { handWritten, readPageLine } from '../../src/parse/parse-page.js'
import { renderLine } from '../../src/render/render-line.js'
import { renderPage, type RenderedPage } from '../../src/render/render-page.js'
import { growth, linear, timesAsLong } from '../support/growth.js'
import { bulletOf, shown } from '../belief/statements.js'

const seed = 41

/** Generated lines, by the name that they are about. */
const pool = ['Ann', 'Bob', 'Cleo'].flatMap((name) =>
  ['tea', 'coffee', 'water'].map((drink) => ({
    name,
    line: renderLine(shown(bulletOf(`O(c=0.8) @${name}: Likes ${drink}`)), 'bank/opinions.md'),
  })),
)

function fill(lines: readonly string[]): string {
  const groups = ['Ann', 'Bob', 'Cleo'].flatMap((name) => {
    const own = pool.filter((one) => one.name === name && lines.includes(one.line)).map(({ line }) => line)
    return own.length > 0 ? [`## ${name}\n\n${own.join('\n')}\n\n\n`] : []
  })
  return `# Opinions\n\n<!-- memory:begin -->\nWhat is believed.\n${groups.join('')}\n<!-- memory:end -->\n`
}

const render = (lines: readonly string[], existing?: string): RenderedPage =>
  renderPage({ filled: fill(lines), empty: lines.length === 0, existing, readLine: readPageLine })

function written(made: RenderedPage): string {
  if (made.what !== 'write') throw new Error(`nothing to write: ${made.what}`)
  return made.text
}

const fresh = (lines: readonly string[]): string => written(render(lines))
const [annTea, annCoffee, annWater, bobTea] = pool.map(({ line }) => line) as [string, string, string, string]

describe('a page that nobody touched', () => {
  test('is what the layout says, with one blank line at most in a row', () => {
    const text = fresh([annTea, bobTea])
    expect(text.replace(/ [0-9a-f]{8} -->$/m, ' x -->')).toBe(
      `# Opinions\n\n<!-- memory:begin x -->\nWhat is believed.\n## Ann\n\n${annTea}\n\n## Bob\n\n${bobTea}\n<!-- memory:end -->\n`,
    )
  })

  test('becomes what a page made from nothing would be, whatever facts come and go', () => {
    const subset = fc.subarray(
      pool.map(({ line }) => line),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(subset, subset, (before, after) => {
        expect(written(render(after, fresh(before)))).toBe(fresh(after))
      }),
      { seed, numRuns: 300 },
    )
  })

  test('but a formatter, which set other list markers, leaves no heading of ours behind', () => {
    const [all, some] = [pool.map(({ line }) => line), [annTea, bobTea]]
    for (const marker of ['*', '+', '1.', '  -', '-  ']) {
      const formatted = fresh(all).replaceAll(/^- /gm, `${marker} `)
      expect([marker, written(render(some, formatted))]).toEqual([marker, fresh(some)])
      const theirs = formatted.replace('## Cleo', `${marker} W @Cleo: Mine\n\nMy words.\n\n## Cleo`)
      const made = written(render(some, theirs))
      for (const kept of [`${marker} W @Cleo: Mine`, 'My words.']) expect(made).toContain(kept)
      expect(made).not.toContain('## Cleo')
    }
  })

  test('goes where no fact is left, and stays away', () => {
    expect(render([], fresh([annTea]))).toEqual({ what: 'remove' })
    expect(render([])).toEqual({ what: 'remove' })
  })
})

describe('a sealed line of ours', () => {
  const filled = (line: string): string => fill([annTea]).replace('<!-- memory:end -->', `${line}\n<!-- memory:end -->`)
  const made = (line: string, existing?: string): string =>
    written(renderPage({ filled: filled(line), empty: false, existing, readLine: readPageLine }))
  const [one, two] = [seal('Related: [Bob](Bob.md)'), seal('Related: [Cleo](Cleo.md)')]

  test('changes, comes and goes, and the marker does not change with it', () => {
    const page = made(one)
    expect(page).toContain(one)
    expect(made(two, page)).toBe(page.replace(one, two))
    expect(made('', page)).toBe(fresh([annTea]))
  })

  test('is ours still where a formatter set another list marker', () => {
    const [before, after] = ['Ann', 'Bob'].map((name) => seal(`- [2025-11-27](../a.md?plain=1#L2) ${name} sings`))
    const page = made(before!)
    for (const marker of ['*', '+', '1.', '  -']) {
      const formatted = page.replace(/^- (?=\[)/m, `${marker} `)
      expect([marker, made(after!, formatted)]).toEqual([marker, made(after!)])
      expect(handWritten(splitPage(formatted)).join('')).not.toContain('sings')
    }
    expect(made(after!, page.replace(/^- (.*)Ann sings/m, '* $1Ann sang'))).toContain('Ann sang')
  })

  test('is a person’s text once it is edited', () => {
    const mine = one.replace('Bob]', 'Robert]')
    const text = made(two, made(one).replace(one, mine))
    expect(text).toContain(mine)
    expect(text).toContain(two)
  })
})

describe('what stands outside the block', () => {
  const outside = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '# Mine',
          '',
          '  ',
          'text',
          '- W @Ann: mine',
          annTea,
          '\t',
          '---',
          '<!-- a -->',
          '\uFEFF',
          '\u2028',
        ),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
      ),
      { maxLength: 5 },
    )
    .map((lines) => lines.map((line) => line.replace(/[\r\n]/g, '')))

  test.each(['\n', '\r\n'])('survives byte for byte with line ends %j', (eol) => {
    fc.assert(
      fc.property(outside, outside, (above, below) => {
        const block = splitPage(fresh([annTea]))
        const inside = block.lines.slice(block.block!.begin, block.block!.end + 1)
        const existing = [...above, ...inside, ...below].join(eol)
        const text = written(render([annCoffee, bobTea], existing))
        const [head, tail] = [[...above, ''].join(eol), ['', ...below].join(eol)]
        expect(text.startsWith(head)).toBe(true)
        expect(text.endsWith(tail)).toBe(true)
        expect(text.slice(head.length, text.length - tail.length)).toContain(annCoffee)
      }),
      { seed, numRuns: 300 },
    )
  })

  test('survives byte for byte where a file has both kinds of line ends', () => {
    const existing = fresh([annTea])
      .replace('# Opinions\n', '# Opinions\nunix\nwindows\r\n')
      .concat('more\r\nand more\n')
    const text = written(render([annCoffee], existing))
    expect(text.startsWith('# Opinions\nunix\nwindows\r\n')).toBe(true)
    expect(text.endsWith('<!-- memory:end -->\nmore\r\nand more\n')).toBe(true)
  })

  test('keeps a page from being removed', () => {
    for (const mine of ['A word.', '- W @Ann: mine', '---\naliases: [Annie]\n---'])
      expect(render([], `${fresh([annTea])}\n${mine}\n`).what).toBe('write')
  })
})

describe('what a person wrote inside the block', () => {
  const block = (text: string): string[] => {
    const page = splitPage(text)
    return page.lines.slice(page.block!.begin + 1, page.block!.end)
  }

  test('an edited line takes the place of the line that it edits, and nothing else moves', () => {
    const edited = annCoffee.replace('coffee', 'espresso')
    const existing = fresh([annTea, annCoffee, annWater]).replace(annCoffee, edited)
    expect(written(render([annTea, annCoffee, annWater], existing))).toBe(existing)
    expect(block(written(render([annTea, annCoffee, bobTea], existing)))).toEqual([
      'What is believed.',
      '## Ann',
      '',
      annTea,
      edited,
      '',
      '## Bob',
      '',
      bobTea,
    ])
  })

  test('an edited line stays although its fact is gone', () => {
    const edited = annCoffee.replace('c=0.80', 'c=0.10')
    const text = written(render([bobTea], fresh([annTea, annCoffee]).replace(annCoffee, edited)))
    expect(block(text)).toContain(edited)
    expect(text).not.toContain(annTea)
    expect(written(render([bobTea], text))).toBe(text)
  })

  test('an edited line keeps a page from being removed, an untouched one does not', () => {
    const edited = fresh([annTea]).replace(annTea, annTea.replace('tea', 'mate'))
    expect(render([], edited)).toMatchObject({ what: 'write', text: expect.stringContaining('Likes mate') })
    expect(render([], fresh([annTea]).replace(annTea, `${annTea}\n- W @Ann: mine`)).what).toBe('write')
    expect(render([], fresh([annTea]).replace('What is believed.', 'What I think.')).what).toBe('write')
  })

  test('a bullet stays behind the line that it stood behind', () => {
    const mine = '- W @Ann: mine'
    const existing = fresh([annTea, annCoffee]).replace(annTea, `${annTea}\n${mine}`)
    expect(block(written(render([annTea, annWater, bobTea], existing))).slice(3, 6)).toEqual([annTea, mine, annWater])
  })

  test('an uncommented line and a person’s word about a fact stay as they are', () => {
    const lines = [annTea.replace(/ <!--.*/, ''), '- retired ^k3f9a2c1x7: O @Ann: x']
    const existing = fresh([annTea]).replace(annTea, [annTea, ...lines].join('\n'))
    for (const line of lines) expect(block(written(render([annTea, bobTea], existing)))).toContain(line)
  })

  test('our own headings are not mistaken for a person’s', () => {
    const text = written(render([bobTea], fresh([annTea])))
    expect(text).not.toContain('## Ann')
  })

  test('a line merely deleted comes back', () => {
    const existing = fresh([annTea, annCoffee]).replace(`${annTea}\n`, '')
    expect(written(render([annTea, annCoffee], existing))).toBe(fresh([annTea, annCoffee]))
  })

  /** One thing that a person does to a page, `at` a line of the block. */
  type Deed = { readonly at: number; readonly what: string }
  const deeds: Record<string, (line: string, at: number) => string[]> = {
    word: (line) => [line.replace('Likes', 'Adores')],
    confidence: (line) => [line.replace('c=0.80', 'c=0.33')],
    strike: (line) => [line.replace(/^- (.*)( <!--)/, '- ~~$1~~$2')],
    uncomment: (line) => [line.replace(/ <!-- \^.*/, '')],
    delete: () => [],
    twice: (line) => [line, line],
    bullet: (line, at) => [line, `- W @Ann: mine ${at}`],
    assertion: (line, at) => [line, `- retired ^k3f9a2c1x${at % 10}: O @Ann: x`],
    blank: (line) => [line, '', ''],
    text: (line, at) => [line, `my words ${at}`],
    heading: (line, at) => [line, `## Mine ${at}`],
  }
  const deed: fc.Arbitrary<Deed> = fc.record({ at: fc.nat({ max: 12 }), what: fc.constantFrom(...Object.keys(deeds)) })
  const subset = fc.subarray(
    pool.map(({ line }) => line),
    { minLength: 1 },
  )

  function edit(text: string, done: readonly Deed[]): string {
    const page = splitPage(text)
    const lines = [...page.lines]
    for (const { at, what } of done) {
      const end = lines.indexOf(endMarker)
      const begin = page.block!.begin + 1
      if (end <= begin) break
      const target = begin + (at % (end - begin))
      lines.splice(target, 1, ...deeds[what]!(lines[target]!, target))
    }
    return lines.join('\n')
  }

  /** Lines in the block that are no line of ours. */
  function theirs(text: string, ours: string): string[] {
    const own = new Set(block(ours))
    return block(text).filter((line) => line.trim() !== '' && !own.has(line) && readPageLine(line).what !== 'generated')
  }

  test('no word of it is ever lost, rendering twice is rendering once, and every fact is shown', () => {
    fc.assert(
      fc.property(
        subset,
        fc.array(deed, { maxLength: 5 }),
        fc.subarray(pool.map(({ line }) => line)),
        (before, done, after) => {
          const old = edit(fresh(before), done)
          const made = render(after, old)
          const mine = theirs(old, fresh(before))
          if (made.what === 'remove') {
            expect([after, mine]).toEqual([[], []])
            return
          }
          const text = written(made)
          const lines = block(text)
          for (const line of mine) expect(lines).toContain(line)
          for (const line of after) {
            const { id } = readStamp(line)!.stamp
            expect(lines.some((one) => readStamp(one)?.stamp.id === id)).toBe(true)
          }
          expect(render(after, text)).toEqual({ what: 'write', text })
          expect(splitPage(text).block).not.toBeNull()
        },
      ),
      { seed, numRuns: 800 },
    )
  })

  test('what the page says as a source is the same before and after', () => {
    const bullets = (text: string): string[] =>
      handWritten(splitPage(text))
        .filter((line) => line.startsWith('- '))
        .toSorted()
    fc.assert(
      fc.property(subset, fc.array(deed, { maxLength: 4 }), subset, (before, done, after) => {
        const old = edit(fresh(before), done)
        expect(bullets(written(render(after, old)))).toEqual(bullets(old))
      }),
      { seed, numRuns: 400 },
    )
  })
})

describe('a file that holds a name and nothing else', () => {
  test.each([
    ['an empty file', '', ''],
    ['a title', '# Beliefs\n', '# Beliefs'],
    ['front matter', '---\naliases: [Annie]\n---\n', '---\naliases: [Annie]\n---'],
    ['front matter without a property', '---\n---\n\n# Ann\n', '---\n---\n\n# Ann\n'],
    ['front matter with blanks behind its lines', '--- \naliases: [Annie]\n---\t\n', '--- \naliases: [Annie]\n---\t\n'],
    [
      'both, with other line ends',
      '---\r\naliases: [Annie]\r\n---\r\n\r\n# Ann\r\n',
      '---\r\naliases: [Annie]\r\n---\r\n\r\n# Ann\r\n',
    ],
  ])('gets a block, below what it says: %s', (_, existing, above) => {
    const text = written(render([annCoffee], existing))
    expect(text.startsWith(above)).toBe(true)
    expect(text).toContain(annCoffee)
    expect(text.match(/^# .*$/gm)).toHaveLength(1)
    expect(written(render([annCoffee], text))).toBe(text)
  })

  test('stays as it is while there is nothing to tell', () => {
    for (const existing of ['', '# Ann\n', '---\naliases: [Annie]\n---\n'])
      expect(render([], existing)).toEqual({ what: 'write', text: existing })
  })
})

describe('a page with damaged markers', () => {
  const sound = fresh([annTea])
  test.each([
    ['no end', sound.replace(endMarker, '')],
    ['no begin', sound.replace(/<!-- memory:begin.*/, '')],
    ['no markers', 'just text\n'],
    ['two ends', sound.replace(endMarker, `${endMarker}\n${endMarker}`)],
    ['two blocks', sound + sound],
    ['end before begin', sound.replace(endMarker, '').replace('# Opinions', endMarker)],
    ['a broken hash', sound.replace('memory:begin ', 'memory:begin x')],
  ])('is not rewritten and not removed: %s', (_, existing) => {
    expect(render([annCoffee], existing)).toEqual({ what: 'damaged' })
    expect(render([], existing)).toEqual({ what: 'damaged' })
  })
})

test.each([
  ['hand-written lines', (size: number) => Array.from({ length: size }, (_, at) => `- W @Ann: mine ${at}`)],
  ['one line many times', (size: number) => Array.from({ length: size }, () => '- W @Ann: mine')],
  ['edited lines', (size: number) => Array.from({ length: size }, () => annTea.replace('tea', 'mate'))],
] as const)('rendering takes linear time: %s', (_, make) => {
  const page = (size: number): string => fresh([annTea]).replace(annTea, [annTea, ...make(size)].join('\n'))
  expect(growth(page, (existing) => render([annTea], existing), 1500)).toBeLessThan(linear)
})

test('ten thousand free lines in a block cost about what as many bullets do', () => {
  const page = (made: (at: number) => string): string =>
    fresh([annTea]).replace(annTea, [annTea, ...Array.from({ length: 10_000 }, (_, at) => made(at))].join('\n'))
  const free = page((at) => `free ${at}`)
  const bullets = page((at) => `- W @Ann: mine ${at}`)
  // Where each try to tell them from ours read all of them, it was a hundred times that.
  expect(timesAsLong((existing: string) => render([annTea], existing), free, bullets)).toBeLessThan(20)
})
