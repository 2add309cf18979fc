import type { JudgeAnswer, Packet } from '../index.js'
import type { Io } from './command.js'
import { shown } from './text.js'

/** The verdict on a fact and a belief for each key. */
const keys: Readonly<Record<string, JudgeAnswer['verdict']>> = {
  s: 'supports',
  w: 'weakens',
  c: 'contradicts',
  r: 'replaces',
  u: 'unrelated',
}

/** The verdict on a fact and an earlier fact for each key. */
const ofFacts: typeof keys = { r: 'replaces', u: 'unrelated' }

const help = 's supports  w weakens  c contradicts  r replaces  u unrelated · n not now  z undo  q quit'
/** Ctrl-C and Ctrl-D: a terminal in raw mode sends them as keys, not as signals. */
export const stopKeys: ReadonlySet<string> = new Set(['\u0003', '\u0004'])

/** The keys that a person presses, one by one, as the terminal sends them. */
export async function* keysOf(stdin: Io['stdin']): AsyncGenerator<string, void> {
  stdin.setRawMode?.(true)
  try {
    for await (const part of stdin) yield* String(part)
  } finally {
    stdin.setRawMode?.(false)
  }
}

export interface Answered {
  readonly answers: JudgeAnswer[]
  /** Whether the person quit. */
  readonly isOver: boolean
}

/**
 * Ask about each belief of each packet, one key an answer.
 *
 *     2025-11-05  Took the night train — Peter  memory/2025-11-05.md#L2
 *       Likes flying — Peter (0.80)?
 *         contradicts
 */
export async function answersByKey(
  packets: readonly Packet[],
  pressed: AsyncIterator<string>,
  print: (line: string) => void,
): Promise<Answered> {
  const questions = packets.flatMap(({ fact, beliefs, facts }) => [
    ...beliefs.map((belief) => ({ fact, belief, asks: `(${(belief.confidence ?? 0).toFixed(2)})?`, takes: keys })),
    ...facts.map((belief) => ({ fact, belief, asks: 'is it replaced (r), or not (u)?', takes: ofFacts })),
  ])
  const answers = new Map<number, JudgeAnswer>()
  print(help)
  let told = ''
  for (let at = 0; at < questions.length;) {
    const { fact, belief, asks, takes } = questions[at]!
    if (told !== fact.id)
      print(`\n${fact.timestamp}  ${shown(fact.content)}${about(fact.entities)}  ${shown(fact.source)}`)
    told = fact.id
    print(`  ${shown(belief.content)}${about(belief.entities)} ${asks}`)
    const { value: key, done } = await pressed.next()
    if (done || key === 'q' || stopKeys.has(key)) return { answers: inOrder(answers), isOver: true }
    const verdict = Object.hasOwn(takes, key) ? takes[key] : undefined
    if (verdict) {
      answers.set(at, { fact: fact.id, belief: belief.id, verdict })
      print(`    ${verdict}`)
      at++
    } else if (key === 'n') {
      print('    not now')
      at++
    } else if (key === 'z' && at > 0) {
      at--
      answers.delete(at)
      told = ''
      print('    undone')
    } else print(`    ${help}`)
  }
  return { answers: inOrder(answers), isOver: false }
}

const about = (names: readonly string[]): string => (names.length > 0 ? ` — ${shown(names.join(', '))}` : '')
const inOrder = (answers: ReadonlyMap<number, JudgeAnswer>): JudgeAnswer[] =>
  [...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)
