// What everything costs, each beside a floor that is measured in the same run.
//
//   npm run bench -- SHARED [--only rebuild,commit,recall,open,index] [--sizes S,M,one-8k,one-16k] [--rounds 15] [--large] [--json]
//   npm run bench:check -- SHARED    the same, and 1 where a ratio is clearly worse than in bench/baseline.json
//   npm run bench:accept -- SHARED   the same, and writes those ratios
//
// SHARED holds `bench/gen-workspace.mjs`, which makes S, M and L, and `eval/dev`, of whose sentences the natural text about
// one person is made. Processor time, and wall-clock time where several processes are measured: of those the median, the
// kinds taking turns, so that a machine whose speed drifts treats them alike. Only ratios are held against another run.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { corpus, indexIn } from './corpora.js'
import { quietEnvironment } from './labelled.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'rebuild,commit,recall,open,index' },
    sizes: { type: 'string', default: 'S,M,one-8k,one-16k' },
    rounds: { type: 'string', default: '15' },
    large: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
  },
})
const [shared] = positionals
if (!shared) {
  console.error('usage: npm run bench -- SHARED [--only rebuild,commit,…] [--sizes S,M,…] [--large] [--json]')
  process.exit(2)
}

const rounds = Number(values.rounds)
const baselinePath = join(import.meta.dirname, 'baseline.json')
const memory = resolve(import.meta.dirname, '../bin/memory.js')
const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
const environment = quietEnvironment(scratch)
appendFileSync(environment.GIT_CONFIG_GLOBAL, '[gc]\nauto = 0\n')

/** One figure: what was measured, its floor, and how the first stands to the second. */
const figures = []
const tell = (size, what, value, unit, floor, floorValue) => {
  const figure = { name: `${size} ${what}`, value, unit, floor, floorValue, ratio: value / floorValue }
  figures.push(figure)
  if (values.json) return
  const number = (each) => (each >= 100 ? each.toFixed(0) : each.toFixed(1))
  console.log(
    `${size.padEnd(8)}${what.padEnd(38)}${number(value).padStart(8)} ${unit.padEnd(4)}  ${`${floor} ${number(floorValue)}`.padEnd(36)} ratio ${figure.ratio.toFixed(2)}`,
  )
}

const measures = { rebuild, index, commit, recall, open }

try {
  const sizes = [...values.sizes.split(','), ...(values.large ? ['L'] : [])]
  const rebuilt = new Map()
  for (const size of sizes) {
    const root = corpus(size, shared, join(scratch, size), environment)
    for (const [name, measure] of Object.entries(measures)) {
      const isDue = name === 'rebuild' || values.only.split(',').includes(name)
      // Of natural text about one person, what grows with it is asked: rebuild and commit.
      if (isDue && (!size.startsWith('one-') || ['rebuild', 'commit'].includes(name)))
        await measure(size, root, rebuilt)
    }
    rmSync(root, { recursive: true, force: true })
  }
  if (values.json) console.log(JSON.stringify(figures, null, 2))
  if (values.accept)
    writeFileSync(
      baselinePath,
      `${JSON.stringify(Object.fromEntries(figures.map(({ name, ratio }) => [name, Number(ratio.toFixed(2))])), null, 2)}\n`,
    )
  if (values.check) process.exitCode = worse().length > 0 ? 1 : 0
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** A third more than what was accepted is more than these machines drift between two runs. */
function worse() {
  const accepted = JSON.parse(readFileSync(baselinePath, 'utf8'))
  const found = figures.filter(({ name, ratio }) => accepted[name] !== undefined && ratio > accepted[name] * 1.34 + 0.1)
  for (const { name, ratio } of found)
    console.error(`worse: ${name}: ratio ${ratio.toFixed(2)}, where ${accepted[name]} was accepted`)
  return found
}

async function rebuild(size, root, rebuilt) {
  const raw = JSON.parse(run(root, process.execPath, join(import.meta.dirname, 'raw-load.js'), root))
  const { ms, megabytes } = usage(root, memory, 'rebuild')
  rebuilt.set(size, ms)
  tell(size, 'rebuild', ms, 'ms', 'raw FTS5 load, ms', raw.ms)
  tell(size, 'rebuild, peak memory', megabytes, 'MB', 'node -e 0, MB', usage(root, '-e', '0').megabytes)
  const half = `one-${Number(size.slice(4, -1)) / 2}k`
  if (rebuilt.has(half)) tell(size, `rebuild, over ${half}`, ms, 'ms', `of ${half}, ms`, rebuilt.get(half))
}

async function index(size, root) {
  const bytesIn = (folder) => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  tell(size, 'index', statSync(indexIn(root)).size / 1e6, 'MB', 'notes, MB', bytesIn(join(root, 'memory')) / 1e6)
}

/** What all hooks add to a commit, over a hook that only starts Node. */
async function commit(size, root) {
  run(root, process.execPath, memory, 'init')
  run(root, process.execPath, memory, 'reflect')
  run(root, 'git', 'add', '-A')
  run(root, 'git', 'commit', '-qm', 'bank')
  const hooks = join(root, '.git/hooks')
  const kinds = { none: join(scratch, 'none'), floor: join(scratch, 'floor'), ours: join(scratch, 'ours') }
  rmSync(kinds.ours, { recursive: true, force: true })
  renameSync(hooks, kinds.ours)
  for (const each of [kinds.none, kinds.floor]) mkdirSync(each, { recursive: true })
  writeFileSync(join(kinds.floor, 'post-commit'), `#!/bin/sh\n${process.execPath} -e 0 </dev/null || :\nexit 0\n`)
  chmodSync(join(kinds.floor, 'post-commit'), 0o755)

  const busiest = size.startsWith('one-') ? 'Maya' : busiestIn(root)
  const world = (round) => `- W @Bench: Round ${round} of the commits.\n`
  const opinion = (round) => `- O(c=0.8) @${busiest}: Likes round ${round} of the commits.\n`
  const logs = readdirSync(join(root, 'memory'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
  const measured = (what, bulletOf) => {
    const times = { none: [], floor: [], ours: [] }
    for (let round = 0; round <= rounds; round++) {
      for (const [kind, folder] of Object.entries(kinds)) {
        const path = bulletOf ? join('memory', logs.pop()) : 'other.txt'
        appendFileSync(join(root, path), bulletOf?.(`${round} ${kind}`) ?? `${round}\n`)
        run(root, 'git', 'add', path)
        renameSync(folder, hooks)
        const start = performance.now()
        run(root, 'git', 'commit', '-qm', 'log')
        if (round > 0) times[kind].push(performance.now() - start)
        renameSync(hooks, folder)
        // Waits for a hook that nobody waited for, too.
        if (bulletOf) run(root, process.execPath, memory, 'reflect')
      }
    }
    const [none, floor, ours] = [median(times.none), median(times.floor), median(times.ours)]
    tell(size, `${what}, all hooks`, ours - none, 'ms', 'a hook of node -e 0, ms', floor - none)
  }
  measured('commit of a W bullet', world)
  measured('commit of an O bullet, busiest entity', opinion)
  measured('commit without notes', undefined)
  renameSync(kinds.ours, hooks)
  mkdirSync(join(root, '.memory'), { recursive: true })
  writeFileSync(join(root, '.memory/config.json'), '{"hooks": {"mode": "detached"}}\n')
  run(root, 'git', 'add', '.memory/config.json')
  run(root, 'git', 'commit', '-qm', 'settings')
  renameSync(hooks, kinds.ours)
  measured('commit of an O bullet, detached', opinion)
  renameSync(kinds.ours, hooks)
}

function busiestIn(root) {
  const times = new Map()
  for (const name of readdirSync(join(root, 'memory')))
    for (const [, entity] of readFileSync(join(root, 'memory', name), 'utf8').matchAll(/@([\p{L}\p{N}_-]+)/gu))
      times.set(entity, (times.get(entity) ?? 0) + 1)
  return [...times].toSorted((a, b) => b[1] - a[1])[0][0]
}

/** A whole process. */
async function recall(size, root) {
  const words = readFileSync(join(root, 'memory', readdirSync(join(root, 'memory'))[7]), 'utf8')
    .match(/[\p{L}]{6,}/gu)
    .slice(3, 6)
  const kinds = {
    floor: ['-e', '0'],
    'one recall': [memory, 'recall', words.join(' ')],
    status: [memory, 'status'],
  }
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [kind, args] of Object.entries(kinds)) {
      const start = performance.now()
      run(root, process.execPath, ...args)
      if (round > 0) times[kind].push(performance.now() - start)
    }
  }
  const { floor, ...ours } = times
  for (const [kind, taken] of Object.entries(ours))
    tell(size, kind, median(taken), 'ms', 'node -e 0, ms', median(floor))
}

/** A process that keeps the index open. */
async function open(size, root) {
  const told = JSON.parse(run(root, process.execPath, join(import.meta.dirname, 'latency.js'), root, '--json'))
  tell(size, 'recall in an open process, p95', told.recall, 'ms', 'plain FTS5 OR, ms', told.plain)
}

function run(root, file, ...args) {
  return execFileSync(file, args, { cwd: root, env: environment, stdio: 'pipe', maxBuffer: 1 << 28 }).toString()
}

/** Processor time and peak memory of one Node process, without those that it starts. */
function usage(root, ...args) {
  const told = join(scratch, 'usage')
  rmSync(told, { force: true })
  const preload = join(import.meta.dirname, 'tell-usage.cjs')
  execFileSync(process.execPath, ['--require', preload, ...args], {
    cwd: root,
    env: { ...environment, BENCH_USAGE: told },
    stdio: 'pipe',
  })
  return JSON.parse(readFileSync(told, 'utf8').trim().split('\n').at(-1))
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
