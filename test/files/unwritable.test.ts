import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { hindranceOf } from '../../src/files/unwritable.js'

test('a write that is refused is told of what refuses it: the file, else its folder, else nothing that a mode tells', () => {
  const root = mkdtempSync(join(tmpdir(), 'memory-test-'))
  const folder = join(root, 'folder')
  const file = join(folder, 'file')
  const refused = () => hindranceOf(Object.assign(new Error('EACCES'), { code: 'EACCES', path: file }), file)
  try {
    mkdirSync(folder)
    writeFileSync(file, '', { mode: 0o400 })
    expect(refused()).toEqual({
      what: 'permission denied: it has mode 400',
      remedy: 'let its owner write there (chmod u+w)',
    })
    // As where a file is to be replaced or removed.
    chmodSync(file, 0o600)
    chmodSync(folder, 0o500)
    expect(refused()).toEqual({
      what: `permission denied: ${folder} has mode 500`,
      remedy: 'let its owner write there (chmod u+w)',
    })
    chmodSync(folder, 0o700)
    expect(refused()).toEqual({ what: 'permission denied', remedy: 'look at who may write there' })
  } finally {
    chmodSync(folder, 0o700)
    rmSync(root, { recursive: true })
  }
})
