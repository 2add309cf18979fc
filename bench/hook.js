// What a hook adds to `git commit`, against a hook that only starts Node.
//
//   npm run bench:hook -- DIR [--runs 20]
//
// DIR is a Git repository with memory/*.md; it is copied, never touched. Three kinds of commit take turns (no hook,
// `node -e 0`, ours), so that a machine whose speed drifts treats them alike; each appends one bullet to a log that
// none has touched yet, the newest first. Pages stay uncommitted, as they do until somebody reviews them. Prints medians
// and what ours adds over the floor.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '20' } },
})
const [dir] = positionals
if (!dir || !existsSync(join(dir, 'memory'))) {
  console.error('usage: npm run bench:hook -- DIR [--runs 20]   (DIR: a Git repository with memory/*.md)')
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
const root = join(scratch, 'workspace')
const environment = { ...process.env, HOME: scratch, GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig') }
writeFileSync(environment.GIT_CONFIG_GLOBAL, '[user]\nname = bench\nemail = bench@example.invalid\n[gc]\nauto = 0\n')
const run = (file, ...args) => execFileSync(file, args, { cwd: root, env: environment, stdio: 'pipe' }).toString()
const memory = resolve(import.meta.dirname, '../bin/memory.js')
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

try {
  cpSync(dir, root, { recursive: true })
  run(process.execPath, memory, 'init')
  run(process.execPath, memory, 'reflect')
  run('git', 'add', '-A')
  run('git', 'commit', '-qm', 'bank')
  const logs = readdirSync(join(root, 'memory')).filter((name) => name.endsWith('.md'))
  const untouched = logs.toSorted().map((name) => `memory/${name}`)
  const hook = join(root, '.git/hooks/post-commit')
  const ours = join(scratch, 'ours')
  renameSync(hook, ours)
  const floor = join(scratch, 'floor')
  writeFileSync(floor, `#!/bin/sh\n${process.execPath} -e 0 </dev/null || :\nexit 0\n`)
  chmodSync(floor, 0o755)

  const kinds = { none: null, floor, ours }
  const times = { none: [], floor: [], ours: [] }
  for (let round = 0; round <= Number(values.runs); round++) {
    for (const [kind, file] of Object.entries(kinds)) {
      rmSync(hook, { force: true })
      if (file) cpSync(file, hook)
      const log = untouched.pop()
      appendFileSync(join(root, log), `- W @Bench: Round ${round} of the ${kind} commits.\n`)
      run('git', 'add', log)
      const start = performance.now()
      run('git', 'commit', '-qm', 'log')
      if (round > 0) times[kind].push(performance.now() - start)
      if (kind !== 'ours') run(process.execPath, memory, 'reflect')
    }
  }
  const [none, start, whole] = [median(times.none), median(times.floor), median(times.ours)]
  console.log(`${logs.length} files, ${values.runs} rounds, median ms of git commit`)
  console.log(`no hook ${none.toFixed(1)} | node -e 0 ${start.toFixed(1)} | ours ${whole.toFixed(1)}`)
  console.log(
    `ours adds ${(whole - start).toFixed(1)} ms over node -e 0 (ratio of what each adds: ${((whole - none) / (start - none)).toFixed(2)})`,
  )
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
