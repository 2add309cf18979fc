import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { blobOid, readRegular, stampOf, statOf, sweepTemporary, temporaryName, walk } from '../../src/files/files.js'

let base: string
/** The workspace. */
let root: string
let outside: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'memory-files-')))
  root = join(base, 'workspace')
  outside = join(base, 'outside')
  mkdirSync(join(root, '.memory'), { recursive: true })
  mkdirSync(join(root, 'bank'))
  mkdirSync(outside)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test('what killed processes left is swept away, and nothing else', () => {
  const dead = spawnSync('true').pid
  const persons = [`landing-${dead}-plan.md`, `write-${dead}-0a1b2c3d4e5f.md`, 'write-ups.md']
  const kept = [temporaryName('write'), 'config.json', 'index.sqlite', ...persons]
  const gone = temporaryName('write').replace(`${process.pid}`, `${dead}`)
  for (const name of [...kept, gone, gone.replace('write', 'landing'), `${gone.replace('write', 'landing')}.lock`])
    writeFileSync(join(root, '.memory', name), '')
  mkdirSync(join(root, '.memory', `examine-${dead}-0a1b2c3d4e5f`))
  writeFileSync(join(root, '.memory', `examine-${dead}-0a1b2c3d4e5f`, 'index.sqlite'), '')
  sweepTemporary(root)
  expect(readdirSync(join(root, '.memory')).toSorted()).toEqual(kept.toSorted())
})

describe('reading a regular file', () => {
  test('gives its bytes', () => {
    writeFileSync(join(root, 'a.md'), Buffer.from([0, 255, 13, 10]))
    expect(readRegular(root, 'a.md')).toEqual(Buffer.from([0, 255, 13, 10]))
    writeFileSync(join(root, 'empty.md'), '')
    expect(readRegular(root, 'empty.md')).toEqual(Buffer.alloc(0))
  })

  test('gives nothing for what is missing or is none, and never waits', async () => {
    writeFileSync(join(outside, 'secret.md'), 'secret')
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'))
    symlinkSync('loop.md', join(root, 'loop.md'))
    mkdirSync(join(root, 'folder.md'))
    execFileSync('mkfifo', [join(root, 'pipe.md')])
    writeFileSync(join(root, 'file.md'), 'x')
    const paths = ['link.md', 'loop.md', 'folder.md', 'pipe.md', 'missing.md', 'missing/x.md', 'file.md/x.md']
    expect(paths.map((path) => [path, readRegular(root, path)])).toEqual(paths.map((path) => [path, undefined]))
  })

  test('gives nothing for a socket', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(root, 'MEMORY.md'), resolve))
    try {
      expect(readRegular(root, 'MEMORY.md')).toBeUndefined()
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

describe('walking a folder', () => {
  test('lists regular files, sorted, and follows no link', () => {
    for (const path of ['memory/b.md', 'memory/a/c.md', 'memory/a.md', 'memory/.dreams/x.md', 'memory/sub/.git/config'])
      mkdirSync(join(root, path, '..'), { recursive: true })
    for (const path of ['memory/b.md', 'memory/a/c.md', 'memory/a.md', 'memory/.dreams/x.md', 'memory/sub/.git/config'])
      writeFileSync(join(root, path), '')
    symlinkSync(outside, join(root, 'memory/linked'))
    symlinkSync(join(root, 'memory'), join(root, 'memory/self'))
    execFileSync('mkfifo', [join(root, 'memory/pipe.md')])
    expect(walk(root, 'memory')).toEqual(['memory/.dreams/x.md', 'memory/a.md', 'memory/a/c.md', 'memory/b.md'])
  })

  test('gives nothing for what is no folder', () => {
    symlinkSync(outside, join(root, 'memory'))
    writeFileSync(join(outside, 'x.md'), '')
    writeFileSync(join(root, 'file'), '')
    expect([walk(root, 'memory'), walk(root, 'file'), walk(root, 'missing')]).toEqual([[], [], []])
  })
})

test('the OID of a text is the one that Git gives it', () => {
  const texts = ['', 'a\n', '我们\r\n', 'x'.repeat(10_000)]
  for (const [format, like] of [
    ['sha1', 'a'.repeat(40)],
    ['sha256', 'a'.repeat(64)],
  ] as const) {
    execFileSync('git', ['init', '-q', `--object-format=${format}`, join(base, format)])
    for (const text of texts) {
      const options = { cwd: join(base, format), input: text, encoding: 'utf8' } as const
      const oid = execFileSync('git', ['hash-object', '--stdin', '--no-filters'], options)
      expect(blobOid(Buffer.from(text), like)).toBe(oid.trim())
    }
  }
})

describe('what tells a file', () => {
  test('is nothing while it was written to just now, and nothing for what is no file', async () => {
    writeFileSync(join(root, 'note.md'), 'one')
    mkdirSync(join(root, 'folder'))
    symlinkSync('note.md', join(root, 'link.md'))
    const told = (): (string | undefined)[] =>
      ['note.md', 'folder', 'link.md', 'none.md', 'note.md/below'].map((path) => {
        const found = statOf(root, path)
        return found && stampOf(found)
      })
    expect(told()).toEqual([undefined, undefined, undefined, undefined, undefined])
    // Not even where its times are put back: the system keeps when that was done.
    utimesSync(join(root, 'note.md'), 1_000_000_000, 1_000_000_000)
    expect(told()[0]).toBeUndefined()
    await setTimeout(3100)
    const before = told()[0]
    expect(before).toBeDefined()
    expect(told().slice(1)).toEqual([undefined, undefined, undefined, undefined])
    writeFileSync(join(root, 'note.md'), 'two')
    utimesSync(join(root, 'note.md'), 1_000_000_000, 1_000_000_000)
    await setTimeout(3100)
    expect(told()[0]).toBeDefined()
    expect(told()[0]).not.toBe(before)
  })
})
