// What one recall takes in a process that has the index open, over a workspace of any size.
//
//   npm run bench:latency -- DIR [--questions 400] [--seed 1] [--json]
//
// DIR is a Git repository with memory/*.md; it is copied, never touched. Questions are made of its own facts: who one is
// about and three to six of its words, every fourth with a time. Each is asked after a plain FTS5 OR search of the same
// words, the floor, and once more with `--committed`, which does not look at the files of the working tree. Wall-clock and
// CPU time: on a busy machine only the second says something.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorkspace } from '../dist/index.js'
import { randomFrom } from './corpora.js'
import { quietEnvironment } from './labelled.js'
import { linesIn, plainSearches } from './plain-search.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const [dir] = positionals
if (!dir || !existsSync(join(dir, 'memory'))) {
  console.error('usage: npm run bench:latency -- DIR [--questions 400]   (DIR: a Git repository with memory/*.md)')
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
try {
  const root = join(scratch, 'workspace')
  const environment = quietEnvironment(scratch)
  cpSync(dir, root, { recursive: true })
  // Git's index knows the originals; now it knows the copies, as it does where people work.
  execFileSync('git', ['update-index', '-q', '--refresh'], { cwd: root, env: environment })
  const lines = linesIn(root)
  const bullets = [...lines.values()].filter((text) => /^- \S/.test(text))
  const random = randomFrom(Number(values.seed))
  const questions = Array.from({ length: Number(values.questions) }, (_, at) => questionOf(pick(bullets), at % 4 === 3))
  const { lines: plain } = plainSearches(lines)
  const memory = openWorkspace({ workspace: root, environment })
  await memory.sync()
  const times = { wall: [], cpu: [], committed: [], plain: [] }
  for (const [turn, question] of [...questions.slice(0, 20), ...questions].entries()) {
    const [floor] = await timed(() => plain(question))
    const [wall, cpu] = await timed(() => memory.recall(question))
    const [committed] = await timed(() => memory.recall(question, { committed: true }))
    if (turn < 20) continue
    times.committed.push(committed)
    times.plain.push(floor)
    times.wall.push(wall)
    times.cpu.push(cpu)
  }
  memory.close()
  const p95 = { recall: quantile(times.wall, 0.95), cpu: quantile(times.cpu, 0.95), plain: quantile(times.plain, 0.95) }
  if (values.json) console.log(JSON.stringify(p95))
  else {
    console.log(`${bullets.length} bullets, ${questions.length} questions, e.g. ${JSON.stringify(questions[0])}`)
    for (const [name, took] of Object.entries({
      'recall, ms': times.wall,
      'of it CPU': times.cpu,
      '--committed': times.committed,
      'plain FTS5 OR': times.plain,
    }))
      console.log(
        `${name.padEnd(14)}${[0.5, 0.95, 0.99].map((p) => ` p${100 * p} ${quantile(took, p).toFixed(1)}`).join('')}`,
      )
    console.log(`ratio to the floor at p95: ${(p95.recall / p95.plain).toFixed(1)}`)
  }

  function questionOf(bullet, withTime) {
    const words = (bullet.replace(/^- \w(?:\([^)]*\))?/, '').match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(1)
    const name = /@([\p{L}\p{N}]+)/u.exec(bullet)?.[1]
    const chosen = Array.from({ length: 3 + Math.floor(random() * 4) }, () => pick(words)).join(' ')
    const time = withTime ? ` in ${2016 + Math.floor(random() * 8)}` : ''
    return `What did ${name ?? 'we'} say about ${chosen}${time}?`
  }
  function pick(list) {
    return list[Math.floor(random() * list.length)] ?? ''
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function timed(work) {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return [wall, (user + system) / 1000]
}

function quantile(numbers, share) {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)]
}
