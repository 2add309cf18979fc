import fc from 'fast-check'
import { factId, type Fact, type FactId, type Source } from '../../src/model/fact.js'
import type { Opinion } from '../../src/model/opinion.js'
import { parseBullet, type Bullet } from '../../src/parse/parse-bullet.js'
import type { ShownFact } from '../../src/render/render-line.js'

/** What statements are made of, with everything that has a meaning in Markdown, HTML, Liquid, a page or a terminal. */
const pieces = [
  [
    'tea',
    'Peter',
    'é',
    '你好',
    '👩‍👩‍👧',
    'İ',
    'ß',
    'ǅ',
    'W',
    'O',
    '1.',
    '#',
    '- ',
    '"',
    "'",
    '\\',
    '|',
    ':',
    '：',
    ' ',
    ' ',
    ' ',
  ],
  [
    '`',
    '``',
    '`a`',
    '`<b>`',
    '`&lt;`',
    '`<!--`',
    '&lt;',
    '&amp;',
    '&',
    '&amp;lt;',
    '&#60;',
    '&#x26;',
    '&nbsp;',
    '&copy;',
  ],
  ['&#0;', '&#xD800;', '&#10;', '&#8232;', '&zwj;', '&#96;', '&#27;', '&#xFEFF;', '&NotEqualTilde;', '&nosuch;'],
  ['<', '<b>', '</b>', '<1500', '<!--', '-->', '<!-- x -->', '&lt;!--', '--&gt;', '&#60;!--', '<?', '<!x', '>'],
  [
    '<!-- memory:begin -->',
    '<!-- memory:end -->',
    '<!-- ^k3f9a2c1x7 80 2025-11-27 9f3ab210 -->',
    '{{ x }}',
    '{% if %}',
  ],
  [
    '&lt;!-- memory:end --&gt;',
    '&lt;!-- ^k3f9a2c1x7 80 2025-11-27 9f3ab210 --&gt;',
    '~~',
    '~~x~~',
    '*',
    '_',
    '[x]',
    '(y)',
  ],
  [' · ', '·', '[a](b)', '▁▂█', '[2025-11-27](../memory/2025-11-27.md?plain=1#L4)', '[^k3f9a2c1x7](opinions.md)'],
  [
    '@Peter',
    '@Peter:',
    '@a.b',
    '(c=0.5)',
    '(until=2025)',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u0007',
    '\u0085',
    '\u{e0041}',
  ],
].flat()

const heads = ['W ', 'B ', 'O ', 'S ', 'O(c=0.955) ', 'O(c=0, until=2025) ', 'W(until=2025-12-31, was=^k3f9a2c1x7) ']
const named = [
  'W @Peter: ',
  'O(c=1) @Peter @warelay: ',
  'S @飞书API: ',
  'W: ',
  'B @a.b/c-d_e @A.B/C-D_E: ',
  'O @José: ',
]

const words = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...pieces) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
      ),
      { minLength: 1, maxLength: 9 },
    ),
    fc.constantFrom('', ' '),
  )
  .map(([parts, glue]) => parts.join(glue))

/** A bullet as somebody might type it, without its marker, on one line. */
export const bulletMarkdown: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...heads, ...named), words)
  .map(([head, rest]) => (head + rest).replace(/[\r\n]/g, ' '))

/** Well-formed bullets, with what they say. */
export const bullet: fc.Arbitrary<Bullet> = bulletMarkdown
  .map((markdown) => parseBullet(markdown))
  .filter((read) => read.what === 'fact')
  .map((read) => read.bullet)

const paths = [
  ['memory/2025-11-27.md', 'MEMORY.md', 'bank/world.md', 'memory/a (b) [c]#d?e%20f.md', 'memory/飞书 · x.md'],
  ['memory/&lt;x&gt;.md', 'memory/a\nb.md', "memory/it's`x`<!--.md", 'memory/x/y/z.MD', 'memory/\u202e.md'],
].flat()

const source: fc.Arbitrary<Source> = fc
  .tuple(fc.constantFrom(...paths), fc.integer({ min: 1, max: 999 }), fc.nat({ max: 3 }))
  .map(([path, first, more]) => ({ path, first, last: first + more }))

/** A fact as a page shows it. */
export const shownFact: fc.Arbitrary<ShownFact> = fc
  .record({
    bullet,
    sources: fc.array(source, { minLength: 1, maxLength: 7 }),
    day: fc.constantFrom(null, '2025-11-27'),
    confidence: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ bullet: said, sources, day, confidence }) => shown(said, { sources, day, confidence }))

/** What a page shows of a bullet that was stated in a log. */
export function shown(
  said: Bullet,
  {
    sources = [{ path: 'memory/2025-11-27.md', first: 2, last: 2 }],
    day = '2025-11-27',
    confidence = said.confidence ?? 700,
  }: { sources?: readonly Source[]; day?: string | null; confidence?: number } = {},
): ShownFact {
  const id = factId(said, day)
  const fact: Fact = { ...said, id, origin: 'stated', day, occurred: null, trail: [], source: sources[0]! }
  const opinion: Opinion | undefined = said.kind === 'opinion' ? opinionOf(id, confidence, day) : undefined
  return { fact, sources, opinion, updated: day, edits: 0, superseded: false, endedBy: null, drawn: [] }
}

/** An opinion that nothing has moved yet. */
export const opinionOf = (id: FactId, confidence: number, updated: string | null): Opinion => ({
  id,
  members: [id],
  confidence,
  updated,
  edits: 0,
  until: null,
  retired: false,
  evidence: [],
})

/** The bullet that a line of Markdown is, without its list marker. */
export function bulletOf(markdown: string): Bullet {
  const read = parseBullet(markdown)
  if (read.what !== 'fact') throw new Error(`no bullet: ${markdown}`)
  return read.bullet
}
