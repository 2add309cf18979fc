import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { handEdits } from '../../src/parse/parse-page.js'

/** Lines that Markdown, the Retain grammar or a page of ours gives a meaning to; what is hostile is made of them, over and over. */
export const atoms: readonly string[] = [
  'a',
  '',
  'short entry',
  '===',
  '---',
  '***',
  '# Title',
  '## Retain',
  '## Deep sleep',
  '- a',
  '* b',
  '1. c',
  '  - nested',
  '\t- tabbed',
  '   goes on',
  '    code',
  '> quoted',
  '> - item',
  '>> deeper',
  '- > in an item',
  '- - - x',
  '-',
  '```',
  '~~~ sh "meta"',
  '<div>',
  '<x-y>',
  '</pre>',
  '<!--',
  '-->',
  '<!-- importance: 9 -->',
  '<img alt="shore" src=\'a\'>',
  'a | b',
  '|---|:-:|',
  '-|-',
  '[a]: b',
  '[a',
  'b]: c "title',
  '[^1]: a footnote',
  '![alt](x "y',
  '*a_ **b',
  '` `` ```',
  '&lt;&amp;&copy;&#x41;&unknown;',
  '- W @Peter: Likes tea',
  '- O(c=0.9, until=2026-01-01) @A @B: On Nov 27–Dec 1, 2025 `@x`',
  '- W(c=1,c=1, until=x @Peter',
  '- [x] **W** @Tom Okafor, Anna (0.9): x',
  '- not ^k3f9a2c1x7 for ^k3f9a2c1x8: "W @P: x" — why',
  '- O(c=0.80) @P: Likes · [1](../memory/2025-11-27.md?plain=1#L4) <!-- ^k3f9a2c1x7 80 2025-11-27+2 9f3ab210 -->',
  '<!-- memory:begin 9f3ab210 -->',
  '<!-- memory:end -->',
  'am 12–15 March 2026, 27 Nov to 3 Dec, since 2019',
  '2025年11月27日至12月1日 11月2日',
  '我和@小明决定去里斯本',
  '@a.b/c-d__ bob@example.com @@x',
  'title: Trip: [a, {b',
  '\u00a0\u3000\u2028',
  'x\ry',
  'a\\|b\\',
]

/** What only a long line shows: each is repeated without a line end. */
const runs: readonly string[] = [
  ['a', ' ', '\t', '#', '=', '-', '- ', '>', '> ', '*', '_', '`', '~', '['],
  [']', '(', '<', '<a ', '<!--', '-->', '&', '&#', '@', '@a', '@a-', '@a ', '|', '|-'],
  ['\\', '\\|', '1', '1. ', '1.', '2025-', '2025-11-27 ', 'Nov ', 'Nov 27 ', '27 Nov to ', '年', '1月', '1月1', '我'],
  ['：', ':', '^', '=" ', '" ', "'", 'W(', 'O(c=', 'c=1,', '](', '· [', ' · ', '\u0301', '\u0301\u0323', '\u00a0'],
  ['👩‍👩‍👧', '~~', '[^', ']:', '](a#L1', 'in 20', 'a=', ' a="" '],
].flat()

/** What a long line stands behind, so that what reads it there is reached. */
const openings: readonly string[] = [
  '',
  '- W @P: ',
  '- O(',
  '> ',
  '# ',
  '[',
  '[a]: ',
  '<a ',
  '- W @',
  '| ',
  '```',
  '- not ^',
  '---\n',
]

export interface Structure {
  readonly name: string
  /** Text of about so many characters. */
  readonly make: (size: number) => string
}

const repeated = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

const oneAfterAnother = (lines: readonly string[]): Structure => ({
  name: JSON.stringify(lines.join('\n')),
  make: (size) => repeated(`${lines.join('\n')}\n`, size),
})

/** One line of one thing, and behind it lines of another. */
const firstThen = (first: string, then: string): Structure => ({
  name: `${JSON.stringify(first)}, then ${JSON.stringify(then)} on every line`,
  make: (size) => `${first}\n${repeated(`${then}\n`, size)}`,
})

const longLine = (opening: string, run: string, end: string): Structure => ({
  name: `${JSON.stringify(opening)}, then ${JSON.stringify(run)} over and over, ${JSON.stringify(end)} at the end`,
  make: (size) => `## Retain\n${opening}${repeated(run, size)}${end}`,
})

/** Every structure of the law: lines alone, by two, one before many, and long lines; then `more` of three or four lines, drawn by `number`. */
export function structures(more: number, number: (below: number) => number): Structure[] {
  const one = (): string => atoms[number(atoms.length)]!
  return [
    ...atoms.map((atom) => oneAfterAnother([atom])),
    ...atoms.flatMap((first) => atoms.map((second) => oneAfterAnother([first, second]))),
    ...atoms.flatMap((first) => atoms.map((second) => firstThen(first, second))),
    ...openings.flatMap((opening) => runs.flatMap((run) => ['', 'x'].map((end) => longLine(opening, run, end)))),
    ...Array.from({ length: more }, (_, at) =>
      oneAfterAnother(at % 2 ? [one(), one(), one()] : [one(), one(), one(), one()]),
    ),
  ]
}

export const pairOf = (one: Structure, other: Structure): Structure => ({
  name: `${one.name} and ${other.name}`,
  make: (size) => `${one.make(size / 2)}\n${other.make(size / 2)}`,
})

/** From a text to facts, passages and problems, as a log, in a Retain section and as a page. */
export const readings: Readonly<Record<string, (text: string) => unknown>> = {
  log: (text) => parseNote('memory/2025-11-27.md', text, defaultConfig),
  'Retain section': (text) => parseNote('memory/2025-11-27.md', `## Retain\n${text}`, defaultConfig),
  page: (text) => [parseNote('bank/world.md', text, defaultConfig), handEdits(text)],
}
