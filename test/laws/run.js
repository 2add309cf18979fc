// npm run laws -- --seed 7 --sequences 200 --steps 40 [--only 3]
// npm run laws:pages -- --seed 7 --runs 1000 [--only P6]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    sequences: { type: 'string', default: '100' },
    steps: { type: 'string', default: '20' },
    runs: { type: 'string' },
    only: { type: 'string' },
  },
})
const pages = positionals[0] === 'pages'
const { only, ...numbers } = pages ? { runs: '500', ...values } : { only: '-1', ...values }
const asked = Object.entries(pages || only === undefined ? numbers : { ...numbers, only }).map(([name, value]) => [
  `LAW_${name.toUpperCase()}`,
  value,
])
console.log(asked.map(([name, value]) => `${name}=${value}`).join(' '))

const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url))
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
const which = pages ? ['test/laws/pages', ...(only === undefined ? [] : ['-t', `${only}\\b`])] : ['test/laws']
const { status } = spawnSync(process.execPath, [...flags, jest, ...which], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  env: { ...process.env, ...Object.fromEntries(asked) },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
