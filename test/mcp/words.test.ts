import { describe, expect, test } from '@jest/globals'
import { inToolWords } from '../../src/mcp/tool-words.js'
import { tools } from '../../src/mcp/tools.js'
import { day, retain } from '../support/notes.js'
import { beginningWith } from '../support/with-repo.js'
import { hiddenIn } from '../../src/text/hiding.js'
import { call, request, talk } from './talk.js'

const begun = beginningWith((repo) => {
  repo.commit(
    day(1),
    retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz', 'W @Bo: Paints', 'O(c=7) @Ana: Likes rye'),
  )
  repo.commit(day(2), retain(...Array.from({ length: 60 }, (_, at) => `B @Peter: Drank cup ${at}`)))
  repo.commit('bank/evidence.md', '# Evidence\n\n- ^aaaaaaaaaa weakens ^bbbbbbbbbb\n')
  repo.write('MEMORY.md', '## Rules\n\n- Ask first.\n')
})

const none = '^aaaaaaaaaa'
const secret = 'Key is ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2'
const calls: readonly (readonly [tool: string, given: object])[] = [
  ['brief', { since: 'yesterday' }],
  ['brief', { budget: 1 }],
  ['recall', { question: 'x', since: 'soon' }],
  ['recall', { question: 'x', asOf: '2031' }],
  ['recall', { question: 'x', on: '2025', since: '2025' }],
  ['recall', { question: 'x', since: '2025-11', until: '2024' }],
  ['recall', { question: 'x', wordings: Array.from({ length: 9 }, (_, at) => `w${at}`) }],
  ['recall', { question: '', entities: 'Ana', wordings: ['x'] }],
  ['recall', { question: 'x', entities: ['Nobody'], kinds: 'opinion' }],
  ['recall', { question: 'Peter', k: 0 }],
  ['recall', { question: 'Peter', budget: 200, k: 50 }],
  ['recall', { question: 'unheard of' }],
  ['retain', { bullets: [{ text: 'He likes rain' }] }],
  ['retain', { bullets: [{ text: 'Flew home yesterday', entities: 'Ana' }] }],
  ['retain', { bullets: [{ text: secret, entities: 'Ana' }] }],
  ['retain', { bullets: [{ text: 'Likes rain', entities: 'Ana', was: none }] }],
  ['retain', { bullets: [{ text: 'Likes rain', entities: 'Ana', kind: 'world', confidence: 0.3 }] }],
  ['suggest', { keep: [] }],
  ['suggest', { keep: [none] }],
  ['suggest', { drop: ['no id'] }],
  ['suggest', { keep: [none], write: true }],
  ['suggest', { since: 'soon' }],
  ['suggest', { next: 0 }],
  ['suggest', { bullets: [{ cites: day(1), text: 'Likes rain' }] }],
  ['suggest', { write: true, commit: true }],
  ['judge', { answers: [{ fact: none, belief: none, verdict: 'weakens' }] }],
  ['judge', { answers: [{ fact: none, verdict: 'weakens' }] }],
  ['judge', { since: 'soon' }],
  ['judge', { entity: 'Nobody' }],
  ['judge', { next: 0 }],
  ['core', { edit: 'append', block: 'Rules', text: secret }],
  ['core', { edit: 'append', block: 'Rules', text: 'x', commit: true }],
  ['core', { edit: 'append', block: 'Rules', text: 'x'.repeat(6000) }],
  ['core', { edit: 'replace', block: 'Rules', old: 'nowhere', new: 'x' }],
  ['core', { edit: 'commit' }],
  ['core', { block: 'Nothing' }],
  ['show', { reference: none }],
  ['show', { reference: 'Nobody' }],
  ['show', { reference: 'memory/2031-01-01.md#L4' }],
  ['log', { k: 5 }],
  ['log', { budget: 300 }],
  ['log', { beliefs: true, kinds: 'world' }],
  ['log', { beliefs: true, k: 1 }],
  ['log', { beliefs: true, asOf: '2031' }],
  ['status', {}],
  ['reflect', { commit: true }],
  ['retire', { fact: none }],
  ['retire', { fact: 'no id' }],
  ['retire', { fact: none, for: none }],
]

/** An option of ours, or a verb that the caller has as a tool. */
const ofTheCommandLine = new RegExp(
  `(?<!\\bgit [^:;,()]*)--[a-z]|\\bmemory (?:${tools.map(({ name }) => name).join('|')})\\b|\\balso takes\\b`,
)

describe('a tool’s caller is told of arguments and tools', () => {
  test('in every error and notice that its tools can be driven into', () =>
    begun(async (repo) => {
      const { replies } = await talk(repo, calls.map(([name, given], at) => call(at, name, given)).join('\n'))
      expect(replies).toHaveLength(calls.length)
      const told = replies.map(({ id, result, error }) => [
        calls[Number(id)],
        result?.content?.map(({ text }) => text).join('\n') ?? error?.message,
      ])
      expect(told.filter(([, text]) => ofTheCommandLine.test(String(text)))).toEqual([])
      const wrong = replies.filter(({ result }) => result?.isError)
      expect(wrong.length).toBeGreaterThan(28)
    }))

  test.each([
    ['--since takes a date such as 2025-11-27', 'since takes a date such as 2025-11-27'],
    ['where that is not so, --as-is (asIs) writes it', 'where that is not so, asIs writes it'],
    ['--as-of takes a day that has come; --on asks', 'asOf takes a day that has come; on asks'],
    ['--also takes up to 8 wordings', 'wordings takes up to 8 wordings'],
    ['leave out --kind and --entity', 'leave out kinds and entities'],
    ['a reason: --reason "Peter said so" (reason)', 'a reason: reason "Peter said so"'],
    ['put it into a log with memory retain', 'put it into a log with retain'],
    ['run `memory suggest keep ^k3f9a2c1x7`', 'run `suggest keep ^k3f9a2c1x7`'],
    ['take it back with git restore --staged', 'take it back with git restore --staged'],
    ['run `npm rebuild --prefix /opt/memory better-sqlite3`', 'run `npm rebuild --prefix /opt/memory better-sqlite3`'],
    ['memory forget ^k3f9a2c1x7 takes it out', 'memory forget ^k3f9a2c1x7 takes it out'],
    ['“She runs memory log --json”: memory show tells', '“She runs memory log --json”: show tells'],
    ['read as "memory log --json \\" --as-is": --as-is', 'read as "memory log --json \\" --as-is": asIs'],
    ['another memory command is writing', 'another memory command is writing'],
  ])('%s', (message, told) => {
    expect(inToolWords(message)).toBe(told)
  })
})

test('a note that quotes a command is told as it was written', () =>
  begun(async (repo) => {
    const text = 'She types memory retain --as-is by hand'
    const { replies } = await talk(repo, call(0, 'retain', { bullets: [{ text, entities: 'Ana' }] }))
    expect(replies[0]!.result!.content![0]!.text).toMatch(`“${text}”: it begins with She`)
  }))

test('an error says again what it was given, and nothing in that steers a terminal or hides', () =>
  begun(async (repo) => {
    const hidden = '\u202Eevil\u{E0041}\u001B[31m\u200B'
    const asked = [
      call(0, 'retain', { bullets: [{ text: `He likes ${hidden}`, entities: hidden }] }),
      call(1, 'core', { edit: 'owner', text: `Mira ${hidden}` }),
      call(2, 'core', { edit: 'replace', block: `Rules ${hidden}`, old: hidden, new: 'x' }),
      call(3, 'show', { reference: hidden }),
      call(4, 'recall', { question: 'x', since: hidden }),
      call(5, 'recall', { [hidden]: hidden }),
      call(6, hidden),
      request(7, hidden),
      request(8, 'resources/read', { uri: hidden }),
      request(9, 'tools/call', { name: 'show', arguments: [hidden] }),
      `{"${hidden}`,
    ]
    const { replies } = await talk(repo, asked.join('\n'))
    expect(replies).toHaveLength(asked.length)
    for (const { result, error } of replies) {
      const text = error?.message ?? result!.content!.map((each) => each.text).join('\n')
      expect(error !== undefined || result?.isError).toBe(true)
      expect([text, hiddenIn(text)]).toEqual([text, undefined])
    }
  }))

test('a page is read by its address, however a client escapes its name', () =>
  begun(async (repo) => {
    const path = 'bank/entities/R&D @home 100%.md'
    repo.write(path, '# R&D\n')
    const addresses = [
      path.split('/').map(encodeURIComponent).join('/'),
      // As RFC 6570 expands `{+path}`.
      encodeURI(path),
      path,
      'bank/entities/R%26D%20%40home%20100%.md',
    ]
    const asked = addresses.map((each, at) => request(at, 'resources/read', { uri: `memory://workspace/${each}` }))
    const { replies } = await talk(repo, asked.join('\n'))
    expect(replies.map(({ id, error }) => [id, error?.code])).toEqual([
      [0, undefined],
      [1, undefined],
      [2, undefined],
      [3, -32002],
    ])
  }))

test('what log leaves out is counted once: what is to come is no matter of k or budget', () =>
  begun(async (repo) => {
    repo.commit(
      day(3),
      retain('B @Ana: Sails on 2026-04-01', 'B @Ana: Flies on 2026-05-02', 'B @Ana: Sat on 2025-11-02'),
    )
    const { replies } = await talk(
      repo,
      [call(0, 'log', { entities: ['Ana'], k: 100, budget: 5000 }), call(1, 'log', { entities: ['Ana'], k: 1 })].join(
        '\n',
      ),
    )
    const [all, one] = replies.map(({ result }) =>
      result!.content![0]!.text.split('\n').filter((line) => line.startsWith('note: ')),
    )
    expect(all).toEqual([expect.stringMatching(/^note: "2 more are about days to come: until 2026-05-02 shows them"$/)])
    expect(one).toHaveLength(2)
    expect(one![0]).toMatch(/^note: "1 of \d+, the latest; left out: /)
  }))
