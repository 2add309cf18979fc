import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../../src/model/config.js'
import { beginMarker, endMarker, splitPage } from '../../../src/model/page.js'
import { handEdits } from '../../../src/parse/parse-page.js'
import { parsePlainNote } from '../../../src/parse/read-note.js'
import { mergePage } from '../../support/merge-page.js'
import { opinionOf } from '../../belief/statements.js'
import { layoutHash } from '../../../src/render/render-page.js'
import { renderLine } from '../../../src/render/render-line.js'
import { growth, linear } from '../../support/growth.js'

const seed = 71
const names = ['Tea', 'Coffee', 'Cocoa', 'Milk']

/** A generated line, as the renderer writes it. */
function line(what: string, confidence = 800): string {
  const note = parsePlainNote('memory/2025-11-01.md', `## Retain\n- O @Peter: Likes ${what}\n`, defaultConfig)!
  const fact = note.facts[0]!
  const opinion = opinionOf(fact.id, confidence, fact.day)
  const told = {
    fact,
    sources: [fact.source],
    opinion,
    updated: fact.day,
    edits: 0,
    superseded: false,
    endedBy: null,
    drawn: [],
  }
  return renderLine(told, 'bank/opinions.md')
}

interface Parts {
  readonly head?: readonly string[]
  readonly block?: readonly string[]
  readonly tail?: readonly string[]
}

const layout = ['What is believed.', '', '## Peter', '']

const page = ({ head = ['# Opinions', ''], block = [], tail = [''] }: Parts): string =>
  [...head, beginMarker(layoutHash(layout)), ...layout, ...block, endMarker, ...tail].join('\n')

const blockOf = (text: string): string[] => {
  const { lines, block } = splitPage(text)
  return lines.slice(block!.begin + 1, block!.end)
}

const tea = line('Tea')
const surer = tea.replace('c=0.80', 'c=0.90')
const reworded = tea.replace('Likes Tea', 'Loves tea')
const base = page({ block: names.map((name) => line(name)) })
const change = (from: string, to: string): string => page({ block: names.map((name) => line(name)) }).replace(from, to)

describe('merging two versions of a page', () => {
  test('keeps what only one side changed, whichever it is', () => {
    const edited = change(tea, surer)
    expect(mergePage(base, edited, base)).toEqual({ text: edited, conflict: false })
    expect(mergePage(base, base, edited)).toEqual({ text: edited, conflict: false })
    expect(mergePage(base, edited, edited)).toEqual({ text: edited, conflict: false })
  })

  test('takes our generated lines: the next regeneration writes them anew', () => {
    const [ours, theirs] = [page({ block: [line('Tea', 300)] }), page({ block: [line('Coffee', 900)] })]
    expect(mergePage(base, ours, theirs)).toEqual({ text: ours, conflict: false })
  })

  test('keeps edits of both, of two lines and of two fields of one line', () => {
    const { text, conflict } = mergePage(base, change(tea, surer), change(tea, reworded))
    expect(conflict).toBe(false)
    expect(blockOf(text)).toEqual(expect.arrayContaining([surer, reworded]))
    expect(blockOf(text)).not.toContain(tea.replace('c=0.80', 'c=0.70'))
  })

  test('drops an edit that was there and that one side adopted or took back', () => {
    const [was, undone] = [change(tea, surer), change(tea, line('Tea', 850))]
    const other = change(tea, `${surer}\n- W @Ann: A line of mine`)
    expect(mergePage(was, undone, other).text).not.toContain('c=0.90')
    expect(mergePage(was, other, undone).text).not.toContain('c=0.90')
    expect(mergePage(was, other, undone).text).toContain('A line of mine')
  })

  test('conflicts where both changed one field of one line differently, with both lines to choose from', () => {
    const theirs = tea.replace('c=0.80', 'c=0.10')
    const { text, conflict } = mergePage(base, change(tea, surer), change(tea, theirs))
    expect(conflict).toBe(true)
    expect(blockOf(text).slice(-5)).toEqual(['<<<<<<< ours', surer, '=======', theirs, '>>>>>>> theirs'])
  })

  test('agrees where both changed one field alike', () => {
    const { text, conflict } = mergePage(base, change(tea, surer), change(tea, `${surer}\n- W @Ann: More`))
    expect(conflict).toBe(false)
    expect(text.split('\n').filter((found) => found === surer)).toHaveLength(1)
  })

  test('merges what stands outside the block by line, and conflicts as Git does', () => {
    const ours = page({ head: ['# Opinions', 'Ours.', ''] })
    const theirs = page({ tail: ['', 'Theirs, below.', ''] })
    const both = mergePage(page({}), ours, theirs)
    expect(both).toEqual({
      text: page({ head: ['# Opinions', 'Ours.', ''], tail: ['', 'Theirs, below.', ''] }),
      conflict: false,
    })
    const disputed = mergePage(page({}), ours, page({ head: ['# Opinions', 'Theirs.', ''] }))
    expect(disputed.conflict).toBe(true)
    expect(disputed.text).toContain('<<<<<<< ours\nOurs.\n=======\nTheirs.\n>>>>>>> theirs\n')
  })

  test('takes assertions below as a set: two people never conflict over adding one', () => {
    const assertion = (name: string): string => `- retired ^${name.repeat(10)}: O @Peter: old`
    const tail = (...of: string[]): string[] => ['', '## Curated', '', ...of.map(assertion), '']
    const merged = mergePage(page({ tail: tail('a') }), page({ tail: tail('a', 'c') }), page({ tail: tail('b') }))
    expect(merged).toEqual({ text: page({ tail: tail('c', 'b') }), conflict: false })
    const first = mergePage(page({}), page({ tail: tail('a') }), page({ tail: tail('b') }))
    expect(first.conflict).toBe(false)
    expect(first.text.match(/## Curated/g)).toHaveLength(1)
    expect(first.text).toContain(`${assertion('a')}\n${assertion('b')}\n`)
  })

  test('conflicts where both adopted different edits of one field, and where one did; not where both say the same', () => {
    const id = /\^(\w{10})/.exec(tea)![1]!
    const bullet = (confidence: string, on = '2025-11-01+1'): string =>
      `- O(c=${confidence}, of=^${id}, on=${on}) @Peter: Likes Tea`
    const block = names.map((name) => line(name))
    const curated = (...bullets: readonly string[]): string =>
      page({ block, tail: ['', '## Curated', '', ...bullets, ''] })
    const [low, high] = [bullet('0.10'), bullet('0.95')]
    const both = mergePage(base, curated(low), curated(high))
    expect(both.conflict).toBe(true)
    expect(both.text).toContain(`<<<<<<< ours\n${low}\n=======\n${high}\n>>>>>>> theirs\n`)
    const one = mergePage(base, change(tea, surer), curated(low))
    expect(one.conflict).toBe(true)
    expect(one.text).toContain(`<<<<<<< ours\n${surer}\n=======\n>>>>>>> theirs\n`)
    expect(one.text).toContain(`<<<<<<< ours\n=======\n${low}\n>>>>>>> theirs\n`)
    for (const [ours, theirs] of [
      [curated(low), curated(low, bullet('0.95', '2025-11-01+2'))],
      [curated(low), curated(bullet('0.10', '2025-11-02+1'))],
      [curated(low), curated(`- retired ^${id}: O @Peter: Likes Tea`)],
    ] as const) {
      const { text, conflict } = mergePage(base, ours, theirs)
      expect(conflict).toBe(false)
      for (const said of theirs.split('\n').filter((each) => each.startsWith('- '))) expect(text).toContain(said)
    }
    const carriage = (text: string): string => text.replaceAll('\n', '\r\n')
    expect(mergePage(...([base, curated(low), curated(high)].map(carriage) as [string, string, string])).conflict).toBe(
      true,
    )
  })

  test('that both made anew have no base: nothing is lost', () => {
    const ours = page({ block: [line('Tea'), '- W @Ann: Mine'] })
    const theirs = page({ block: [line('Coffee'), '- W @Bob: Theirs'] })
    const { text, conflict } = mergePage('', ours, theirs)
    expect(conflict).toBe(false)
    expect(blockOf(text)).toEqual([...layout, line('Tea'), '- W @Ann: Mine', '- W @Bob: Theirs'])
  })

  test('that both made anew keep what both wrote around the block, as a conflict where it meets', () => {
    const [ours, theirs] = ['Mine, below.', 'Theirs, below.'].map((words) => page({ tail: ['', words, ''] }))
    const { text, conflict } = mergePage('', ours!, theirs!)
    expect(conflict).toBe(true)
    expect(text).toContain('Mine, below.')
    expect(text).toContain('Theirs, below.')
  })

  test('keeps the order and the repetitions of what a person wrote into the block', () => {
    const note = ['- Zebra note begins', '  and ends here', '```', 'z = 1', 'a = 2', '```']
    const ours = page({ block: [line('Tea'), ...note] }).replace('## Peter', '## Pete')
    const theirs = page({ block: [line('Tea')], head: ['# Opinions', 'Theirs.', ''] })
    for (const merged of [
      mergePage(page({ block: [line('Tea')] }), ours, theirs),
      mergePage(page({ block: [line('Tea')] }), theirs, ours),
    ]) {
      expect(merged.conflict).toBe(false)
      expect(merged.text).toContain(note.join('\n'))
      expect(merged.text).toContain('Theirs.')
    }
  })

  test('with damaged markers are merged as the text they are', () => {
    const broken = base.replace(endMarker, '')
    const merged = mergePage(broken, broken.replace('# Opinions', '# Beliefs'), `${broken}more\n`)
    expect(merged).toEqual({ text: `${broken.replace('# Opinions', '# Beliefs')}more\n`, conflict: false })
  })

  test('keeps the carriage returns of ours', () => {
    const ours = change(tea, `${tea}\n- W @Ann: Mine`).replaceAll('\n', '\r\n')
    const { text } = mergePage(base.replaceAll('\n', '\r\n'), ours, change(tea, surer).replaceAll('\n', '\r\n'))
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toContain(`${surer}\r\n`)
  })
})

describe('any two versions of a page', () => {
  const edit = fc.constantFrom<(text: string) => string>(
    (text) => text.replace('c=0.80', 'c=0.90'),
    (text) => text.replace('c=0.80', 'c=0.10'),
    (text) => text.replace('Likes Coffee', 'Likes espresso'),
    (text) => text.replace(line('Milk'), `~~${line('Milk')}~~`),
    (text) => text.replace(endMarker, `- W @Ann: Mine\n${endMarker}`),
    (text) => text.replace(endMarker, `- W @Bob: Mine too\n${endMarker}`),
    (text) => text.replace(`${line('Cocoa')}\n`, ''),
    (text) => text.replace('# Opinions', '# Opinions\n\nAn introduction.'),
    (text) => `${text}\nA closing line.\n`,
  )
  const version = fc.array(edit, { maxLength: 4 }).map((edits) => edits.reduce((text, apply) => apply(text), base))
  /** What a person said in it: edited lines, bullets, text outside. */
  const said = (text: string): string[] => {
    const lines = text.split('\n')
    const edits = handEdits(text).map((found) => lines[found.line - 1]!)
    return [...new Set([...edits, ...lines.filter((found) => /Mine|introduction|closing/.test(found))])].toSorted()
  }

  test('merge alike in either direction, and nothing that either side added is lost', () => {
    let clean = 0
    fc.assert(
      fc.property(version, version, (ours, theirs) => {
        const [there, back] = [mergePage(base, ours, theirs), mergePage(base, theirs, ours)]
        expect(there.conflict).toBe(back.conflict)
        if (there.conflict) return
        clean++
        expect(said(there.text)).toEqual(said(back.text))
        expect(said(there.text)).toEqual([...new Set([...said(ours), ...said(theirs)])].toSorted())
        expect(splitPage(there.text).block).not.toBeNull()
      }),
      { seed, numRuns: 1000 },
    )
    expect(clean).toBeGreaterThan(300)
  })
})

describe('a long page', () => {
  const edited = (lines: readonly string[], at: number): string[] => lines.with(at, `${lines[at]!} Edited.`)
  const prose = (many: number): string[] => Array.from({ length: many }, (_, at) => [`Paragraph ${at}.`, '']).flat()
  const assertion = (at: number): string => `- retired ^${String(at).padStart(10, 'a')}: O @Peter: old`
  const shapes: Readonly<Record<string, (many: number) => readonly [string, string, string]>> = {
    'prose below the block': (many) => {
      const lines = prose(many)
      const tail = (of: readonly string[]): string => page({ tail: ['', ...of] })
      return [tail(lines), tail(edited(lines, 2)), tail(edited(lines, many))]
    },
    'lines that a person changed': (many) => {
      const lines = Array.from({ length: many }, (_, at) => line(`Tea ${at}`).replace('c=0.80', 'c=0.90'))
      const changed = (by: string): string => page({ block: lines.map((each) => each.replace('c=0.90', by)) })
      return [page({}), changed('c=0.90'), changed('c=0.70')]
    },
    'a person’s assertions': (many) => {
      const some = (from: number): string =>
        page({ tail: ['', '## Curated', '', ...Array.from({ length: many }, (_, at) => assertion(from + at)), ''] })
      return [some(0), some(many / 2), some(many / 4)]
    },
  }
  test.each(Object.entries(shapes))('takes time as its length, not as a power of it: %s', (_, shape) => {
    expect(growth(shape, (three) => mergePage(...three), 1000)).toBeLessThan(linear)
  })
})
