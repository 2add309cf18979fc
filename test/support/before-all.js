import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { snapshot } from './guard.js'

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

/** Jest's globalSetup. While one watches and edits, or lets documents be written, files change for good reasons. */
export default function beforeAll({ watch, watchAll }) {
  if (process.env['TMPDIR'] === undefined && isFit(inMemory)) process.env['TMPDIR'] = inMemory
  if (!watch && !watchAll && process.env['UPDATE'] !== '1') globalThis.outsideBefore = snapshot()
}
