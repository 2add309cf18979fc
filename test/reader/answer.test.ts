import { describe, expect, test } from '@jest/globals'
import { readerAnswers, type ReaderAnswer } from '../../src/reader/answer.js'

const one = { cites: '3', text: 'Lena moved', kind: 'W', entities: ['Lena'] }
const two = { cites: '4-5', text: 'Prefers tea', kind: 'O', entities: ['Boris'], confidence: 0.7 }
const textsOf = (said: string): string[] => readerAnswers(said).answers.map(({ text }) => text)
const read = (given: object): ReaderAnswer => readerAnswers(JSON.stringify(given)).answers[0]!

describe('what came back is read, whatever stands around it', () => {
  const whole = JSON.stringify({ bullets: [one, two] })
  test.each([
    ['an object', whole],
    ['indented', JSON.stringify({ bullets: [one, two] }, null, 2)],
    ['an array', JSON.stringify([one, two])],
    ['JSON lines', `${JSON.stringify(one)}\n${JSON.stringify(two)}`],
    ['a fence and prose', `Here's what I "found":\n\`\`\`json\n${whole}\n\`\`\`\nThat's {all}!`],
    ['trailing commas', '{"bullets":[{"cites":"3","text":"Lena moved",},{"cites":"4","text":"Prefers tea",},],}'],
    ['another wrapper', JSON.stringify({ result: { bullets: [one, two] } })],
    ['objects as entities', JSON.stringify([{ ...one, entities: [{ name: 'Lena' }] }, two])],
    ['a brace in prose that nobody closes', `I think {maybe\n${whole}`],
    ['a brace within a text', JSON.stringify([one, { ...two, text: 'Prefers tea', note: '}{"' }])],
    ['a stray quotation mark', `the "answer is\n${whole}`],
  ])('%s', (_, said) => {
    const { answers, unreadable } = readerAnswers(said)
    expect(answers.map(({ text }) => text)).toEqual(['Lena moved', 'Prefers tea'])
    expect(unreadable.filter(({ why }) => why === 'not asked for')).toEqual([])
  })

  test('a tail that was cut off takes none of the whole ones with it', () => {
    for (let end = whole.indexOf('Prefers'); end < whole.lastIndexOf('}]'); end++) {
      const { answers, unreadable } = readerAnswers(whole.slice(0, end))
      expect(answers.map(({ text }) => text)).toEqual(['Lena moved'])
      expect(unreadable.map(({ why }) => why)).toEqual(['cut off'])
    }
    expect(readerAnswers(whole.slice(0, -2)).unreadable).toEqual([])
  })

  test('what is no bullet is told, and nothing is an answer', () => {
    expect(readerAnswers('{"bullets":[]}')).toEqual({ answers: [], unreadable: [] })
    expect(readerAnswers('[]')).toEqual({ answers: [], unreadable: [] })
    expect(readerAnswers('I cannot help with that.').unreadable).toEqual([
      { at: 0, text: 'I cannot help with that.', why: 'no JSON' },
    ])
    expect(readerAnswers('').unreadable).toHaveLength(1)
    expect(readerAnswers(`{"error": "busy"}`).unreadable.map(({ why }) => why)).toEqual(['not asked for'])
    expect(readerAnswers(`{text: 'Lena'}`).unreadable.map(({ why }) => why)).toEqual(['no JSON'])
    expect(textsOf(`{"text": 'broken'} ${JSON.stringify(one)}`)).toEqual(['Lena moved'])
  })
})

describe('a field is read as models write it', () => {
  const range = (first: number, last = first) => ({ first, last })
  test.each([
    ['12', [range(12)]],
    [12, [range(12)]],
    ['12-14', [range(12, 14)]],
    ['L12–L14', [range(12, 14)]],
    ['lines 12 to 14', [range(12, 14)]],
    ['memory/2026-02-11.md#L12-L14', [range(12, 14)]],
    ['memory/2026-02-11.md#L3, memory/2026-02-11.md#L12-L14', [range(3, 3), range(12, 14)]],
    ['#L3; #L7', [range(3, 3), range(7, 7)]],
    ['memory/2026-02-11.md:12', [range(12)]],
    [
      ['7-8', 3],
      [range(3), range(7, 8)],
    ],
    ['3, 7-8', [range(3), range(7, 8)]],
    [{ first: 3, last: 5 }, [range(3, 5)]],
    ['14-12', []],
    ['none', []],
    [0, []],
    [null, []],
  ])('cites %j', (cites, expected) => {
    expect(read({ ...one, cites }).cites).toEqual(expected)
  })

  test('ids, with or without their caret, in a list or joined; null and the like are none', () => {
    expect(
      read({ ...one, was: '^K3f9a2c1x7', supports: ['aaaaaaaaa1', '^aaaaaaaaa2'], known: null }).relations,
    ).toEqual([
      { relation: 'was', id: 'k3f9a2c1x7' },
      { relation: 'supports', id: 'aaaaaaaaa1' },
      { relation: 'supports', id: 'aaaaaaaaa2' },
    ])
    expect(read({ ...one, was: '', supports: 'none', contradicts: [] }).relations).toEqual([])
    expect(read({ cites: '3', known: '^aaaaaaaaa1' }).relations).toEqual([{ relation: 'known', id: 'aaaaaaaaa1' }])
  })

  test('kind by letter or name, names with or without their sign, a bullet as a log has it', () => {
    expect(read({ ...one, kind: 'world' }).kind).toBe('world')
    expect(read({ ...one, kind: 'P' }).kind).toBeUndefined()
    expect(read({ ...one, entities: '@Lena, @"Anna Lee"' }).entities).toEqual(['Lena', 'Anna Lee'])
    expect(read({ cites: 3, text: '- O(c=0.7) @Lena: Likes tea' })).toMatchObject({
      kind: 'opinion',
      text: 'Likes tea',
      entities: ['Lena'],
      confidence: 0.7,
    })
    expect(read({ ...two, confidence: 'high' }).confidence).toBeNaN()
    expect(read(one).confidence).toBeNull()
  })
})
