// What a fleet costs: loading it, its bytes, how soon a push is recallable, and a question over one, fifty and all workspaces.
//
//   npm run bench:fleet -- [--workspaces 100] [--facts 300] [--questions 100] [--seed 1] [--json]
//
// A PostgreSQL of its own is started in a temporary folder (that of MEMORY_TEST_POSTGRES, Debian's, or the PATH's), with its
// usual settings but fsync=off. Workspaces are made of words by Zipf's law, ten facts a day, thirty names each. Beside the
// milliseconds stand the floors of the same run: a bare round trip to that server, and recall in a clone of one workspace.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openFleet, openWorkspace } from '../dist/index.js'
import { randomFrom } from './corpora.js'
import { quietEnvironment } from './labelled.js'

const { values } = parseArgs({
  options: {
    workspaces: { type: 'string', default: '100' },
    facts: { type: 'string', default: '300' },
    questions: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const [many, facts, questions] = [values.workspaces, values.facts, values.questions].map(Number)
const random = randomFrom(Number(values.seed))
const pick = (list) => list[Math.floor(random() * list.length)]

const syllables = ['ba', 'do', 'ki', 'lu', 'me', 'po', 'ra', 'su', 'ti', 've', 'fan', 'gor', 'hel', 'jun', 'nim', 'wex']
const wordAt = (at) => [...at.toString(16).padStart(4, '0')].map((digit) => syllables[parseInt(digit, 16)]).join('')
const vocabulary = Array.from({ length: 20_000 }, (_, at) => wordAt(at))
/** Zipf's law: the word of rank r as often as 1/r. */
const word = () => vocabulary[Math.floor(Math.exp(random() * Math.log(vocabulary.length)))]
const nameAt = (at) => `P${wordAt(at + 30_000)}`
const dayAt = (at) => new Date(Date.UTC(2015, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
const bulletOf = (names) => {
  const kind = random() < 0.03 ? 'O(c=0.7)' : random() < 0.6 ? 'W' : 'B'
  return { kind, name: pick(names), words: Array.from({ length: 8 }, word) }
}
const lineOf = ({ kind, name, words }) => `- ${kind} @${name}: Took ${words.join(' ')}\n`

const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
const environment = quietEnvironment(scratch)
const git = (root, ...args) => execFileSync('git', args, { cwd: root, env: environment, stdio: 'pipe' })
const told = {}
const tell = (name, value) => {
  told[name] = value
  if (!values.json) console.log(`${name.padEnd(44)} ${value}`)
}
const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)]
const ms = (numbers) => `p50 ${quantile(numbers, 0.5).toFixed(1)} ms, p95 ${quantile(numbers, 0.95).toFixed(1)} ms`
const timed = async (work) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const questionOf = ({ name, words }) => `What did ${name} take of ${words.slice(0, 4).join(' ')}?`

const server = await startServer()
const fleet = await openFleet({ db: server.url, environment, allowsFiles: true })
try {
  const cache = join(scratch, 'cache')
  const asked = await makeWorkspaces()
  await fleet.init(many > 2000 ? 64 : 8)
  const numbers = []
  for (const { root } of asked) numbers.push(await fleet.add({ remote: root, ref: 'HEAD', folder: '' }))
  const readers = Array.from({ length: Math.min(10, many) }, (_, at) => ({ principal: `one${at}`, ws: numbers[at] }))
  await fleet.grant(
    [
      ...readers,
      ...numbers.slice(0, 50).map((ws) => ({ principal: 'fifty', ws })),
      ...numbers.map((ws) => ({ principal: 'all', ws })),
    ],
    'add',
  )
  const load = await timed(async () => {
    for (let step; (step = await fleet.workOnce({ cache, every: 100_000 }));)
      if (step.what !== 'landed') throw new Error(`${step.name}: ${step.what} ${step.message ?? ''}`)
  })
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query('VACUUM ANALYZE')
  const { bytes, facts: held, lines } = await fleet.status()
  tell('workspaces, facts each', `${many} x ${facts}`)
  tell('load by one worker', `${(load / 1000).toFixed(1)} s, ${(load / held).toFixed(2)} ms a fact`)
  tell('database', `${(bytes / 2 ** 20).toFixed(0)} MB, ${(bytes / held).toFixed(0)} bytes a fact, ${lines} lines`)

  const floor = []
  for (let at = 0; at < questions; at++) floor.push(await timed(() => client.query('SELECT 1')))
  tell('floor: a round trip', ms(floor.slice(10)))
  const clone = openWorkspace({ workspace: asked[0].root, environment })
  await clone.sync()
  const inClone = []
  for (let at = 0; at < questions + 10; at++) {
    const question = questionOf(pick(asked[0].bullets))
    inClone.push(await timed(() => clone.recall(question, { committed: true })))
  }
  clone.close()
  tell('floor: recall in a clone of one', ms(inClone.slice(10)))

  const ask = async (principalOf, bulletsOf) => {
    const took = []
    let found = 0
    for (let at = 0; at < questions + 10; at++) {
      const bullet = pick(bulletsOf(at))
      const start = performance.now()
      const { results } = await fleet.recall(questionOf(bullet), { as: principalOf(at) })
      took.push(performance.now() - start)
      if (results.some(({ content }) => content.includes(bullet.words.join(' ')))) found++
    }
    return `${ms(took.slice(10))}; asked for and found ${found} of ${questions + 10}`
  }
  tell(
    'a question to one',
    await ask(
      (at) => readers[at % readers.length].principal,
      (at) => asked[at % readers.length].bullets,
    ),
  )
  if (many > 50)
    tell(
      'a question to fifty',
      await ask(
        () => 'fifty',
        () => asked[Math.floor(random() * 50)].bullets,
      ),
    )
  tell(
    'a question to all',
    await ask(
      () => 'all',
      () => pick(asked).bullets,
    ),
  )

  const pushed = []
  for (let at = 0; at < Math.min(10, many); at++) {
    const { root } = asked[at]
    const path = join(root, 'memory', '2026-01-01.md')
    writeFileSync(path, `## Retain\n- W @Pnew: Took zyxomma${at} from the shelf\n`)
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'push')
    const landed = await timed(async () => {
      await fleet.wake([numbers[at]])
      await fleet.workOnce({ cache, every: 100_000 })
      const { results } = await fleet.recall(`zyxomma${at}`, { as: 'all' })
      if (!results[0]?.content.includes(`zyxomma${at}`)) throw new Error('what was pushed is not recallable')
    })
    pushed.push(landed)
  }
  tell('from a push that is told to its recall', ms(pushed))
  const brief = []
  for (let at = 0; at < 10; at++) brief.push(await timed(() => fleet.brief({ as: 'all' })))
  tell('a brief over all', ms(brief))
  await client.end()
  if (values.json) console.log(JSON.stringify(told))
} finally {
  await fleet.close()
  await server.stop()
  rmSync(scratch, { recursive: true, force: true })
}

async function makeWorkspaces() {
  const made = []
  for (let at = 0; at < many; at++) {
    const root = join(scratch, 'remotes', `team-${at}`)
    mkdirSync(join(root, 'memory'), { recursive: true })
    const names = Array.from({ length: 30 }, () => nameAt(Math.floor(random() * 2000)))
    const bullets = []
    for (let day = 0; bullets.length < facts; day++) {
      const some = Array.from({ length: Math.min(10, facts - bullets.length) }, () => bulletOf(names))
      bullets.push(...some)
      writeFileSync(join(root, 'memory', `${dayAt(day)}.md`), `## Retain\n${some.map(lineOf).join('')}`)
    }
    git(root, 'init', '-q')
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'memory')
    made.push({ root, bullets })
  }
  return made
}

/** As an ordinary user, on loopback; PostgreSQL refuses to run as root. */
async function startServer() {
  const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const debian = '/usr/lib/postgresql'
  const programs = [
    process.env.MEMORY_TEST_POSTGRES ?? '',
    ...(existsSync(debian)
      ? readdirSync(debian)
          .toSorted((a, b) => b - a)
          .map((name) => join(debian, name, 'bin'))
      : []),
    ...(process.env.PATH ?? '').split(':'),
  ].find((folder) => existsSync(join(folder, 'initdb')))
  if (programs === undefined) {
    console.error('no PostgreSQL here: name the folder of its programs in MEMORY_TEST_POSTGRES')
    process.exit(2)
  }
  const folder = mkdtempSync(join(tmpdir(), 'memory-postgres-'))
  if (ordinary.uid !== undefined) chownSync(folder, ordinary.uid, ordinary.gid)
  const data = join(folder, 'data')
  const how = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, stdio: 'pipe', ...ordinary }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'owner', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    how,
  )
  const port = await new Promise((resolve) => {
    const free = createServer().listen(0, '127.0.0.1', () => {
      const found = free.address().port
      free.close(() => resolve(found))
    })
  })
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...how, stdio: 'ignore' },
  )
  for (let tries = 0; ; tries++) {
    try {
      execFileSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', 'owner'])
      break
    } catch (cause) {
      if (tries > 200) throw cause
      await sleep(50)
    }
  }
  return {
    url: `postgres://owner@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
