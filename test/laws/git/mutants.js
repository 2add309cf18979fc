// npm run laws:mutants -- [--only WORDS]
//
// Mistakes that a program like this one makes, each planted in a copy of the checkout. The machine must notice it
// within 300 steps; where it takes two processes or a damaged file to notice, the test that is named here must.
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mutants } from './planted.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const machine = 'test/laws/git/machine'

/** How much of a law is told to notice a mistake, which is more than the suite tells of it each time. */
const amounts = {
  [machine]: { LAW_STEPS: '300' },
  'test/laws/pages': { LAW_RUNS: '12' },
  'test/laws/near-alike-equals-rebuild': { LAW_RUNS: '8' },
}

function planted(name, { edits }) {
  const copy = mkdtempSync(join(tmpdir(), 'memory-mutant-'))
  for (const path of execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(Boolean))
    cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, replacements] of Object.entries(edits)) {
    let text = readFileSync(join(copy, path), 'utf8')
    for (const [from, to] of replacements) {
      if (text.split(from).length !== 2) throw new Error(`${name}: ${path} must hold once: ${from}`)
      text = text.replace(from, () => to)
    }
    writeFileSync(join(copy, path), text)
  }
  return copy
}

function tried(name, mutant) {
  const copy = planted(name, mutant)
  const by = mutant.by ?? machine
  try {
    const env = { ...process.env, MEMORY_BUILD_TYPES: '0', LAW_SHRINK: '0', ...amounts[by] }
    const options = { cwd: copy, env, encoding: 'utf8' }
    execFileSync(process.execPath, ['scripts/build.js'], options)
    const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
    const jest = ['node_modules/jest/bin/jest.js', '--forceExit', by]
    // A test that fails may leave a process that is stopped, and that would hold a pipe open for ever.
    const log = join(copy, 'mutant.log')
    const file = openSync(log, 'w')
    const { status } = spawnSync(process.execPath, [...flags, ...jest], { ...options, stdio: ['ignore', file, file] })
    closeSync(file)
    spawnSync('pkill', ['-9', '-f', copy])
    const told = readFileSync(log, 'utf8')
    // Any other failure of the machine would be an accident, and no law that noticed.
    const noticed = mutant.by ?? /law \d+ \([^)]*\): [^\n]*|not what the reference[^\n]*/.exec(told)?.[0]
    return { caught: status !== 0 && noticed !== undefined, noticed, after: /after \d+ steps/.exec(told)?.[0] ?? '' }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = Object.entries(mutants).filter(([name]) => name.includes(values.only ?? ''))
if (chosen.length === 0) throw new Error(`no mutant is called ${values.only}: ${Object.keys(mutants).join(', ')}`)
let missed = 0
for (const [name, mutant] of chosen) {
  const { caught, noticed, after } = tried(name, mutant)
  if (!caught) missed++
  console.log(`${caught ? 'caught' : 'MISSED'}  ${name.padEnd(42)}${after.padEnd(18)}${noticed ?? ''}`)
}
process.exitCode = missed === 0 ? 0 : 1
