// npm run laws -- --seed 7 --steps 6000 [--replay "write:1, commit:1, reset --hard:7"]
// npm run laws:histories -- --seed 7 --sequences 200 --steps 40 [--only 3]
// npm run laws:pages -- --seed 7 --runs 1000 [--only "merging two branches"]
// npm run laws:patterns -- --seed 7 --runs 8500
// npm run laws:recall -- --seed 7 --runs 20000
// npm run laws:denials -- --seed 7 --runs 3000
// npm run laws:review -- --seed 7 --runs 300
// npm run laws:fleet -- --seed 7 --sequences 200 --workspaces 20 --steps 10 --runs 100
// npm run laws:anchors -- --seed 7 --runs 500 [--only 3]
// npm run laws:undo -- --seed 7 --runs 300
// npm run laws:reader -- --seed 7 --runs 2000
// npm run faults -- [--flows sync,branch] [--at "git update-ref"] [--seed 7 --runs 50]
// npm run kills -- --seed 7 --runs 1000
// npm run crowd -- --seconds 120
// npm run laws:answers -- --seed 7 --runs 200
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The tests of each kind, what they are asked by, and how much of it where nothing is said. */
const kinds = {
  git: { tests: ['test/laws/git'], usual: { steps: '1000' }, options: ['replay'] },
  histories: { tests: ['test/laws/incremental'], usual: { sequences: '100', steps: '20' }, options: ['only'] },
  pages: { tests: ['test/laws/pages'], usual: { runs: '500' }, options: [] },
  patterns: { tests: ['test/laws/patterns'], usual: { runs: '8500' }, options: [] },
  recall: { tests: ['test/laws/recall'], usual: { runs: '20000' }, options: [] },
  denials: { tests: ['test/laws/denials'], usual: { runs: '3000' }, options: [] },
  review: { tests: ['test/laws/review'], usual: { runs: '300' }, options: [] },
  fleet: {
    tests: ['test/laws/fleet'],
    usual: { sequences: '20', workspaces: '5', steps: '10', runs: '20' },
    options: [],
  },
  anchors: { tests: ['test/laws/anchors'], usual: { runs: '500' }, options: ['only'] },
  undo: { tests: ['test/laws/review/undo'], usual: { runs: '300' }, options: [] },
  reader: { tests: ['test/laws/reader'], usual: { runs: '2000' }, options: [] },
  faults: { tests: ['test/laws/faults/faults'], usual: { runs: 'all' }, options: ['flows', 'at'] },
  kills: { tests: ['test/laws/faults/kills'], usual: { runs: '300' }, options: [] },
  crowd: { tests: ['test/laws/crowd'], usual: { seconds: '120' }, options: [] },
  answers: { tests: ['test/mcp/protocol'], usual: { runs: '200' }, options: [] },
}

const texts = (names) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: texts(['seed', 'sequences', 'workspaces', 'steps', 'runs', 'seconds', 'only', 'replay', 'flows', 'at']),
})
const [name = 'git'] = positionals
const { tests, usual, options } = kinds[name]
const seed = String(Math.floor(Math.random() * 1e9))
const asked = Object.entries({ seed, ...usual, ...values })
  .filter(([key]) => key === 'seed' || key in usual || options.includes(key))
  .map(([key, value]) => [`LAW_${key.toUpperCase()}`, value])
console.log(asked.map(([key, value]) => `${key}=${value}`).join(' '))

// In memory where there is such a folder: closing an index waits for the disk, a third of a step.
const temporary = existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {}

const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url))
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
const which =
  name === 'answers'
    ? ['-t', 'what is read is answered']
    : name === 'pages' && values.only !== undefined
      ? ['-t', `${values.only}\\b`]
      : []
const { status } = spawnSync(process.execPath, [...flags, jest, ...tests, ...which], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  env: { ...temporary, ...process.env, ...Object.fromEntries(asked) },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
