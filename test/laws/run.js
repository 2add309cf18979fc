// npm run laws -- --seed 7 --sequences 200 --steps 40 [--only 3]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    sequences: { type: 'string', default: '100' },
    steps: { type: 'string', default: '20' },
    only: { type: 'string', default: '-1' },
  },
})
const asked = Object.entries(values).map(([name, value]) => [`LAW_${name.toUpperCase()}`, value])
console.log(asked.map(([name, value]) => `${name}=${value}`).join(' '))

const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url))
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
const { status } = spawnSync(process.execPath, [...flags, jest, 'test/laws'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  env: { ...process.env, ...Object.fromEntries(asked) },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
