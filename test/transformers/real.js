// A real @huggingface/transformers with a tiny model made here: npm run test:transformers
//
// The package comes from npm, half a gigabyte on disk; TRANSFORMERS_TEST_FOLDER keeps it for the next run. Apart from the
// suite, which needs no network.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withPackages } from '../support/real-packages.js'
import { writeTinyModel } from './tiny-onnx.js'

const pin = '@huggingface/transformers@4.3.1'
const memory = fileURLToPath(new URL('../../bin/memory.js', import.meta.url))

withPackages('transformers', installedOrWhyNot, everything)

/** @returns why it is not there; undefined where it is */
function installedOrWhyNot({ installed }) {
  if (existsSync(join(installed, 'node_modules/@huggingface/transformers'))) return undefined
  const args = [
    'install',
    '--prefix',
    installed,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    pin,
  ]
  const ran = spawnSync('npm', args, { cwd: installed, encoding: 'utf8' })
  return ran.status === 0 ? undefined : `npm cannot install ${pin}: ${ran.stderr.split('\n')[0]}`
}

function everything({ base, installed, home, root, check }) {
  const environment = { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: join(home, 'gitconfig') }
  const withPackage = { ...environment, NODE_PATH: join(installed, 'node_modules') }
  const senses = [
    ['wife', 'spouse'],
    ['car', 'volvo', 'vehicle'],
    ['harbour'],
    ['report'],
    ['wrote'],
    ['page'],
    ['drives'],
    ['called'],
  ]
  const folder = join(base, 'models/tiny.v1')
  writeTinyModel(folder, senses)
  const filler = Array.from({ length: 30 }, (_, at) => `- W @Ines: Wrote page ${at} of the harbour report\n`)
  const told = ['- W @Peter: His wife is called Maria\n', '- W @Peter: Drives an old Volvo\n', ...filler]
  writeFileSync(join(root, 'memory/2026-01-02.md'), `## Retain\n${told.join('')}`)
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'memory'],
  ])
    spawnSync('git', args, { cwd: root, env: environment })
  const run = (env, ...args) => spawnSync(process.execPath, [memory, ...args], { cwd: root, env, encoding: 'utf8' })
  const set = ['embed', '--provider', 'transformers', '--model']

  const without = run(environment, ...set, folder)
  check(
    'says what is to be installed',
    without.status !== 0 && /npm install @huggingface\/transformers/.test(without.stderr),
    without,
  )
  const nowhere = run(withPackage, ...set, join(base, 'models'))
  check('refuses a folder that holds no model', nowhere.status !== 0 && /holds no model/.test(nowhere.stderr), nowhere)
  const made = run(withPackage, ...set, '../models/tiny.v1')
  check('makes a vector of every line', made.stdout === '32 lines with a vector by transformers, 32 made now.\n', made)
  const asked = run(withPackage, 'recall', 'spouse', '--json')
  check(
    'finds what shares no word',
    asked.status === 0 && JSON.parse(asked.stdout).results[0]?.content === 'His wife is called Maria',
    asked,
  )
  const other = run(withPackage, 'recall', 'which vehicle', '--json')
  check(
    'and the other',
    other.status === 0 && JSON.parse(other.stdout).results[0]?.content === 'Drives an old Volvo',
    other,
  )
  writeTinyModel(folder, [...senses, ['zebra']])
  const again = run(withPackage, 'embed')
  check('makes them anew for another model of that name', /32 made now/.test(again.stdout), again)
  writeFileSync(join(folder, 'onnx/model.onnx'), 'not a model')
  const broken = run(withPackage, 'recall', 'spouse', '--json')
  check(
    'answers by words where the model is broken',
    broken.status === 0 && /found by words alone/.test(broken.stdout),
    broken,
  )
}
