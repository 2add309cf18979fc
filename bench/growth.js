// How the time of the merge driver and of the judge grows with what they are given.
//
//   npm run bench:growth -- [--most 4000] [--least 125] [--only NAME]
//
// Every shape is made with `least` of its lines, then with twice as many, up to `most`: each time in a process of its own,
// so that none pays for another. Printed are milliseconds (of processor time, for the judge), how many times those of half as many, and what memory it took.
// A shape of opinions is indexed anew, and then once more for a commit that adds to it, pages included, as a hook does it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    most: { type: 'string', default: '4000' },
    least: { type: 'string', default: '125' },
    only: { type: 'string', default: '' },
    one: { type: 'string' },
  },
})

const each = (many, line) => Array.from({ length: many }, (_, at) => line(at))
const dayAt = (at) => new Date(Date.UTC(2010, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
const retain = (...bullets) => `## Retain\n${bullets.map((bullet) => `- ${bullet}\n`).join('')}`

// No two words of these mean anything to the judge, and none is another's beginning.
const syllables = ['ba', 'do', 'ki', 'lu', 'me', 'po', 'ra', 'su', 'ti', 've']
const nameOf = (at) => [...String(at).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('')

const opinions = {
  numbers: (at) => `O(c=0.8) @Peter: Prefers tea number ${at} in the morning`,
  names: (at) => `O(c=0.8) @Peter: Prefers green tea from ${nameOf(at)}`,
  unrelated: (at) => `O(c=0.8) @Peter: Likes ${nameOf(at)}`,
  changes: (at) => `W @Peter: Now works on ${nameOf(at)}`,
  restated: () => 'O(c=0.8) @Peter: Prefers green tea in the morning',
}
const onDays = (line) => (many) => new Map(each(many, (at) => [`memory/${dayAt(at)}.md`, retain(line(at))]))
const inOneNote = (line) => (many) => new Map([['memory/2010-01-01.md', retain(...each(many, line))]])

/** What a workspace holds, and the bullet that a later commit adds. */
const workspaces = {
  'opinions by number, on as many days': [onDays(opinions.numbers), opinions.numbers],
  'opinions by number, in one note': [inOneNote(opinions.numbers), opinions.numbers],
  'opinions by name, on as many days': [onDays(opinions.names), opinions.names],
  'opinions by name, in one note': [inOneNote(opinions.names), opinions.names],
  'opinions with one word in common, on as many days': [onDays(opinions.unrelated), opinions.unrelated],
  'opinions with one word in common, in one note': [inOneNote(opinions.unrelated), opinions.unrelated],
  'facts that say a change, on as many days': [onDays(opinions.changes), opinions.changes],
  'one opinion, restated on as many days': [onDays(opinions.restated), opinions.restated],
}

const begin = '<!-- memory:begin 00000000 -->'
const end = '<!-- memory:end -->'
const page = ({ block = [], tail = [''] }) => ['# Opinions', '', begin, ...block, end, ...tail].join('\n')
const idOf = (at) => `a${String(at).padStart(9, '0')}`
const generated = (at, c = 80) =>
  `- O(c=0.${c}) @Peter: Likes tea ${at} · [2025-11-27](../memory/2025-11-27.md?plain=1#L4) <!-- ^${idOf(at)} 80 2025-11-27 9f3ab210 -->`

/** A page as it was, as we have it and as they have it. */
const pages = {
  'paragraphs of prose': (many) => {
    const lines = each(many, (at) => [`Paragraph ${at}.`, '']).flat()
    return [lines, lines.with(2, 'Ours.'), lines.with(many, 'Theirs.')].map((tail) => page({ tail: ['', ...tail] }))
  },
  'generated lines': (many) => {
    const block = each(many, (at) => generated(at))
    return [block, block.with(1, generated(1, 90)), block.with(many - 1, generated(many - 1, 10))].map((lines) =>
      page({ block: lines }),
    )
  },
  'generated lines, each changed by both': (many) =>
    [80, 90, 10].map((c) => page({ block: each(many, (at) => generated(at, c)) })),
  assertions: (many) =>
    [0, many / 2, many / 4].map((from) => {
      const lines = each(many, (at) => `- retired ^${idOf(Math.floor(from) + at)}: O @Peter: old`)
      return page({ tail: ['', '## Curated', '', ...lines, ''] })
    }),
}

const timed = async (work) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Of this process alone, so that a machine with other work to do measures the same. */
const processorTime = async (work) => {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

async function merging(shape, many, scratch) {
  const { mergeFiles } = createRequire(import.meta.url)('../dist/compiled/merge-driver.cjs')
  const paths = ['base', 'ours', 'theirs'].map((name) => join(scratch, name))
  const versions = pages[shape](many)
  const once = () => {
    paths.forEach((path, at) => writeFileSync(path, versions[at]))
    return timed(() => mergeFiles(...paths))
  }
  await once()
  const times = []
  for (let run = 0; run < 7; run++) times.push(await once())
  return { merge: Math.min(...times) }
}

async function judging(shape, many, scratch) {
  const environment = { ...process.env, HOME: scratch, GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig') }
  writeFileSync(environment.GIT_CONFIG_GLOBAL, '[user]\nname = bench\nemail = bench@example.invalid\n')
  const root = join(scratch, 'workspace')
  const put = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const git = (...args) => execFileSync('git', args, { cwd: root, env: environment, stdio: 'pipe' })
  const [files, bullet] = workspaces[shape]
  const before = files(many)
  for (const [path, text] of before) put(path, text)
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'notes')
  const { openWorkspace } = await import('../dist/index.js')
  const memory = openWorkspace({ workspace: root, environment })
  // The first one pays for the compiler, which has nothing to do with how many there are.
  const rebuilds = [await processorTime(() => memory.rebuild()), await processorTime(() => memory.rebuild())]
  const rebuild = Math.min(...rebuilds)
  const reflect = await processorTime(() => memory.reflect())
  const commits = []
  for (const more of [0, 1, 2]) {
    // A day's log grows at its end, where there is one log.
    const path = before.size === 1 ? [...before.keys()][0] : `memory/${dayAt(many + more)}.md`
    const text =
      before.size === 1
        ? `${readFileSync(join(root, path), 'utf8')}- ${bullet(many + more)}\n`
        : retain(bullet(many + more))
    put(path, text)
    git('add', path)
    git('commit', '-qm', 'log')
    commits.push(await processorTime(() => memory.reflect('stale')))
  }
  memory.close()
  return { rebuild, reflect, commit: Math.min(...commits) }
}

if (values.one) {
  const [shape, many] = JSON.parse(values.one)
  const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
  try {
    const found = await (shape in pages ? merging : judging)(shape, many, scratch)
    console.log(JSON.stringify({ ...found, MB: process.resourceUsage().maxRSS / 1024 }))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
} else {
  let worst = 0
  for (const shape of [...Object.keys(pages), ...Object.keys(workspaces)].filter((name) =>
    name.includes(values.only),
  )) {
    console.log(shape)
    let before
    for (let many = Number(values.least); many <= Number(values.most); many *= 2) {
      const asked = [fileURLToPath(import.meta.url), '--one', JSON.stringify([shape, many])]
      const { MB, ...found } = JSON.parse(execFileSync(process.execPath, asked).toString())
      const told = Object.entries(found).map(([what, ms]) => {
        const ratio = before && ms / before[what]
        worst = Math.max(worst, ratio ?? 0)
        return `${what} ${ms.toFixed(0).padStart(6)} ms${ratio ? ` (x ${ratio.toFixed(1)})` : '        '}`
      })
      console.log(`  ${String(many).padStart(5)}  ${told.join('  ')}  ${MB.toFixed(0)} MB`)
      before = found
    }
  }
  console.log(`the most that a doubling took: x ${worst.toFixed(1)}`)
}
