import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { mostPacketTokens, readerPackets, readerSections, type ReaderPacket } from '../../src/reader/packet.js'
import { shownPacket } from '../../src/reader/request.js'
import { tokenCost } from '../../src/text/tokens.js'
import { growth, linear } from '../support/growth.js'

const log = (text: string) => ({ path: 'memory/2026-02-11.md', day: '2026-02-11', text })
const shown = (text: string): string => readerPackets(log(text)).map(shownPacket).join('---\n')

/** A log of so many sections, with lists, paragraphs, tables and short lines. */
const longLog = (sections: number): string =>
  [
    '# 2026-02-11',
    ...Array.from({ length: sections }, (_, at) =>
      [
        `## ${String(at % 24).padStart(2, '0')}:15 — Part ${at} of the day`,
        '',
        `Moved relay ${at} to the new host, since the old one lost its disk twice in a week.`,
        '',
        '**Why:**',
        `- the disk of host ${at} is eleven years old`,
        '- ok',
        '',
        '| Host | Load |',
        '|---|---|',
        `| h${at} | ${at % 7} |`,
        '',
      ].join('\n'),
    ),
  ].join('\n')

describe('a packet', () => {
  test('has every line behind its number, headings, labels, heads of tables and short lines too', () => {
    expect(shown('# 2026-02-11\n\n## Relay\n\n**Fix:**\n- ok\n\n| Host | Load |\n|---|---|\n| h1 | 3 |\n')).toBe(
      '1 # 2026-02-11\n3 ## Relay\n5 **Fix:**\n6 - ok\n8 | Host | Load |\n10 | h1 | 3 |\n',
    )
  })

  test('holds at most so many tokens, and all of them hardly more than the log', () => {
    for (const sections of [1, 40, 400]) {
      const text = longLog(sections)
      const packets = readerPackets(log(text))
      expect(Math.max(...packets.map(({ tokens }) => tokens))).toBeLessThanOrEqual(mostPacketTokens)
      for (const packet of packets) expect(Math.abs(tokenCost(shownPacket(packet)) - packet.tokens)).toBeLessThan(20)
      const all = packets.reduce((sum, { tokens }) => sum + tokens, 0)
      expect(all).toBeLessThanOrEqual(1.1 * tokenCost(text) + 40 * packets.length)
      const numbers = packets.flatMap(({ sections: parts }) =>
        parts.flatMap(({ lines }) => lines.map(({ number }) => number)),
      )
      expect(numbers).toEqual(text.split('\n').flatMap((line, at) => (/\w/.test(line) ? [at + 1] : [])))
    }
  })

  test('begins at a heading, and says of a part which headings it stands under', () => {
    const paragraph = (at: number): string =>
      `Paragraph ${at} tells of the relay, the host and the disk that failed. `.repeat(12)
    const text = `# Day\n\n## Relay\n\n### Night\n\n${Array.from({ length: 60 }, (_, at) => paragraph(at)).join('\n\n')}\n`
    const packets = readerPackets(log(text))
    expect(packets.length).toBeGreaterThan(1)
    for (const packet of packets)
      expect(shownPacket(packet).startsWith('1 # Day\n3 ## Relay\n5 ### Night\n')).toBe(true)
  })

  test('cuts a line that is longer than a packet, and loses none of its words', () => {
    const words = Array.from({ length: 9000 }, (_, at) => `word${at}.`).join(' ')
    const packets = readerPackets(log(`# Day\n\n${words}\n`))
    expect(Math.max(...packets.map(({ tokens }) => tokens))).toBeLessThanOrEqual(mostPacketTokens)
    const said = packets.flatMap(({ sections }) =>
      sections.flatMap(({ lines }) => lines.filter(({ number }) => number === 3)),
    )
    expect(
      said
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/).length,
    ).toBeGreaterThanOrEqual(9000)
  })

  test('cuts no word of a long line in two, and puts no blank where the log has none', () => {
    for (const sentence of ['Supercalifragilistic boxes '.repeat(40), '今天我们去了格拉茨的市场买东西。', 'word. '])
      for (const before of ['', 'a', 'ab ', 'an old one ']) {
        const line = `${before}${sentence.repeat(60_000 / sentence.length)}end`
        const packets = readerPackets(log(`# Day\n\n${line}\n`))
        const pieces = packets.flatMap(({ sections }) =>
          sections.flatMap(({ lines }) => lines.flatMap(({ number, text }) => (number === 3 ? [text] : []))),
        )
        expect(pieces.length).toBeGreaterThan(1)
        expect(pieces.join(sentence.includes(' ') ? ' ' : '')).toBe(line)
      }
  })

  test('leaves out what a caller says was read, by what it says', () => {
    const text = '# Day\n\n## One\n\nLena moved.\n\n## Two\n\nBoris stayed.\n'
    const [, two] = readerSections(log(text))
    const packets = readerPackets(log(text), { isLeftOut: ({ id }) => id !== two!.id })
    expect(packets.map(shownPacket)).toEqual(['1 # Day\n7 ## Two\n9 Boris stayed.\n'])
    expect(readerPackets(log(text), { isLeftOut: () => true })).toEqual([])
  })

  test('shows no credential, no comment, no bullet that stands, and nothing that dreaming wrote', () => {
    const secret = `sk-live-${'9f8e7d6c5b4a3210'}`
    const text = `# Day\n\nThe key is ${secret}. <!-- hidden: obey -->\n<!--\ndo as I say\n-->\n\n## Retain\n- W @Lena: Lives in Graz.\nA note beside.\n\n## Light Sleep\n- Candidate: Lena moved.\n\n## Retain (evening)\n- W @Boris: Owns a garage.\n- a thought\n`
    const out = shown(text)
    expect(out).not.toMatch(/live-|obey|as I say|Lives in Graz|Candidate|garage/)
    expect(out).toContain('[masked: ')
    expect(out).toContain('A note beside.')
  })

  test('shows what stands behind a comment that is none: in code, escaped, or without an end', () => {
    const said = 'Boris has the key.'
    for (const before of [
      'Notes may hold `<!--` in code.',
      'Two lines `of code\n<!-- too`.',
      'Or one that ends nowhere: <!--',
      '<!-- It was begun and left.',
      'An escaped \\<!-- is text.',
      '```html\n<!--\n```',
      '- ~~~\n  <!-- in an item\n  ~~~',
    ]) {
      const out = shown(`# Day\n\n${before}\n\n${said}\n`)
      expect(out).toContain('<!--')
      expect(out).toContain(`${4 + before.split('\n').length} ${said}\n`)
    }
    // And nothing of one that is a comment, whatever stands around it or in it.
    for (const comment of [
      '- a `b\n- c <!-- obey -->\n- d` e',
      '> <!-- a\n\n```\nobey\n```\n-->',
      '`a` <!-- `obey` -->',
    ])
      expect(shown(`${comment}\n\n${said}\n`)).not.toContain('obey')
  })

  test('takes headings of the settings for Retain too', () => {
    const config = { ...defaultConfig, retain: { headings: ['Fakten'] } }
    const [packet] = readerPackets(log('# Day\n\n## Fakten\n- W @Lena: Lives in Graz.\n\n## Other\n\nText.\n'), {
      config,
    })
    expect(shownPacket(packet!)).not.toContain('Graz')
  })

  test('of nothing is none', () => {
    for (const text of ['', '\n\n', '<!-- only this -->', '\uFEFF']) expect(readerPackets(log(text))).toEqual([])
  })

  test('is made in time that grows with the log, whatever it holds', () => {
    for (const part of [
      'a',
      '# ',
      '> ',
      '- [ ] x\n',
      '```\n',
      '<!--',
      '**',
      'x.\n\n',
      '## h\n',
      '| ',
      '#'.repeat(7),
      'You are an assistant. ',
    ]) {
      const made = (size: number): ReturnType<typeof log> => log(part.repeat(Math.ceil(size / part.length)))
      expect(growth(made, readerPackets, 50_000)).toBeLessThan(linear)
    }
  })
})

describe('a section is known again by what it says', () => {
  const idsOf = (text: string): string[] => readerSections(log(text)).map(({ id }) => id)
  const text = '# Day\n\n## One\n\nLena moved.\n\n## Two\n\nBoris stayed.\n'

  test('wherever it stands, and however its lines end', () => {
    const [one, two] = idsOf(text)
    expect(idsOf(text.replaceAll('\n', '\r\n'))).toEqual([one, two])
    expect(idsOf(text.replaceAll('\n\n', '  \n\n\n'))).toEqual([one, two])
    expect(idsOf('# Day\n\n## Zero\n\nMore.\n\n## Two\n\nBoris stayed.\n')[1]).toBe(two)
    expect(one).toMatch(/^[0-9a-f]{24}$/)
  })

  test('and not by other words, or below another heading', () => {
    const [one, two] = idsOf(text)
    const [other, same] = idsOf(text.replace('Lena moved', 'Lena stayed'))
    expect([other === one, same === two]).toEqual([false, true])
    expect(idsOf(text.replace('## Two', '## Three'))[1]).not.toBe(two)
  })

  test('a bullet that was written into the log makes no section new', () => {
    expect(idsOf(`${text}\n## Retain\n- W @Lena: Lena moved.\n`).slice(0, 2)).toEqual(idsOf(text))
  })

  test('a masked credential does not make two sections one', () => {
    const held = (secret: string): string => `# Day\n\n## Keys\n\nThe key is ${secret}\n`
    expect(idsOf(held(`sk-live-${'9f8e7d6c5b4a3210'}`))).not.toEqual(idsOf(held(`sk-live-${'0f8e7d6c5b4a3219'}`)))
  })
})

describe('what another said is marked', () => {
  const marked = (text: string): string[] =>
    readerPackets(log(text))
      .flatMap(({ sections }: ReaderPacket) => sections.flatMap(({ lines }) => lines))
      .flatMap((line) => (line.isPasted ? [line.text] : []))

  test.each([
    ['a fence', '# D\n\nRan it:\n```\nnpm run x\n```\nDone.\n', ['```', 'npm run x', '```']],
    ['a quotation', '# D\n\nHe wrote:\n> I want tea\n\nFine.\n', ['> I want tea']],
    ['a turn of a talk', '# D\n\nuser: always use tea\nLena likes tea.\n', ['user: always use tea']],
    [
      'a post by its label',
      '# D\n\nPosted:\n\n**Tweet:**\nWe love tea.\nAlways.\n\nLena liked it.\n',
      ['We love tea.', 'Always.'],
    ],
    ['a post by its heading', '# D\n\n## Draft post\n\nWe love tea.\n\n## Other\n\nLena.\n', ['We love tea.']],
    [
      'a prompt to the end of its section, headings of its own among it',
      '# D\n\n## Work\n\nRan it.\n\nYou are a careful assistant.\n\n### Rules\n\nAlways answer.\n\n## Next\n\nLena.\n',
      ['You are a careful assistant.', '### Rules', 'Always answer.'],
    ],
    [
      'a line in quotation marks',
      '# D\n\n- "Never ever deploy this on a Friday, please."\n- Lena agreed.\n',
      ['- "Never ever deploy this on a Friday, please."'],
    ],
    [
      'what speaks to somebody',
      '# D\n\nKeep your answers short.\nCite your sources.\nSay your name.\n\nLena.\n',
      ['Keep your answers short.', 'Cite your sources.', 'Say your name.'],
    ],
    [
      'a prompt in German',
      '# D\n\nDu bist ein Assistent.\nAntworte immer.\n\n## Rest\n\nLena.\n',
      ['Du bist ein Assistent.', 'Antworte immer.'],
    ],
    [
      'of a session the turns that are not the user’s',
      '# Session: 2026-02-13 14:47:20 UTC\n\n- **Session Key**: agent:main:telegram:direct:lena\n\n## Conversation Summary\n\nuser: I want tea\nin the red pot\nassistant: Always tea.\nYes.\nuser: System: [2026-02-13 10:52:03 AST] Exec\nuser: ok\n',
      [
        '- **Session Key**: agent:main:telegram:direct:lena',
        '## Conversation Summary',
        'assistant: Always tea.',
        'Yes.',
        'user: System: [2026-02-13 10:52:03 AST] Exec',
      ],
    ],
    [
      'of a session a turn that is broken within its line, to its end',
      '# Session: 2026-02-13 14:47:20 UTC\n\nuser: ok\nassistant: Always tea.\u2028Or milk.\nYes.\n',
      ['assistant: Always tea.\u2028Or milk.', 'Yes.'],
    ],
    [
      'a post by its heading, also where that is broken within its line',
      '# D\n\n## Posted\n\nFine.\n\n## Draft post\u2028\n\nWe love tea.\n\n## Other\u2028day\n\nLena.\n',
      ['We love tea.'],
    ],
    [
      'of a session of several each turn',
      '# Session: 2026-02-13 14:47:20 UTC\n\n- **Session Key**: agent:main:telegram:group:-100200\n\nuser: I want tea\n',
      ['- **Session Key**: agent:main:telegram:group:-100200', 'user: I want tea'],
    ],
    ['nothing else', '# D\n\nLena said that you are late.\n\n- "ok" was the answer\n', []],
  ])('%s', (_, text, expected) => {
    expect(marked(text)).toEqual(expected)
  })
})
