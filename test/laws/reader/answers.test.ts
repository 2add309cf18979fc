import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readerAnswers } from '../../../src/reader/answer.js'
import { checkAnswers } from '../../../src/reader/check.js'
import { readerPackets } from '../../../src/reader/packet.js'
import { Dice } from '../dice.js'
import { drawLog, speeches, type DrawnAnswer, type DrawnLog, type TongueDrawn } from './logs.js'
import { growth, linear } from '../../support/growth.js'

// npm run laws:reader -- --seed 7 --runs 2000
const seed = Number(process.env['LAW_SEED'] ?? 43)
/** Answers; a log has about twenty. */
const runs = Number(process.env['LAW_RUNS'] ?? 600)

const tongues = Object.keys(speeches) as TongueDrawn[]

/** An answer as models write it: bare, in a fence, among prose, a line each, with fields that nobody asked for. */
function written(given: readonly DrawnAnswer['given'][], dice: Dice): string {
  const bullets = given.map((each) => ({
    ...each,
    ...dice.one(
      [{}, { reason: 'the log says {so}', n: 1 }, { was: null }].map((more) => ({
        ...more,
        ...('was' in each ? { was: each['was'] } : {}),
      })),
    ),
  }))
  const lines = bullets.map((each) => JSON.stringify(each))
  const whole = JSON.stringify({ bullets }, null, dice.one([0, 2]))
  return dice.one([
    whole,
    `Here is what I'd keep from the "log":\n\n\`\`\`json\n${whole}\n\`\`\`\nLet me know {if} it's fine.`,
    JSON.stringify(bullets),
    lines.join('\n'),
    `- ${lines.join('\n- ')}`,
    `${whole.slice(0, -2)}, {"cites": "3", "text": "cut o`,
    `{"bullets": [${lines.join(', ')},]}`,
    `thinking… {${'x'.repeat(dice.number(200))}\n${whole}`,
  ])
}

interface Held {
  readonly lost: readonly string[]
  readonly landed: readonly string[]
}

const saidOf = ({ tongue, text }: DrawnLog, { wrong, given }: DrawnAnswer, why: string): string =>
  `${tongue} ${wrong ?? 'right'}: ${JSON.stringify(given)} ${why}\n${text}`

function held(log: DrawnLog, dice: Dice): Held {
  const { day, text, names, standing, answers } = log
  const packets = readerPackets({ path: `memory/${day}.md`, day, text })
  expect(packets).toHaveLength(1)
  const known = { names, standing }
  const lost: string[] = []
  const landed: string[] = []
  // The right ones in one answer, so that none takes another with it; each of the wrong ones among them.
  const right = answers.filter(({ wrong }) => wrong === undefined)
  const wrong = answers.filter((each) => each.wrong !== undefined)
  const batch = [...right, ...wrong]
    .map((each) => [dice.number(1 << 30), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)
  const read = readerAnswers(
    written(
      batch.map(({ given }) => given),
      dice,
    ),
  )
  expect(read.answers.map((each) => each.text)).toEqual(batch.map(({ given }) => given['text']))
  const all = checkAnswers(read.answers, packets[0]!, known)
  for (const each of all.accepted) {
    const drawn = batch[each.number - 1]!
    if (drawn.wrong !== undefined) landed.push(saidOf(log, drawn, ''))
  }
  for (const { answer, reasons } of all.refused) {
    const drawn = batch[answer.number - 1]!
    if (drawn.wrong === undefined && reasons.some(({ code }) => code !== 'twice'))
      lost.push(saidOf(log, drawn, reasons.map(({ code, why }) => `${code}: ${why}`).join(' | ')))
  }
  return { lost, landed }
}

describe('answers of a reader', () => {
  test.each(tongues)(
    '%s: what the lines say is taken, and nothing else',
    (tongue) => {
      let counted = 0
      const check = (own: number): void => {
        const dice = new Dice(own)
        const log = drawLog(tongue, dice)
        const { lost, landed } = held(log, dice)
        counted += log.answers.length
        expect(lost).toEqual([])
        expect(landed).toEqual([])
      }
      const each = Math.ceil(runs / tongues.length / 18)
      fc.assert(fc.property(fc.nat(), check), { seed, numRuns: each })
      expect(counted).toBeGreaterThan((runs / tongues.length) * 0.7)
      if (process.env['LAW_RUNS'] !== undefined) console.log(`${tongue}: ${counted} answers of ${each} logs`)
    },
    600_000,
  )

  test('any text is read, and in time that grows with it', () => {
    const noise = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', '"', '\\', '\n', ':', ',', '{"text":"a', '"cites":1', '{}'), {
          maxLength: 300,
        })
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(noise, (text) => {
        const { answers, unreadable } = readerAnswers(text)
        for (const { text: said, relations } of answers)
          expect(said !== '' || relations.length > 0 || /"text"/.test(text)).toBe(true)
        for (const { at, why } of unreadable)
          expect([at < Math.max(1, text.length), why.length > 0]).toEqual([true, true])
      }),
      { seed, numRuns: Math.ceil(runs / 2) },
    )
    for (const part of [
      '{',
      '}',
      '"',
      '{"a":',
      '[{',
      'x {"text":"a"} ',
      '\\"',
      '{"text":{',
      'cites 12-',
      ' '.repeat(9) + '{',
    ]) {
      const long = (size: number): string => part.repeat(Math.ceil(size / part.length))
      expect(growth(long, readerAnswers, 250_000)).toBeLessThan(linear)
    }
  }, 600_000)

  test('a megabyte around a bullet hides it from nobody, and a megabyte in one is refused', () => {
    const dice = new Dice(seed)
    const log = drawLog('en', dice)
    const packet = readerPackets({ path: `memory/${log.day}.md`, day: log.day, text: log.text })[0]!
    const right = log.answers.find(({ wrong }) => wrong === undefined)!.given
    const around = `${'so I thought, "well". '.repeat(25_000)}\n${JSON.stringify({ bullets: [right] })}\n${'} and {'.repeat(90_000)}`
    const read = readerAnswers(around)
    expect(read.answers.map(({ text }) => text)).toEqual([right['text']])
    const long = (size: number): string =>
      JSON.stringify([{ ...right, text: `${String(right['text'])} ${'and so on '.repeat(size)}` }])
    const checked = (answer: string): unknown => checkAnswers(readerAnswers(answer).answers, packet, log).accepted
    expect(growth(long, checked, 25_000)).toBeLessThan(linear)
    expect(checked(long(100_000))).toEqual([])
  })
})
