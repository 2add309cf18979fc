import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { writeWhole } from '../../src/hooks/whole-file.js'

test('a hook or an attributes file that was saved since it was read is left as it was saved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-test-'))
  try {
    const path = join(folder, 'post-commit')
    writeFileSync(path, '#!/bin/sh\necho mine\n')
    writeWhole(path, '#!/bin/sh\nours\necho mine\n', 0o755, '#!/bin/sh\necho mine\n')
    expect(() => writeWhole(path, '#!/bin/sh\necho mine\n', 0o755, '#!/bin/sh\necho mine\n')).toThrow(
      `${path} was saved by another program while it was being written: try again`,
    )
    expect(readFileSync(path, 'utf8')).toBe('#!/bin/sh\nours\necho mine\n')
    expect(readdirSync(folder)).toEqual(['post-commit'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what a killed process left is no hindrance, even where this one has its id, as in a container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-test-'))
  try {
    const path = join(folder, 'post-commit')
    writeFileSync(`${path}.workspace-memory-${process.pid}`, '#!/bin/')
    writeWhole(path, '#!/bin/sh\nours\n', 0o755)
    expect(readFileSync(path, 'utf8')).toBe('#!/bin/sh\nours\n')
    expect(readdirSync(folder)).toEqual(['post-commit'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
