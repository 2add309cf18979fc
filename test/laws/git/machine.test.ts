import { describe, expect, test } from '@jest/globals'
import { Coverage, readReplay, replay, replayText, tryHistories } from './machine.js'
import { operationNames } from './operations.js'

/** `npm run laws -- --seed 7 --steps 6000` sets these; the suite always tells the same histories. */
const seed = Number(process.env['LAW_SEED'] ?? 20251127)
const steps = Number(process.env['LAW_STEPS'] ?? 40)
const again = process.env['LAW_REPLAY']
const shrink = process.env['LAW_SHRINK'] !== '0'
const asked = process.env['LAW_STEPS'] !== undefined

const say = (text: string): void => void process.stdout.write(text)

describe('laws 1 to 4 (rebuild, lost index, crash, harmless hooks): after every Git operation the index is that of a rebuild, and of the reference parser', () => {
  const coverage = new Coverage()

  test(
    again === undefined ? `${steps} steps of seed ${seed}` : 'the history that was given',
    async () => {
      if (again !== undefined) {
        const told = await replay(readReplay(again), coverage)
        return say(`${told.join('\n')}\n`)
      }
      let shown = 0
      const progress = (done: number): void => {
        if (!asked || done - shown < 100) return
        shown = done
        say(`${done} of ${steps} steps, ${(coverage.milliseconds / done).toFixed(0)} ms a step\n`)
      }
      const broken = await tryHistories({ seed, steps, coverage, shrink, progress })
      if (asked) say(`${coverage.table()}\n${coverage.steps} steps of seed ${seed}\n`)
      if (broken !== undefined) throw new Error(broken)
      if (steps >= 5000) expect(coverage.missing()).toEqual([])
    },
    24 * 3_600_000,
  )

  test('a replay says the steps that it was made of', () => {
    const history = operationNames.map((what, at) => ({ what, roll: at * 1000 }))
    expect(readReplay(replayText(history))).toEqual(history)
  })
})
