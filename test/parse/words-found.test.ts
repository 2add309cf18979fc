import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import type { Note } from '../../src/model/note.js'
import { decode } from '../../src/parse/decode.js'
import { parseNote } from '../../src/parse/parse-note.js'

const path = 'memory/2025-11-27.md'
const read = (text: string, where = path): Note => parseNote(where, text, defaultConfig)
/** `passage 2-3 Trip > Ideas: go by train` */
const found = (text: string, where = path): string[] =>
  read(text, where).facts.map(
    ({ kind, source, trail, text: words }) =>
      `${kind} ${source.first}${source.last > source.first ? `-${source.last}` : ''} ${[...trail, words].join(' > ')}`,
  )
const told = (text: string): string[] =>
  read(text).problems.map(({ kind, line, message, hint }) => `${kind} ${line} ${message} — ${hint}`)

describe('words that only a heading has', () => {
  test('an entry with a rule below it is found, though Markdown calls it a heading', () => {
    expect(found('Met Anna at the pier\n---\nBought mint tea\n---\n')).toEqual([
      'passage 1-2 Met Anna at the pier',
      'passage 3-4 Bought mint tea',
    ])
    expect(found('Met Anna at the pier\n---\nIt rained.\n')).toEqual([
      'passage 1-2 Met Anna at the pier',
      'passage 3 Met Anna at the pier > It rained.',
    ])
  })

  test('a heading with nothing below it is found, one that leads to something is found by its trail and stands once', () => {
    expect(found('# Trip\n\n## Go by train\n\n## Hotel\nBooked.\n\n# Sell the bike\n')).toEqual([
      'passage 3 Trip > Go by train',
      'passage 6 Trip > Hotel > Booked.',
      'passage 8 Sell the bike',
    ])
  })

  test('a heading that only says the day, or opens a section, is no passage', () => {
    expect(found('# 2025-11-27\n\n## Retain\n\n## Deep sleep\n')).toEqual([])
  })

  test('a heading within a bullet or a quote is found', () => {
    expect(found('- # Plans\n> ## Said\n')).toEqual(['passage 1 Plans', 'passage 2 Said'])
  })

  test('a page’s own headings are no passages, a person’s are', () => {
    expect(found('# Opinions\n\n## Curated\n\n## Ask Anna\n', 'bank/opinions.md')).toEqual([
      'passage 5 Opinions > Ask Anna',
    ])
  })
})

describe('a note that opens with a rule', () => {
  test('is text where what follows is no front matter', () => {
    expect(found('---\nMet Anna today.\n\nBought tea.\n---\nIt rained.\n')).toEqual([
      'passage 2 Met Anna today.',
      'passage 4-5 Bought tea.',
      'passage 6 Bought tea. > It rained.',
    ])
    expect(found('---\n## Retain\n- W @Anna: Is home.\n---\n')).toEqual(['world 3 Retain > Is home.'])
    expect(found('--- Thursday ---\nMet Anna.\n---\n').join(' ')).toContain('Thursday')
  })

  test('with front matter that cannot be read is reported, and every word is found', () => {
    const text = '---\ntitle: Lisbon: the trip\nplace: pier\n---\nIt rained.\n'
    expect(found(text)).toEqual(['passage 2-3 title: Lisbon: the trip place: pier', 'passage 5 It rained.'])
    expect(told(text)).toEqual([expect.stringMatching(/^malformed 1 front matter is not valid YAML/)])
    expect(found('---toml\ntitle = "Lisbon"\n---\n')).toEqual(['passage 2 title = "Lisbon"'])
  })

  test('values of front matter are found, each at its line, but for the date', () => {
    expect(found('---\ndate: 2025-11-27\ntitle: Lisbon\ntags:\n  - sea\n  - sun\n---\n')).toEqual([
      'passage 3 title: Lisbon',
      'passage 4 tags: sea, sun',
    ])
    expect(found('---\nname: Pete\naliases: [P]\nmotto: slow and sure\n---\n', 'bank/entities/Peter.md')).toEqual([
      'passage 4 motto: slow and sure',
    ])
  })
})

describe('what is left out on purpose', () => {
  test('sections that dreaming writes are one line a note, and each typed bullet in them is named', () => {
    const text = '## Deep sleep\n- W @Peter: Dreamt.\n\n## REM Sleep\nx\n\n## Day\nBack.\n'
    expect(found(text)).toEqual(['passage 8 Day > Back.'])
    expect(told(text)).toEqual([
      'doubtful 2 a typed bullet is no fact in a section that dreaming writes — move it under a Retain heading',
      'skipped 1 not indexed: what stands under Deep sleep and 1 more section like it, for dreaming writes there — what is yours goes under another heading',
    ])
  })
})

test('what a backslash makes text is found, though it looks like a comment', () => {
  const text = 'Write \\<!-- alpha --> and \\\\<!-- beta -->.\n\n## Retain\n- W @Peter: Uses \\<!-- zeta -->.\n'
  expect(found(text)).toEqual(['passage 1 Write \\<!-- alpha --> and \\\\ .', 'world 4 Retain > Uses \\<!-- zeta -->.'])
})

describe('a comment that is begun and never ended', () => {
  test.each([
    ['below text', 'At noon.\n\n<!-- later\n\n## Retain\n- W @Peter: In Lisbon.\n', 3, 6],
    ['in a bullet', '## Retain\n- W @Anna: At home.\n- <!-- later\n  W @Peter: In Lisbon.\n', 3, 4],
    ['in a quote', '> <!-- later\n> W @Peter: In Lisbon.\n', 1, 2],
  ])('is text up to where Markdown ends it, and told of: %s', (_, text, first, last) => {
    expect(found(text).at(-1)).toMatch(new RegExp(`^passage ${first}-${last} .*<!-- later .*In Lisbon`))
    expect(told(text)).toEqual([
      `doubtful ${first} a comment begins here and does not end, so it is read as text up to line ${last} — write --> where it ends`,
    ])
  })

  test('is told once where many begin, and read in no time', () => {
    const begun = '<!--'.repeat(200_000)
    expect(told(`${begun}\n`)).toHaveLength(1)
    expect(found(`<!-- one -->${begun}\n`)).toEqual([`passage 1 ${begun}`])
  })
})

describe('a byte that is no UTF-8', () => {
  test('costs its character: the rest of the note is read, facts and all, and the line is listed', () => {
    const bytes = Buffer.from('## Retain\n- W @Peter: In Lisbon.\n- W @Peter: Drinks tea in a caf\xe9.\n', 'latin1')
    const decoded = decode(bytes, 1000)
    const text = 'text' in decoded ? decoded.text : ''
    expect(found(text)).toEqual(['world 2 Retain > In Lisbon.', 'world 3 Retain > Drinks tea in a caf\uFFFD.'])
    expect(told(text)).toEqual(['doubtful 3 holds bytes that are no UTF-8, read as \uFFFD — save the file as UTF-8'])
  })
})

describe('words in the corners of Markdown', () => {
  test.each([
    ['what an HTML image shows', '<img src="pier.png" alt="The shore">\n', 'The shore'],
    ['where an HTML link leads', '<div>\n<a href="https://example.org/pier">x</a>\n</div>\n', 'example.org/pier'],
    ['the title of a code block', '```js title="The shop"\nx\n```\n', 'The shop'],
    ['an image', '![The shore](pier.png "At noon")\n', 'The shore'],
    ['a link definition', '[shore]: pier.png "At noon"\n', 'At noon'],
    ['a footnote', 'x[^1]\n\n[^1]: The shore\n', 'The shore'],
    ['a table’s head', '| The shore |\n|---|\n', 'The shore'],
    ['a bullet that holds only code', '- ```\n  The shore\n  ```\n', 'The shore'],
    ['a bullet in a quote in a bullet', '- x\n  > - The shore\n', 'The shore'],
    ['a comment in a code block', '```html\n<!-- The shore -->\n```\n', '<!-- The shore -->'],
    ['a comment in indented code', 'x\n\n    <!-- The shore -->\n', '<!-- The shore -->'],
    ['a reference in a code block', '```\nThe &lt;shore\n```\n', 'The &lt;shore'],
    ['what follows an empty comment', '<!--> The shore -->\n', 'The shore'],
    ['a long line', `${'x '.repeat(50_000)}The shore\n`, 'The shore'],
  ])('are found: %s', (_, text, words) => {
    expect(found(text).join('\n')).toContain(words)
  })
})
