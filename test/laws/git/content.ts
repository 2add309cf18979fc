import { factId } from '../../../src/model/fact.js'
import { attributeStances, stanceNames } from '../../../src/model/stance.js'
import { day } from '../../support/notes.js'
import type { Dice } from '../dice.js'

/** How entities are spelled, and misspelled; the usual ones more often. */
export const names = [
  'Peter',
  'Peter',
  'Anna',
  'Anna',
  'peter',
  'ANNA',
  'Pete',
  'The-Castle',
  'Room-101',
  'Room-102',
  '飞书API',
]

const statements = [
  'Likes tea',
  'likes  TEA',
  'Likes tea, not coffee',
  'Does not like tea',
  'No longer likes tea',
  'Lives in Graz since 2024',
  'Moved to Vienna on 3 November 2025',
  'Reviews changes on Fridays with @Anna',
  'Spoke of `@nobody`, &lt;b&gt; and `&lt;`',
  'Was at the lake last week @Peter.',
  'Wrote a line <!-- importance: 9 -->',
  '喜欢喝茶, 我和@小明',
  'Prefers *short* replies: always (<1500 chars)',
  'Mail goes to peter@example.com',
]

/** Typed by the look of it, and no fact. */
const malformed = [
  'O(c=1.5) @Peter: Too sure',
  'W(c=0.5) @Peter: Not an opinion',
  'W(colour=red) @Anna: No such attribute',
  'O(c=) @Anna: Empty',
  'O(c=0.5, c=0.6) @Anna: Twice',
  'Z @Peter: No such kind',
  'w @Peter: Lower case',
  'W',
  'W @Peter:',
  'O (c=0.5) @Peter: A space too many',
  'W(until=someday) @Peter: No date',
]

export const name = (dice: Dice): string => dice.one(names)

/** The id of a belief that some note may hold. */
export const beliefId = (dice: Dice): string =>
  factId(
    { kind: 'opinion', text: dice.one(statements.slice(0, 5)), mentions: [dice.one(names)] },
    `2025-11-0${1 + dice.number(4)}`,
  )

/** Lines about facts that may be there and beliefs that may be. */
export function evidenceText(dice: Dice): string {
  const line = (): string => `- ^${beliefId(dice)} ${dice.one(stanceNames)} ^${beliefId(dice)}`
  const front = dice.number(3) === 0 ? `---\njudged: 2025-11-0${1 + dice.number(9)}\n---\n\n` : ''
  return `${front}# Evidence\n\n${Array.from({ length: 1 + dice.number(5) }, line).join('\n')}\n`
}

/** Of what a bullet may have been made: a passage that a note may hold, or a fact of another. */
export function madeOf(dice: Dice): string {
  const met = dice.one(names)
  const on = `2025-11-0${1 + dice.number(4)}`
  const ids = [
    factId({ kind: 'passage', text: `Met @${met} today.`, mentions: [met] }, on),
    factId({ kind: 'world', text: dice.one(statements.slice(0, 5)), mentions: [met] }, on),
  ]
  return `(from=${dice
    .some(ids, 2)
    .map((id) => `^${id}`)
    .join('+')})`
}

const stance = (dice: Dice): string => `(${dice.one(attributeStances)}=^${beliefId(dice)})`

export function bullet(dice: Dice): string {
  const about = [...new Set(dice.some(names, 2))].map((mentioned) => ` @${mentioned}`).join('')
  const said = `${about}${about ? ':' : ''} ${dice.one(statements)}`
  const kind = dice.number(20)
  if (kind > 17)
    return `${dice.one(['W', 'B', 'O'])}(origin=${dice.one(['web', 'import', 'web+kept', 'person'])})${said}`
  if (kind > 15) return `${dice.one(['W', 'S', 'O'])}${madeOf(dice)}${said}`
  if (kind < 3) return `W${said}`
  if (kind < 5) return `B${said}`
  if (kind > 13) return `${dice.one(['W', 'B', 'O'])}${stance(dice)}${said}`
  if (kind < 9) return `O(c=0.${dice.number(10)}5)${said}`
  if (kind < 10) return `O${said}`
  if (kind < 11) return `S${said}`
  if (kind < 12) return `W(until=2026-0${dice.number(9) + 1}-01)${said}`
  if (kind < 13) return dice.one(malformed)
  return `Plain words about${said}`
}

/** A bullet with its marker, and what may hang on it. */
export function bulletLines(dice: Dice): string[] {
  const line = `${dice.one(['-', '-', '-', '-', '*', '+', '1.'])} ${bullet(dice)}`
  const indent = ' '.repeat(line.indexOf(' ') + 1)
  const hanging = [
    [`${indent}and one line more`],
    ['and a lazy one'],
    [`${indent}- ${bullet(dice)}`],
    ['', `${indent}A paragraph of its own with @${name(dice)}`],
  ]
  return [line, ...(dice.number(6) === 0 ? dice.one(hanging) : [])]
}

const headings = [
  '## Retain',
  '## Retain',
  '## Retain',
  '# retain',
  '### 保留',
  '## Mantieni ##',
  '## Merken',
  '## Merken',
  '## Merken',
  '## Retain:',
]
const between = [
  ['## Light Sleep'],
  ['## Other', '', '### Retain'],
  ['```', '## Retain', '- W @Peter: In a fence', '```'],
  ['<!--', '- W @Peter: In a comment', '-->'],
]

export function noteText(dice: Dice): string {
  const sections = Array.from({ length: 1 + dice.number(2) }, () => [
    dice.one(headings),
    ...Array.from({ length: 1 + dice.number(4) }, () => bulletLines(dice)).flat(),
    '',
    ...(dice.number(6) === 0 ? dice.one(between) : []),
  ])
  const front = dice.number(8) === 0 ? ['---', `date: 2025-11-0${1 + dice.number(9)}`, '---'] : []
  const narrative =
    dice.number(3) === 0 ? [`Met @${name(dice)} today.`, '**Fix:** tea, and', 'cake', 'Next: [x] more tea ✅', ''] : []
  const text = [...front, ...narrative, ...sections.flat()].join('\n')
  const form = dice.number(16)
  if (form === 0) return text.replaceAll('\n', '\r\n')
  if (form === 1) return `\uFEFF${text}`
  if (form === 2) return text.trimEnd()
  return text
}

/** Bytes that are no note, under the name of one. */
export const hostile: readonly Uint8Array[] = [
  Buffer.from('## Retain\n- W @Peter: Caf\xe9\n', 'latin1'),
  Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\n'),
  Buffer.from('## Retain\n- W @Peter: Said\0 so\n'),
  Buffer.from('<<<<<<< ours\n## Retain\n- W @Peter: Ours\n=======\n- W @Peter: Theirs\n>>>>>>> theirs\n'),
  Buffer.from(''),
]

export const dailyNotes = [day(1), day(2), day(3), day(4)] as const

/** Where notes stand, and what looks like one. */
export const notePaths = [
  ...dailyNotes,
  ...dailyNotes,
  'memory/2025-11-01-later.md',
  'memory/deep/2025-11-02.md',
  'memory/plain.md',
  'memory/日本.md',
  'memory/say "so"\tnow.md',
  'memory/two\nlines.md',
  'memory/*.md',
  'memory/-n.md',
  'memory/caf\u00e9.md',
  'memory/cafe\u0301.md',
  'memory/UP.MD',
  'memory/.dreams/night.md',
  'memory/dreams.md',
  'memory/left.markdown',
  'MEMORY.md',
  'USER.md',
  'SOUL.md',
] as const

const entities = ['Peter', 'Anna', 'The-Castle', 'Pete', 'Mia']
export const entityPath = (dice: Dice): string => `bank/entities/${dice.one(entities)}.md`

export const aliases = (dice: Dice): string =>
  `---\naliases: [${dice.some(['Pete', 'peter', 'Anna', 'Mia', 'Castle'], 2).join(', ')}]\n---\n`

export const settings = [
  '{}',
  '{"bank": {"onCommit": "worktree"}}',
  '{"bank": {"onCommit": "commit"}}',
  '{"retain": {"headings": ["Merken"]}}',
  '{"retain": {"headings": ["Merken"]}, "bank": {"onCommit": "worktree"}}',
  '{"retain": {"headings": ["Merken"]}, "timezone": "Europe/Vienna"}',
  '{"retain": {"headings": ["Else"]}, "timezone": "Asia/Tokyo"}',
  '{"retain": {"headings": ["Else", "Merken"]}}',
  '{"bank": {"onCommit": "off"}}',
  '{"bank": {"tell": "once"}}',
  '{"origin": {"hold": true}}',
  '{"origin": {"hold": true, "notes": {"memory/2025-11-0*.md": "web"}}}',
  '{"no.such": "key"}',
] as const
