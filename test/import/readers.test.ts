import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Conversation, LeftOutKind, Reader } from '../../src/import/conversation.js'
import { momentOf } from '../../src/import/json.js'
import { markdownFile } from '../../src/import/markdown-file.js'
import { formatOf, readers } from '../../src/import/readers.js'
import { withoutTagged } from '../../src/import/tagged.js'
import { formatNames, type FormatName } from '../../src/model/origin.js'
import { growth, linear } from '../support/growth.js'

const folder = new URL('../fixtures/import/', import.meta.url).pathname
const modified = Date.parse('2025-12-01T10:00:00Z')

function valuesOf(path: string, cut: Reader['cut']): unknown[] {
  const text = readFileSync(join(folder, path), 'utf8')
  if (cut === 'markdown') return [markdownFile(text)]
  if (cut === 'lines')
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  const value = JSON.parse(text) as unknown
  return Array.isArray(value) ? value : [value]
}

/** What a reader makes of a file of the fixtures, and what it leaves out. */
function read(
  format: FormatName,
  path: string,
): { conversations: Conversation[]; leftOut: Partial<Record<LeftOutKind, number>> } {
  const leftOut: Partial<Record<LeftOutKind, number>> = {}
  const reader = readers[format]
  const name = path.slice(path.indexOf('/') + 1).replace(/\.[^.]+$/, '')
  const values = valuesOf(path, reader.cut)
  const conversations = [
    ...reader.read({ name, modified, values }, (kind, count = 1) => {
      if (count > 0) leftOut[kind] = (leftOut[kind] ?? 0) + count
    }),
  ]
  return { conversations, leftOut }
}

/** `13:30 user: Why does …` */
const said = ({ messages }: Conversation): string[] =>
  messages.map(
    ({ at, who, text }) => `${at === null ? '-' : new Date(at).toISOString().slice(11, 16)} ${who ?? '-'}: ${text}`,
  )

describe('what each format says', () => {
  test('Claude Code: what a person and the model said, under the title of the session', () => {
    const { conversations, leftOut } = read('claude-code', 'claude-code/4de9291e-061e-414a-85cb-de615826aded.jsonl')
    const [session, ...others] = conversations
    expect(others).toEqual([])
    expect(session).toMatchObject({
      id: '4de9291e-061e-414a-85cb-de615826aded',
      title: 'Login cookie without a domain',
    })
    expect(said(session!)).toEqual([
      '13:30 user: Why does the login fail for Ana?',
      '13:30 assistant: The cookie has no domain. I look at `login.ts` first.',
      "13:31 assistant: Set it:\n\n1. `domain` to the host\n2. `path` to `/`\n\n```ts\nsetCookie({ path: '/' })\n```",
      '13:45 user: Works, thank you.',
      '23:10 user: And tomorrow the logout.',
    ])
    expect(leftOut).toEqual({
      record: 3,
      system: 7,
      thinking: 1,
      'tool-call': 1,
      'tool-result': 1,
      subagent: 1,
      attachment: 1,
    })
  })

  test('Codex: each message once, without the instructions and the environment', () => {
    const { conversations, leftOut } = read(
      'codex',
      'codex/rollout-2025-11-27T14-30-00-019a2d7a-41c4-78b1-b7cc-a45d62a89cd5.jsonl',
    )
    expect(conversations.map(said)).toEqual([
      ['14:30 user: How many logs does November have?', '14:30 assistant: Twenty-seven logs, one of them empty.'],
    ])
    expect(conversations[0]!.id).toBe('019a2d7a-41c4-78b1-b7cc-a45d62a89cd5')
    expect(leftOut).toEqual({ record: 3, system: 3, thinking: 1, 'tool-call': 1, 'tool-result': 1 })
  })

  test('Codex: sessions from before the wrapper, and sessions that hold events alone', () => {
    const bare = [
      { id: 'old', timestamp: '2025-06-01T10:00:00.000Z', instructions: null },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Bare.' }] },
      { record_type: 'state' },
    ]
    const events = [
      { timestamp: '2025-11-27T14:30:00Z', type: 'event_msg', payload: { type: 'user_message', message: 'Event.' } },
    ]
    const all = [bare, events].map((values) => [
      ...readers.codex.read({ name: 'a', modified, values }, () => undefined),
    ])
    expect(all.map(([session]) => [session!.id, ...said(session!)])).toEqual([
      ['old', '- user: Bare.'],
      ['a', '14:30 user: Event.'],
    ])
    expect(all[0]![0]!.at).toBe(Date.parse('2025-06-01T10:00:00Z'))
  })

  test('ChatGPT: the way to the current message, and the newest where none is named', () => {
    const { conversations, leftOut } = read('chatgpt', 'chatgpt/conversations.json')
    expect(conversations.map(({ id, title }) => [id, title])).toEqual([
      ['6928-tea', 'Tea for guests'],
      ['6928-old', ''],
    ])
    expect(conversations.map(said)).toEqual([
      [
        '14:30 user: Which tea do guests like?',
        '14:30 assistant: Mint tea, mostly.',
        '14:36 user: Like the one in the picture?',
      ],
      ['- user: A talk without times.', '- assistant: Indeed.'],
    ])
    expect(leftOut).toEqual({ branch: 1, system: 1, 'tool-call': 1, 'tool-result': 1, attachment: 1 })
  })

  test('ChatGPT: a tree that leads back into itself, or nowhere, ends', () => {
    const message = { author: { role: 'user' }, content: { content_type: 'text', parts: ['x'] } }
    const mapping = { a: { parent: 'b', children: ['b'], message }, b: { parent: 'a', children: ['a'], message } }
    const values = [
      { id: '1', current_node: 'a', mapping },
      { id: '2', current_node: 'gone', mapping },
      {
        id: '3',
        current_node: '__proto__',
        mapping: JSON.parse('{"__proto__":{"parent":"constructor","children":[]}}') as object,
      },
    ]
    const found = [...readers.chatgpt.read({ name: 'a', modified, values }, () => undefined)]
    expect(found.map(({ messages }) => messages.length)).toEqual([2, 0, 0])
  })

  test('Claude Code: what an editor or a hook put into a turn is not what the person said', () => {
    const content = [
      '<ide_opened_file>The user opened the file /home/ana/login.ts in the IDE.</ide_opened_file>',
      '<ide_selection>The user selected the lines 1 to 2:\nsetCookie()\n</ide_selection>\nWhy does it fail?',
      '<user-prompt-submit-hook>Answer in English.</user-prompt-submit-hook>',
    ].map((text) => ({ type: 'text', text }))
    const turn = { type: 'user', sessionId: 's', uuid: 'u', message: { role: 'user', content } }
    let system = 0
    const [session] = readers['claude-code'].read({ name: 's', modified, values: [turn] }, (kind, count = 1) => {
      if (kind === 'system') system += count
    })
    expect([said(session!), system]).toEqual([['- user: Why does it fail?'], 3])
  })

  test('claude.ai: the words of the blocks, and the text where there are none', () => {
    const { conversations, leftOut } = read('claude', 'claude/conversations.json')
    expect(conversations.map(said)).toEqual([
      ['14:30 user: Where to eat in Lisbon?', '14:30 assistant: Try the market.', '09:00 user: The market was good.'],
    ])
    expect(leftOut).toEqual({ attachment: 2, thinking: 1, 'tool-call': 1, 'tool-result': 1 })
  })

  test('Letta: blocks, what was said through the tool for it, and archival passages', () => {
    const { conversations, leftOut } = read('letta', 'letta/sam.af')
    expect(conversations.map(({ title, document }) => [title, document])).toEqual([
      ['Memory blocks of sam', true],
      ['Messages of sam', undefined],
    ])
    expect(conversations.map(said)).toEqual([
      ['10:00 human: First name: Chad\nOccupation: PhD student'],
      ['14:31 user: I sail on Sundays.', '14:32 assistant: Hello Chad!'],
    ])
    expect(leftOut).toEqual({ system: 2, thinking: 1, 'tool-result': 1, empty: 1 })
    expect(read('letta', 'letta/passages.json').conversations.map(said)).toEqual([
      ['08:00 -: Chad won a race off Monterey.', '08:00 -: Chad likes momos.'],
    ])
  })

  test('Letta: JSON that a person pasted is what they said, and not the server’s', () => {
    const pasted = '{"type":"object","properties":{"name":{"type":"string"}}}'
    const content = [pasted, '{"type":"login","last_login":"Never","time":"…"}'].map((text) => ({ type: 'text', text }))
    const agents = [{ id: 'agent-0', name: 'sam', messages: [{ role: 'user', content }] }]
    const leaveOut: LeftOutKind[] = []
    const [only] = [
      ...readers.letta.read({ name: 'sam', modified, values: [{ agents, blocks: [] }] }, (kind, count = 1) => {
        if (count > 0) leaveOut.push(kind)
      }),
    ]
    expect(said(only!)).toEqual([`- user: ${pasted}`])
    expect(leaveOut).toEqual(['system'])
  })

  test('Hindsight: a document, and what was extracted from it as words', () => {
    const { conversations, leftOut } = read('hindsight', 'hindsight/documents/000000.json')
    expect(conversations.map(said)).toEqual([
      ['14:30 -: Ana: I moved to Graz.\nBot: Noted.', '14:30 memory: Ana moved to Graz.'],
    ])
    expect(leftOut).toEqual({ empty: 1 })
    expect(read('hindsight', 'hindsight/manifest.json')).toEqual({ conversations: [], leftOut: { record: 1 } })
  })

  test('basic-memory: a note on the day that it says, or that of its file', () => {
    const [coffee] = read('basic-memory', 'basic-memory/coffee.md').conversations
    expect(coffee).toMatchObject({ id: 'coffee-brewing-methods', title: 'Coffee Brewing Methods', document: true })
    expect(said(coffee!)[0]).toMatch(/^12:00 -: # Coffee Brewing Methods\n/)
    const [ana] = read('basic-memory', 'basic-memory/people/ana.md').conversations
    expect(ana).toMatchObject({ id: 'people/ana', at: modified, messages: [{ text: 'Ana roasts her own beans.' }] })
  })
})

describe('OKF', () => {
  test('ours is its statements, each on its day; of others a document', () => {
    const [ana] = read('okf', 'okf/entities/Ana.md').conversations
    expect(ana).toMatchObject({ id: 'entities/Ana', title: 'Ana' })
    expect(ana!.messages.map(({ at, who, text }) => [new Date(at!).toISOString().slice(0, 10), who, text])).toEqual([
      ['2025-11-27', null, 'Ana: Prefers tea. (until 2026-01-03)'],
      ['2025-11-28', null, 'Ana: Keeps [drafts] in `notes/`.'],
      ['2025-11-29', null, 'Ana, Ben: Met at a fair.'],
    ])
    const [orders] = read('okf', 'okf/tables/orders.md').conversations
    expect(orders).toMatchObject({ id: 'tables/orders', title: 'Orders, draft', document: true })
    expect(said(orders!)).toEqual([
      '08:30 -: One row an order.\n\nJoined with [customers](/tables/customers.md) by `customer_id`.',
    ])
  })

  test('what does not hold says so, and a line that somebody wrote or broke is kept', () => {
    const body = [
      '# No longer',
      '',
      '* 2025-11-27 · Ana: Lives in Graz. [^a] · until 2025-12-01 · ended by [^b]',
      '* 2025-11-28 · Ana: Sings. [^a]* 2025-11-29 · Ana: Dances. [^b]',
      'My own words.',
      '# Related',
      '* [Ben](/entities/Ben.md): named in 1 of these',
      '[^a]: stated in memory/2025-11-27.md#L3',
    ].join('\n')
    const front = { type: 'Entity', generated: { by: 'workspace-memory/0.1.0', at: '2025-12-02T00:00:00Z' } }
    const [only] = [...readers.okf.read({ name: 'a', modified, values: [{ front, body, fault: '' }] }, () => undefined)]
    expect(only!.messages.map(({ who, text }) => [who, text])).toEqual([
      ['No longer', 'Ana: Lives in Graz. (until 2025-12-01)'],
      ['No longer', 'Ana: Sings. [^a]* 2025-11-29 · Ana: Dances. [^b]'],
      [null, 'My own words.'],
    ])
  })
})

describe('which format a file is of', () => {
  const files = formatNames.flatMap((format) =>
    readdirSync(join(folder, format), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.\w+$/.test(name) && !['manifest.json', 'people/ana.md'].includes(name))
      .map((name) => [format, `${format}/${name}`] as const),
  )

  test.each(files)('%s tells for sure: %s', (format, path) => {
    const told = valuesOf(path, readers[format].cut)
      .map(formatOf)
      .filter((found) => found !== undefined)
    expect(new Set(told)).toEqual(new Set([format]))
  })

  test('anything else tells nothing', () => {
    for (const value of [null, 1, 'x', [], {}, { id: 'a' }, { text: 'x' }, { type: 'user' }, { agents: [] }])
      expect(formatOf(value)).toBeUndefined()
  })
})

describe('hostile files', () => {
  const shapes = formatNames.flatMap((format) => {
    const name = format === 'claude-code' ? 'claude-code/4de9291e-061e-414a-85cb-de615826aded.jsonl' : undefined
    const first =
      name ??
      `${format}/${
        readdirSync(join(folder, format), { recursive: true, encoding: 'utf8' })
          .filter((each) => /\.\w+$/.test(each))
          .toSorted()[0]!
      }`
    return valuesOf(first, readers[format].cut)
  })
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      '__proto__',
      'constructor',
      Infinity, // which JSON writes as 1e400
      -1,
      null,
      true,
      [],
      [[]],
      {},
      'x',
      '2025-11-27T14:30:00Z',
    ),
  )
  /** A value of a true file with some of what is in it replaced by anything. */
  const broken = fc
    .tuple(fc.constantFrom(...shapes), fc.array(fc.tuple(fc.nat(), anything), { maxLength: 4 }))
    .map(([shape, edits]) => {
      const value = structuredClone(shape)
      for (const [at, instead] of edits) {
        const places: [Record<string, unknown>, string][] = []
        const visit = (each: unknown): void => {
          if (typeof each !== 'object' || each === null) return
          for (const key of Object.keys(each)) {
            places.push([each as Record<string, unknown>, key])
            visit((each as Record<string, unknown>)[key])
          }
        }
        visit(value)
        const place = places[at % Math.max(1, places.length)]
        if (place) place[0][place[1]] = structuredClone(instead)
      }
      return value
    })

  test.each(formatNames)('%s never throws, and says only texts and moments that are some', (format) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(broken, anything), { maxLength: 5 }), (values) => {
        const given = readers[format].cut === 'markdown' ? [{ front: Object(values[0]) as object, body: '' }] : values
        for (const { id, title, at, messages } of readers[format].read(
          { name: 'a', modified, values: given },
          () => undefined,
        )) {
          expect([typeof id, typeof title]).toEqual(['string', 'string'])
          for (const message of [...messages, { at, who: null, text: 'x' }]) {
            expect(message.at === null || !Number.isNaN(new Date(message.at).getTime())).toBe(true)
            expect(message.text.trim()).not.toBe('')
          }
        }
      }),
    )
  })

  test('a hundred thousand levels are read', () => {
    const depth = 100_000
    const value = JSON.parse(
      `{"type":"user","sessionId":"a","message":{"content":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    ) as unknown
    for (const format of formatNames)
      expect(
        [
          ...readers[format].read(
            { name: 'a', modified, values: readers[format].cut === 'markdown' ? [] : [value] },
            () => undefined,
          ),
        ].length,
      ).toBeLessThan(2)
  })

  test('tags that never end are read once', () => {
    expect(withoutTagged('a <b>c</b> <b>d <x>e</x>', 'b|x')).toEqual({ kept: 'a  <b>d ', cut: 2 })
    expect(
      growth(
        (size) => `${'<b>'.repeat(size)}</x>`,
        (text) => withoutTagged(text, 'b|x'),
        20_000,
      ),
    ).toBeLessThan(linear)
  })
})

describe('moments', () => {
  test.each([
    ['2025-11-27T14:30:00.123456Z', '2025-11-27T14:30:00.123Z'],
    ['2025-10-31T22:56:56.459100', '2025-10-31T22:56:56.459Z'],
    ['2025-10-31 22:56:56 +0100', '2025-10-31T21:56:56.000Z'],
    ['2025-11-27', '2025-11-27T12:00:00.000Z'],
    [1764253800.5, '2025-11-27T14:30:00.500Z'],
    [0, '1970-01-01T00:00:00.000Z'],
  ])('%j is %s', (value, moment) => expect(new Date(momentOf(value)!).toISOString()).toBe(moment))

  test.each([
    [Infinity],
    [-1],
    [1e15],
    [Number.NaN],
    ['soon'],
    ['2025-13-40T99:99:99Z'],
    ['12025-11-27'],
    [null],
    [{}],
    [['2025-11-27']],
  ])('%j is none', (value) => expect(momentOf(value)).toBeNull())
})
