// What `npm run laws:patterns` runs: bundled, in a Node of its own, as a hook reads notes.
//     node patterns-in-time.js SEED RUNS
import { Dice } from './dice.js'
import { pairOf, readings, structures, type Structure } from './structures.js'

const small = 50_000
const large = 200_000
/** Seconds of processor time a megabyte. */
const slowest = 1

interface Measured {
  /** What was read, and how. */
  readonly name: string
  readonly again: () => number
  readonly pace: number
}

function paceOf(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / text.length
}

/** The slowest of its readings, in seconds a megabyte; where that looks bad, the best of several. */
function measure({ name, make }: Structure, size: number): Measured {
  const paces = Object.entries(readings).map(([reading, read]) => {
    // The text is made anew each time: thousands that were kept would slow down the collector, and with it the reading.
    const again = (): number => paceOf(read, make(size))
    let pace = again()
    for (let more = 0; more < 5 && pace > slowest / 2; more++) pace = Math.min(pace, again())
    return { name: `${reading}: ${name}`, again, pace }
  })
  return paces.reduce((worst, each) => (each.pace > worst.pace ? each : worst))
}

function measured(all: readonly Structure[], size: number): Measured[] {
  let worst = 0
  return all.map((each, at) => {
    const one = measure(each, size)
    worst = Math.max(worst, one.pace)
    if ((at + 1) % 500 === 0)
      console.log(`${at + 1} of ${all.length} at ${size / 1000} KB, the slowest ${worst.toFixed(2)} s/MB`)
    return one
  })
}

/** Read alone, when all else is done: other programs on the machine slow a reading down, never speed it up. */
function confirmed({ name, again, pace }: Measured): Measured {
  let best = pace
  for (let round = 0; round < 20 && best > slowest; round++) best = Math.min(best, again())
  return { name, again, pace: best }
}

function tell(all: readonly Measured[], size: number): number {
  const read = all.map(confirmed)
  console.log(`${read.length} structures of ${size / 1000} KB, the slowest:`)
  for (const { name, pace } of read.toSorted((a, b) => b.pace - a.pace).slice(0, 5))
    console.log(`  ${pace.toFixed(2)} s/MB  ${name.slice(0, 300)}`)
  return read.filter(({ pace }) => pace > slowest).length
}

const [seed = 61, runs = 8500] = process.argv.slice(2).map(Number)
const dice = new Dice(seed)
const number = (below: number): number => dice.number(below)
const base = structures(0, number).length
const all = structures(Math.max(0, runs - base), number).slice(0, runs)
const alone = measured(all, small)
const pairs = Array.from({ length: Math.ceil(runs / 16) }, () => pairOf(dice.one(all), dice.one(all)))
const inPairs = measured(pairs, large)
const slow = tell(alone, small) + tell(inPairs, large)
console.log(`${slow} over ${slowest} s/MB`)
process.exitCode = slow > 0 ? 1 : 0
