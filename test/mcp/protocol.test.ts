import { describe, expect, test } from '@jest/globals'
import { Dice } from '../laws/dice.js'
import { day, retain } from '../support/notes.js'
import { beginningWith } from '../support/with-repo.js'
import { call, request, talk } from './talk.js'

const begun = beginningWith((repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz'))
})

describe('what is read is answered', () => {
  const [seed, runs] = [Number(process.env['LAW_SEED'] ?? 37), Number(process.env['LAW_RUNS'] ?? 2)]

  test(
    'a hundred requests and the end of input: every write that was made is answered, and none twice',
    async () => {
      for (let run = 0; run < runs; run++) {
        const dice = new Dice(seed + run)
        await begun(async (repo) => {
          const lines = Array.from({ length: 100 }, (_, at) => {
            const text = `Wrote page ${at} of book ${run}`
            // The last is each of these in turn, for what is lost is what comes last.
            const kind = at === 99 ? run % 4 : dice.number(8)
            if (kind === 1) return request(at, 'ping')
            if (kind === 2) return call(at, 'recall', { question: text })
            if (kind === 3) return request(at, 'no/such')
            return call(at, 'retain', {
              bullets: [{ text, entities: ['Ines'] }],
              commit: dice.number(4) === 0 || at === 99,
            })
          })
          const end = dice.number(2) === 0 ? '' : '\n'
          const { replies, status } = await talk(repo, lines.join('\n') + end, { slowly: dice.number(2) * 300 })
          expect([seed, run, status]).toEqual([seed, run, 0])
          expect(replies.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(lines.map((_, at) => at))
          const log = repo.read(day(20))
          for (const [at, line] of lines.entries())
            if (line.includes('"retain"')) expect(log).toContain(`Wrote page ${at} of book ${run}\n`)
        })
      }
    },
    60_000 * (2 + Number(process.env['LAW_RUNS'] ?? 2)),
  )

  test('answers that nobody reads for a while are all there when somebody does', () =>
    begun(async (repo) => {
      const lines = Array.from({ length: 200 }, (_, at) => request(at, 'tools/list'))
      const { replies } = await talk(repo, `${lines.join('\n')}\n`, { slowly: 500 })
      expect(replies.map(({ id }) => id)).toEqual(lines.map((_, at) => at))
    }))

  test('one that was taken back holds nobody up, and is not answered', () =>
    begun(async (repo) => {
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
      const input = [
        call(1, 'status'),
        call(2, 'recall', { question: 'x' }),
        JSON.stringify(cancelled),
        call(3, 'status'),
      ]
      const { replies, status } = await talk(repo, `${input.join('\n')}\n`)
      expect([replies.map(({ id }) => id), status]).toEqual([[1, 3], 0])
    }))
})

describe('what is no request is answered as JSON-RPC says', () => {
  const long = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(11 << 20)}"}}`
  test.each([
    ['garbage', 'hello', null, -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1,', null, -32700],
    ['an empty batch', '[]', null, -32600],
    ['a batch', `[${request(1, 'ping')}]`, null, -32600],
    ['null', 'null', null, -32600],
    ['a number', '7', null, -32600],
    ['an object as id', request({}, 'ping'), null, -32600],
    ['null as id', request(null, 'ping'), null, -32600],
    [
      'a number as id that JSON cannot tell from its neighbours',
      '{"jsonrpc":"2.0","id":1e20,"method":"ping"}',
      null,
      -32600,
    ],
    ['another version', '{"jsonrpc":"1.0","id":4,"method":"ping"}', 4, -32600],
    ['no method', '{"jsonrpc":"2.0","id":4}', 4, -32600],
    ['more than ten megabytes', long, null, -32600],
    ['an unknown method', request('a', 'no/such'), 'a', -32601],
    ['a list as params', '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[1]}', 4, -32602],
    ['no tool', request(4, 'tools/call', {}), 4, -32602],
    ['an unknown tool', call(4, 'forget'), 4, -32602],
    ['a list as arguments', request(4, 'tools/call', { name: 'recall', arguments: ['x'] }), 4, -32602],
    ['an unknown prompt', request(4, 'prompts/get', { name: 'no' }), 4, -32602],
    ['a number as an address', request(4, 'resources/read', { uri: 4 }), 4, -32602],
    ['an unknown resource', request(4, 'resources/read', { uri: 'memory://workspace/no.md' }), 4, -32002],
    ['no version of the protocol', request(4, 'initialize', {}), 4, -32602],
  ])('%s', (_, line, id, code) =>
    begun(async (repo) => {
      const { replies, status } = await talk(repo, `${line}\n\n${request('last', 'ping')}`)
      expect(replies).toMatchObject([
        { id, error: { code, message: expect.any(String) } },
        { id: 'last', result: {} },
      ])
      expect([replies.length, status]).toEqual([2, 0])
    }),
  )

  test('a member that JSON-RPC does not know is no reason to refuse or to drop a message', () =>
    begun(async (repo) => {
      const traced = (line: object): string => JSON.stringify({ ...line, traceparent: 'x' })
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
      const input = [call(1, 'recall', { question: 'tea' }), traced(cancel), traced(JSON.parse(request(2, 'ping')))]
      expect((await talk(repo, input.join('\n'))).replies).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }])
    }))

  test('bytes that are no UTF-8: they would be written down as other words', () =>
    begun(async (repo) => {
      const line = call(1, 'retain', { bullets: [{ text: 'Lives in Göteborg', entities: ['Ana'] }] })
      const input = Buffer.concat([Buffer.from(`${line}\n`, 'latin1'), Buffer.from(request('last', 'ping'))])
      const { replies } = await talk(repo, input)
      expect(replies).toMatchObject([
        { id: null, error: { code: -32700, message: 'the line is no text in UTF-8' } },
        { id: 'last', result: {} },
      ])
      expect(repo.files('memory').size).toBe(1)
    }))

  test('a notification and the answer to what nobody asked have no answer', () =>
    begun(async (repo) => {
      const input = ['{"jsonrpc":"2.0","method":"no/such"}', '{"jsonrpc":"2.0","id":9,"result":{}}', request(1, 'ping')]
      expect((await talk(repo, `${input.join('\r\n')}\r\n`)).replies).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
    }))
})

describe('arguments are taken as they are meant', () => {
  const bullet = { text: 'Sings in a choir', entities: ['Ana'] }
  test.each([
    ['null for what is left out', 'recall', { question: 'Peter', wordings: null, k: null, since: null }],
    ['a number as text', 'recall', { question: 'Peter', k: '3', budget: '400' }],
    ['a list as text', 'recall', { question: 'Peter', entities: '["Peter"]' }],
    ['one of a list', 'recall', { question: 'Peter', entities: 'Peter', kinds: 'opinion' }],
    ['a name in brackets', 'recall', { question: 'Peter', entities: '[[Peter]]' }],
    ['truth as text', 'log', { beliefs: 'true', since: '2025' }],
    ['a list of objects as text', 'retain', { bullets: JSON.stringify([bullet]) }],
    ['one object', 'retain', { bullets: bullet, commit: 'false' }],
    ['an object as text in a list', 'retain', { bullets: [JSON.stringify(bullet)] }],
    ['what stands in a list', 'retain', { bullets: [{ ...bullet, entities: 'Ana', confidence: '0.7', was: null }] }],
  ])('%s', (_, name, given) =>
    begun(async (repo) => {
      const { replies } = await talk(repo, call(1, name, given))
      expect(replies[0]!.result?.content?.[0]?.text).toMatch(/^From memory, quoted/)
    }),
  )

  test('all of them as text', () =>
    begun(async (repo) => {
      const line = request(1, 'tools/call', { name: 'recall', arguments: '{"question":"Peter","k":"1"}' })
      expect((await talk(repo, line)).replies[0]!.result!.content![0]!.text).toContain('Likes coffee')
    }))

  test.each([
    ['recall', { question: 'x', k: '3.5' }, 'k must be an integer, got "3.5"'],
    ['recall', { question: 'x', k: 'three' }, 'k must be an integer, got "three"'],
    ['recall', { question: 'x', k: [3] }, 'k must be an integer, got [3]'],
    ['recall', { question: 'x', entities: '["Peter"' }, 'entities must be an array, got "[\\"Peter\\""'],
    ['recall', { question: 'x', entities: '' }, 'entities must be an array, got ""'],
    ['recall', { question: 'x', entities: ['Peter', null] }, 'entities[1] must be a string, got null'],
    ['recall', { question: null }, 'question is missing'],
    ['recall', { question: ['x'] }, 'question must be a string, got ["x"]'],
    ['log', { beliefs: 'yes' }, 'beliefs must be a boolean, got "yes"'],
    ['retain', { bullets: 'Likes tea' }, 'bullets must be an array, got "Likes tea"'],
    ['retain', { bullets: [{ ...bullet, confidence: 'high' }] }, 'confidence must be a number, got "high"'],
  ])('%s of %j is not guessed at', (name, given, why) =>
    begun(async (repo) => {
      const { result } = (await talk(repo, call(1, name, given))).replies[0]!
      expect([result?.isError, result?.content?.[0]?.text]).toEqual([true, expect.stringContaining(why)])
    }),
  )
})
