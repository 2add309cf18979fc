// What one recall and one rebuild take, against starting Node.
//
//   npm run bench:commands -- DIR [--runs 15]
//
// DIR is a Git repository with memory/*.md; it is copied, never touched. Whole processes, taking turns with `node -e 0`.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '15' } },
})
const [dir] = positionals
if (!dir || !existsSync(join(dir, 'memory'))) {
  console.error('usage: npm run bench:commands -- DIR [--runs 15]   (DIR: a Git repository with memory/*.md)')
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
const root = join(scratch, 'workspace')
const environment = { ...process.env, HOME: scratch, GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig') }
writeFileSync(environment.GIT_CONFIG_GLOBAL, '')
const memory = resolve(import.meta.dirname, '../bin/memory.js')
const node = (...args) =>
  execFileSync(process.execPath, args, { cwd: root, env: environment, stdio: 'pipe' }).toString()
const timed = (...args) => {
  const start = performance.now()
  node(...args)
  return performance.now() - start
}
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

try {
  cpSync(dir, root, { recursive: true })
  const rebuilds = [1, 2, 3].map(() => timed(memory, 'rebuild'))
  const { facts } = JSON.parse(node(memory, 'rebuild', '--json'))
  const kinds = {
    'node -e 0': ['-e', '0'],
    'recall of rare words': [memory, 'recall', 'marrakech baileys'],
    'recall --committed': [memory, 'recall', 'marrakech baileys', '--committed'],
    'hook, nothing to do': [resolve(import.meta.dirname, '../bin/memory-hook.cjs'), 'post-commit'],
  }
  const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]))
  for (let round = 0; round <= Number(values.runs); round++) {
    for (const [name, args] of Object.entries(kinds)) {
      const took = timed(...args)
      if (round > 0) times[name].push(took)
    }
  }
  const floor = median(times['node -e 0'])
  console.log(
    `rebuild  ${(Math.min(...rebuilds) / 1000).toFixed(2)} s at best of 3: ${Math.round(facts / (Math.min(...rebuilds) / 1000))} facts/s (${facts} facts, and passages)`,
  )
  for (const [name, took] of Object.entries(times)) {
    console.log(
      `${name.padEnd(22)} ${median(took).toFixed(1)} ms, ${(median(took) - floor).toFixed(1)} over node -e 0, ratio ${(median(took) / floor).toFixed(2)}`,
    )
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
