import { describe, expect, test } from '@jest/globals'
import { flowNames } from './flows.js'
import { table, told, tryFlow, type Outcome, type Tried } from './loop.js'
import { canTrace } from './strace.js'

/** `npm run faults -- --flows sync,branch --at "git update-ref" --seed 7 --runs all` sets these. */
const asked = process.env['LAW_RUNS']
const runs = asked === 'all' ? undefined : Number(asked ?? 1)
const seed = Number(process.env['LAW_SEED'] ?? 20251127)
const at = process.env['LAW_AT']
const wanted = process.env['LAW_FLOWS']?.split(',') ?? flowNames

const say = (text: string): void => void process.stdout.write(text)

const traced = canTrace ? test : test.skip

describe(`law 3 (crash): a write that fails leaves the old state or the new one${canTrace ? '' : ' (skipped: strace cannot trace here)'}`, () => {
  const tried: Tried[] = []

  traced.each(wanted)(
    '%s',
    async (name) => {
      const flow = flowNames.find((each) => each === name)
      if (flow === undefined) throw new Error(`no such flow: ${name}; there are ${flowNames.join(', ')}`)
      let shown = 0
      const progress = (done: number, total: number, outcome: Outcome): void => {
        if (asked !== undefined && outcome.wrong.length > 0) say(`${told(flow, outcome)}\n`)
        if (asked === undefined || (done - shown < 50 && done < total)) return
        shown = done
        say(`${name}: ${done} of ${total} faults\n`)
      }
      const done = await tryFlow(flow, { seed, runs, at, progress })
      tried.push(done)
      if (asked !== undefined) say(`${table(tried)}\n`)
      expect(done.points.length).toBeGreaterThan(10)
      expect(done.missed).toEqual([])
      const broken = done.outcomes.filter(({ wrong }) => wrong.length > 0)
      if (broken.length > 0) throw new Error(broken.map((outcome) => told(flow, outcome)).join('\n\n'))
    },
    24 * 3_600_000,
  )
})
