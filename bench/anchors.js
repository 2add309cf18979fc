// What it costs a recall to tell what became of the code that bullets are about.
//
//   npm run bench:anchors -- [--files 10000] [--anchors 1000] [--questions 200] [--json]
//
// A repository of its own, with so many files of code, commits of every hundredth of them, and so many bullets, each with
// at= of one file. Questions are asked in an open process, in turns with the same questions of a workspace whose bullets
// have no at=, the floor. `first` is the first question after a commit that changed code, which
// looks anew. On a busy machine CPU time says something, which leaves Git's own out; only `first` asks Git of code.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorkspace } from '../dist/index.js'
import { quietEnvironment } from './labelled.js'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    anchors: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
})
const [files, anchors, questions] = [values.files, values.anchors, values.questions].map(Number)

const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
try {
  const environment = quietEnvironment(scratch)
  const made = { anchored: repositoryIn('anchored', true), plain: repositoryIn('plain', false) }
  const open = {}
  for (const [name, root] of Object.entries(made)) {
    open[name] = openWorkspace({ workspace: root, environment })
    await open[name].sync()
  }
  const times = { anchored: [], plain: [], first: [], firstPlain: [] }
  const ask = async (name, into, at) => times[into].push(await timed(() => open[name].recall(questionOf(at))))
  // Each question is asked once before: what every answer of theirs needs is known then.
  for (let at = 0; at < questions; at++)
    for (const name of ['anchored', 'plain']) await open[name].recall(questionOf(at))
  for (let at = 0; at < questions; at++) for (const name of ['anchored', 'plain']) await ask(name, name, at)
  for (let at = 0; at < 20; at++) {
    for (const [name, into] of [
      ['anchored', 'first'],
      ['plain', 'firstPlain'],
    ]) {
      writeFileSync(join(made[name], pathOf(at * 7)), `export const part${at} = ${-at}\n`)
      git(made[name], 'commit', '-qam', `change ${at}`)
      await ask(name, into, at)
    }
  }
  for (const memory of Object.values(open)) memory.close()
  const at = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)]
  const told = Object.fromEntries(
    Object.entries(times).map(([name, took]) => {
      const [wall, cpu] = ['wall', 'cpu'].map((kind) => took.map((each) => each[kind]))
      return [name, { p50: at(wall, 0.5), p95: at(wall, 0.95), cpu: at(cpu, 0.5) }]
    }),
  )
  const more = at(
    times.anchored.map(({ cpu }, nth) => cpu - times.plain[nth].cpu),
    0.5,
  )
  const ratio = told.anchored.cpu / told.plain.cpu
  if (values.json) console.log(JSON.stringify({ ...told, ratio, more }))
  else {
    console.log(`${files} files, ${anchors} bullets with at=, ${questions} questions`)
    for (const [name, { p50, p95, cpu }] of Object.entries(told))
      console.log(
        `${name.padEnd(11)} p50 ${p50.toFixed(2)} ms   p95 ${p95.toFixed(2)} ms   CPU p50 ${cpu.toFixed(2)} ms`,
      )
    console.log(`ratio to the same question without anchors, CPU p50: ${ratio.toFixed(2)}`)
    console.log(`more, CPU p50 of pairs: ${more.toFixed(2)} ms`)
  }

  function repositoryIn(name, withAnchors) {
    const root = join(scratch, name)
    mkdirSync(root)
    git(root, 'init', '-q', '-b', 'main')
    for (let nth = 0; nth < files; nth++) {
      const file = join(root, pathOf(nth))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `export const part${nth} = ${nth}\n`)
    }
    const bullets = Array.from({ length: anchors }, (_, nth) => {
      const said = withAnchors ? `(at=${pathOf(nth)})` : ''
      return `- W${said} @Part${nth % 50}: Holds the ${wordOf(nth)} table and the ${wordOf(nth * 31)} reader.\n`
    })
    for (let day = 0; day < 20; day++) {
      const log = join(root, `memory/2025-11-${String(day + 1).padStart(2, '0')}.md`)
      mkdirSync(dirname(log), { recursive: true })
      const own = bullets.filter((_, nth) => nth % 20 === day)
      writeFileSync(log, `# Day\n\n## Retain\n${own.join('')}`)
    }
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'all')
    for (let nth = 0; nth < 100; nth++) {
      writeFileSync(join(root, pathOf(nth * 100)), `export const part${nth * 100} = -1\n`)
      git(root, 'commit', '-qam', `part ${nth}`)
    }
    return root
  }
  function git(root, ...args) {
    execFileSync('git', args, { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function pathOf(nth) {
  return `src/room${nth % 40}/shelf${nth % 7}/part${nth}.ts`
}
function wordOf(nth) {
  const syllables = ['ba', 'ko', 'mi', 'ru', 'te', 'sal', 'von', 'qui', 'der', 'lim']
  return `${syllables[nth % 10]}${syllables[Math.floor(nth / 10) % 10]}${syllables[Math.floor(nth / 100) % 10]}`
}
function questionOf(nth) {
  return `what holds the ${wordOf(nth * 3)} table of Part${(nth * 3) % 50}`
}
async function timed(work) {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { wall, cpu: (user + system) / 1000 }
}
