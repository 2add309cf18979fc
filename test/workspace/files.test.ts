import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  blobOid,
  readRegular,
  removeFile,
  stampOf,
  sweepTemporary,
  temporaryName,
  walk,
  writeWhole,
} from '../../src/workspace/files.js'

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

const unsafe = expect.objectContaining({ name: 'MemoryError', code: 'unsafe-path' })
const left = (): string[] => readdirSync(base, { recursive: true, encoding: 'utf8' }).toSorted()

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

describe('writing a file of the workspace', () => {
  test('writes it whole, makes its folders, and leaves nothing else behind', () => {
    const text = `我们\r\n${'x'.repeat(300_000)}`
    expect(writeWhole(root, 'bank/entities/Peter.md', text)).toBe(true)
    expect(readFileSync(join(root, 'bank/entities/Peter.md'), 'utf8')).toBe(text)
    expect(readdirSync(join(root, '.memory'))).toEqual([])
    expect(writeWhole(root, 'bank/entities/Peter.md', '')).toBe(true)
    expect(readFileSync(join(root, 'bank/entities/Peter.md'), 'utf8')).toBe('')
  })

  test('touches nothing where the bytes are there already', () => {
    writeWhole(root, 'bank/world.md', 'same')
    const before = statSync(join(root, 'bank/world.md'), { bigint: true })
    expect(writeWhole(root, 'bank/world.md', 'same')).toBe(false)
    const after = statSync(join(root, 'bank/world.md'), { bigint: true })
    expect([after.ino, after.mtimeNs, after.ctimeNs]).toEqual([before.ino, before.mtimeNs, before.ctimeNs])
  })

  const wrongPaths = [
    ['../outside/x.md', 'bank/../../outside/x.md', '..', '.', '', '/', '/etc/x.md', 'bank//x.md', 'bank/./x.md'],
    ['bank/', 'bank/x\0.md', './bank/x.md', 'bank/..'],
  ].flat()
  test.each(wrongPaths)('refuses the path %j', (path) => {
    const before = left()
    expect(() => writeWhole(root, path, 'x')).toThrow(unsafe)
    expect(() => removeFile(root, path)).toThrow(unsafe)
    expect(left()).toEqual(before)
  })

  test('refuses to go through a link, whether the last part is one or a folder before it', () => {
    writeFileSync(join(outside, 'target.md'), 'theirs')
    mkdirSync(join(outside, 'folder'))
    symlinkSync(join(outside, 'target.md'), join(root, 'bank/linked.md'))
    symlinkSync(join(outside, 'nowhere.md'), join(root, 'bank/dangling.md'))
    symlinkSync(join(outside, 'folder'), join(root, 'bank/entities'))
    symlinkSync('..', join(root, 'bank/up'))
    const before = left()
    for (const path of [
      'bank/linked.md',
      'bank/dangling.md',
      'bank/entities/x.md',
      'bank/entities/a/b.md',
      'bank/up/x.md',
    ]) {
      expect(() => writeWhole(root, path, 'x')).toThrow(unsafe)
      expect(() => removeFile(root, path)).toThrow(unsafe)
    }
    expect(left()).toEqual(before)
    expect(readFileSync(join(outside, 'target.md'), 'utf8')).toBe('theirs')
  })

  test('replaces a hard link instead of writing through it', () => {
    writeFileSync(join(outside, 'target.md'), 'theirs')
    linkSync(join(outside, 'target.md'), join(root, 'bank/world.md'))
    writeWhole(root, 'bank/world.md', 'ours')
    expect(readFileSync(join(outside, 'target.md'), 'utf8')).toBe('theirs')
  })

  test('leaves no temporary file where it fails', () => {
    mkdirSync(join(root, 'bank/world.md/full'), { recursive: true })
    writeFileSync(join(root, 'bank/file'), 'x')
    const before = left()
    expect(() => writeWhole(root, 'bank/world.md', 'x')).toThrow()
    expect(() => writeWhole(root, 'bank/file/x.md', 'x')).toThrow()
    expect(left()).toEqual(before)
  })

  test('replaces a pipe without waiting for anybody at its other end', () => {
    execFileSync('mkfifo', [join(root, 'bank/world.md')])
    expect(writeWhole(root, 'bank/world.md', 'x')).toBe(true)
    expect(readFileSync(join(root, 'bank/world.md'), 'utf8')).toBe('x')
  })

  test('removes a regular file, and nothing else', () => {
    writeWhole(root, 'bank/world.md', 'x')
    mkdirSync(join(root, 'bank/folder'))
    execFileSync('mkfifo', [join(root, 'bank/pipe')])
    expect(removeFile(root, 'bank/world.md')).toBe(true)
    expect(['bank/world.md', 'bank/folder', 'bank/pipe', 'bank/a/b'].map((path) => removeFile(root, path))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(['bank/folder', 'bank/pipe'].map((path) => existsSync(join(root, path)))).toEqual([true, true])
  })
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
      ['note.md', 'folder', 'link.md', 'none.md', 'note.md/below'].map((path) => stampOf(root, path))
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
  }, 30_000)
})
