import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { snapshot } from './guard.js'

const memoryCommand = fileURLToPath(new URL('../../bin/memory.js', import.meta.url))
const dist = fileURLToPath(new URL('../../dist/compiled', import.meta.url))

/** Linux keeps what is in it in memory: a commit and the end of an index wait for no disk there. */
const inMemory = '/dev/shm'

/** More than all workers need at once; containers often give 64 MB. */
const room = 1_000_000_000

/** Whether there is room, and what stands there may run, as hooks must. */
function isFit(folder) {
  let own
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < room) return false
    own = mkdtempSync(join(folder, 'memory-test-'))
    const script = join(own, 'runs')
    writeFileSync(script, '#!/bin/sh\n')
    chmodSync(script, 0o755)
    return spawnSync(script).status === 0
  } catch {
    return false // no Linux, or not ours to write in
  } finally {
    if (own !== undefined) rmSync(own, { recursive: true, force: true })
  }
}

/**
 * What V8 made of the command and of the hook is kept as their first run leaves it (bin/compiled.cjs): after one that
 * had little to do, each later one compiles the rest again, 12 ms of 80 a commit. So the first is a usual one.
 */
function compileOnce() {
  const kept = existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith('.cache')) : []
  if (kept.length > 1) return
  const own = mkdtempSync(join(tmpdir(), 'memory-test-'))
  const env = {
    PATH: process.env['PATH'],
    HOME: own,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(own, 'gitconfig'),
  }
  const run = (command, ...args) => spawnSync(command, args, { cwd: own, env })
  try {
    writeFileSync(env.GIT_CONFIG_GLOBAL, '[user]\n\tname = Tester\n\temail = tester@example.com\n')
    writeFileSync(join(own, 'MEMORY.md'), '## Retain\n- W @Peter: Lives in Graz\n- O(c=0.8) @Anna: Likes tea\n')
    run('git', 'init', '-q')
    run(process.execPath, memoryCommand, 'init')
    run('git', 'add', 'MEMORY.md')
    run('git', 'commit', '-q', '-m', 'log')
    for (const words of ['recall tea', 'status', 'brief', 'show Anna', 'retain Swims --entity Anna'])
      run(process.execPath, memoryCommand, ...words.split(' '))
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Jest's globalSetup. While one watches and edits, or lets documents be written, files change for good reasons. */
export default function beforeAll({ watch, watchAll }) {
  if (process.env['TMPDIR'] === undefined && isFit(inMemory)) process.env['TMPDIR'] = inMemory
  compileOnce()
  if (!watch && !watchAll && process.env['UPDATE'] !== '1') globalThis.outsideBefore = snapshot()
}
