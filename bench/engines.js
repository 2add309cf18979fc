// What an index costs by either engine, on a Node that has SQLite itself: Node's over better-sqlite3, in turns.
//
//   npm run bench:engines -- SHARED [--sizes S,M] [--rounds 15]
//
// SHARED is as for bench/run.js. Processor time and most memory of a Node process, the median of each, beside `node -e 0`.
// What either makes must be the same to the byte, but for SQLite's version in the header and the random mark that a rebuild
// forgets once it has left nothing behind.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { corpus, indexIn } from './corpora.js'
import { quietEnvironment } from './labelled.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string', default: 'S,M' }, rounds: { type: 'string', default: '15' } },
})
const [shared] = positionals
if (!shared) {
  console.error('usage: npm run bench:engines -- SHARED [--sizes S,M] [--rounds 15]')
  process.exit(2)
}

const rounds = Number(values.rounds)
const memory = resolve(import.meta.dirname, '../bin/memory.js')
const preload = join(import.meta.dirname, 'tell-usage.cjs')
const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
const environment = quietEnvironment(scratch)
appendFileSync(environment.GIT_CONFIG_GLOBAL, '[gc]\nauto = 0\n')
const engines = ['node', 'better']

try {
  for (const size of values.sizes.split(',')) {
    const root = corpus(size, shared, join(scratch, size), environment)
    const run = (engine, ...args) =>
      execFileSync(process.execPath, args, {
        cwd: root,
        env: { ...environment, MEMORY_SQLITE: engine, BENCH_USAGE: join(scratch, 'usage') },
        stdio: 'pipe',
        maxBuffer: 1 << 28,
      }).toString()
    const used = (engine, what, ...args) => {
      rmSync(join(scratch, 'usage'), { force: true })
      run(engine, '--require', preload, ...args)
      return JSON.parse(readFileSync(join(scratch, 'usage'), 'utf8').trim().split('\n').at(-1))[what]
    }
    const made = engines.map((engine) => {
      rmSync(join(root, '.git/workspace-memory'), { recursive: true, force: true })
      run(engine, memory, 'rebuild')
      const bytes = readFileSync(indexIn(root))
      const version = bytes.readUInt32BE(96)
      bytes.fill(0, 96, 100)
      const said = ['dump', 'brief', 'recall --json --explain castle market'].map((args) =>
        run(engine, memory, ...args.split(' ')),
      )
      const text = bytes.toString('latin1').replace(/scrub(?:forgotten|loose) [\da-f-]{36}/g, '')
      return { version, same: [text, ...said].join('\0') }
    })
    if (made[0].same !== made[1].same) throw new Error(`${size}: the engines differ`)
    console.log(`${size}: the same index and answers, SQLite ${made.map(({ version }) => version).join(' and ')}`)

    const floor = median(Array.from({ length: rounds }, () => used('', 'ms', '-e', '0')))
    const tell = (what, few, measure, below) => {
      const times = { node: [], better: [] }
      for (let round = 0; round <= few; round++)
        for (const engine of engines) {
          const value = measure(engine)
          if (round > 0) times[engine].push(value)
        }
      const [node, better] = engines.map((engine) => median(times[engine]))
      const over = (value) => `${value.toFixed(1)} (${(value / below).toFixed(2)} x)`
      console.log(
        `${size}  ${what.padEnd(35)}node ${over(node)}  better ${over(better)}  ratio ${(node / better).toFixed(2)}`,
      )
    }
    tell('one recall, ms', rounds, (engine) => used(engine, 'ms', memory, 'recall', 'castle', 'market'), floor)
    tell('status, ms', rounds, (engine) => used(engine, 'ms', memory, 'status'), floor)
    tell('rebuild, ms', Math.ceil(rounds / 3), (engine) => used(engine, 'ms', memory, 'rebuild'), floor)
    const least = used('', 'megabytes', '-e', '0')
    tell('rebuild, peak memory, MB', 3, (engine) => used(engine, 'megabytes', memory, 'rebuild'), least)
    const latency = (engine) => JSON.parse(run(engine, join(import.meta.dirname, 'latency.js'), root, '--json')).cpu
    tell('recall in an open process, p95, ms', 3, latency, floor)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
