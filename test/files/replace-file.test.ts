import { spawn, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { replacerOf } from '../../src/files/replace-file.js'

let base: string
/** The workspace. */
let root: string
let outside: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'memory-replace-')))
  root = join(base, 'workspace')
  outside = join(base, 'outside')
  mkdirSync(join(root, '.memory'), { recursive: true })
  mkdirSync(join(root, 'bank'))
  mkdirSync(outside)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const unsafe = expect.objectContaining({ name: 'MemoryError', code: 'unsafe-path' })
const left = (): string[] => readdirSync(base, { recursive: true, encoding: 'utf8' }).toSorted()
const page = 'bank/world.md'
const writeWhole = (at: string, path: string, text: string): boolean =>
  replacerOf(at).change(path, () => Buffer.from(text))
const removeFile = (at: string, path: string): boolean => replacerOf(at).change(path, () => null)
const standing = (): string => readFileSync(join(root, page), 'utf8')
const bytes = (text: string): Buffer => Buffer.from(text)

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

describe('replacing what was read', () => {
  test('leaves a file alone that was saved since', () => {
    writeFileSync(join(root, page), 'read')
    const files = replacerOf(root)
    appendFileSync(join(root, page), ', then saved')
    expect(files.replace(page, bytes('ours'), bytes('read'))).toBe('moved')
    expect(files.replace(page, null, bytes('read'))).toBe('moved')
    expect(files.replace(page, bytes('ours'), undefined)).toBe('moved')
    expect(standing()).toBe('read, then saved')
    expect(readdirSync(join(root, '.memory'))).toEqual([])
  })

  test.each<[string, string | null, () => void]>([
    ['appended to', 'ours', () => appendFileSync(join(root, page), '!')],
    ['appended to', null, () => appendFileSync(join(root, page), '!')],
    ['overwritten in place with as many bytes', 'ours', () => writeFileSync(join(root, page), 'mine')],
    [
      'saved by renaming, bytes alike',
      'ours',
      () => {
        writeFileSync(join(root, 'saved'), 'read')
        renameSync(join(root, 'saved'), join(root, page))
        appendFileSync(join(root, page), ', then saved')
      },
    ],
    ['removed', 'ours', () => rmSync(join(root, page))],
  ])('leaves a file alone that is %s in the last moment (to become %j)', (_what, text, save) => {
    writeFileSync(join(root, page), 'read')
    const files = replacerOf(root, (work) => {
      save()
      return work()
    })
    expect(files.replace(page, text === null ? null : bytes(text), bytes('read'))).toBe('moved')
    const expected = existsSync(join(root, page)) ? standing() : undefined
    expect(['read!', 'mine', 'read, then saved', undefined]).toContain(expected)
    expect(files.settle()).toEqual([])
    expect(readdirSync(join(root, '.memory'))).toEqual([])
  })

  test('gives the words back that a program writes to a file it had open before', () => {
    for (const text of ['ours', null]) {
      writeFileSync(join(root, page), 'read')
      const open = openSync(join(root, page), 'a')
      const files = replacerOf(root)
      expect(files.replace(page, text === null ? null : bytes(text), bytes('read'))).toBe('written')
      writeSync(open, ', and more')
      closeSync(open)
      expect(files.settle()).toEqual([{ path: page, kept: null, open: false }])
      expect(standing()).toBe('read, and more')
      expect(readdirSync(join(root, '.memory'))).toEqual([])
    }
  })

  test('keeps both where it was saved under its name too', () => {
    const files = replacerOf(root)
    const twice = (how: string, text: string) => {
      writeFileSync(join(root, page), 'read')
      const open = openSync(join(root, page), how)
      files.replace(page, bytes('ours'), bytes('read'))
      writeSync(open, text)
      closeSync(open)
      writeFileSync(join(root, page), 'ours, edited')
      return files.settle()
    }
    expect(twice('a', ', and more')).toEqual([{ path: page, kept: null, open: false }])
    expect(standing()).toBe('ours, edited, and more')

    const [late] = twice('r+', 'mine')
    expect(standing()).toBe('ours, edited')
    expect(late?.kept).toMatch(/^\.memory\/kept\/bank_world\.md-/)
    expect(readFileSync(join(root, late!.kept!), 'utf8')).toBe('mine')
  })

  test('a version is kept under a name that the disk takes, however long its file’s is', () => {
    const long = `memory/${'記'.repeat(80)}.md`
    mkdirSync(join(root, 'memory'), { recursive: true })
    writeFileSync(join(root, long), 'read')
    const open = openSync(join(root, long), 'r+')
    const files = replacerOf(root)
    files.replace(long, bytes('ours'), bytes('read'))
    writeSync(open, 'mine')
    closeSync(open)
    writeFileSync(join(root, long), 'ours, edited')
    const [late] = files.settle()
    expect(readFileSync(join(root, late!.kept!), 'utf8')).toBe('mine')
  })

  const isTold = existsSync('/proc/self/fdinfo')
  const whereTheSystemTells = isTold ? test : test.skip
  whereTheSystemTells('leaves a file as it is that a program keeps open for writing, and says so', async () => {
    writeFileSync(join(root, page), 'read\n')
    const script = `const fs = require('node:fs')
      const open = fs.openSync(process.argv[1], 'a')
      process.stdout.write('open')
      process.stdin.on('data', () => (fs.writeSync(open, 'and more\\n'), process.exit()))`
    const writer = spawn(process.execPath, ['-e', script, join(root, page)])
    await new Promise((resolve) => writer.stdout.once('data', resolve))
    expect(() => replacerOf(root).change(page, () => bytes('ours'))).toThrow(
      'bank/world.md is open for writing in another program: close it there and try again',
    )
    const end = new Promise((resolve) => writer.on('exit', resolve))
    writer.stdin.write('go')
    await end
    expect(standing()).toBe('read\nand more\n')
    expect(readdirSync(join(root, '.memory'))).toEqual([])
    // Reading alone does no harm.
    const reader = openSync(join(root, page), 'r')
    expect(replacerOf(root).change(page, () => bytes('ours'))).toBe(true)
    closeSync(reader)
  })

  test('keeps the mode of a file', () => {
    writeFileSync(join(root, page), 'read')
    chmodSync(join(root, page), 0o600)
    writeWhole(root, page, 'ours')
    expect(statSync(join(root, page)).mode & 0o777).toBe(0o600)
  })

  const other = ['/dev/shm', '/tmp'].find((path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev)
  const acrossFileSystems = other !== undefined ? test : test.skip
  acrossFileSystems('works where .memory/ is another file system', () => {
    const beside = mkdtempSync(join(other!, 'memory-other-'))
    try {
      const files = replacerOf(root, undefined, beside)
      expect(files.change(page, () => bytes('one'))).toBe(true)
      expect(files.change(page, (text) => Buffer.concat([text!, bytes(', two')]))).toBe(true)
      expect(standing()).toBe('one, two')
      expect(files.change(page, () => null)).toBe(true)
      expect(readdirSync(join(root, 'bank'))).toEqual([])
      expect(readdirSync(join(beside, '.memory'))).toEqual([])
    } finally {
      rmSync(beside, { recursive: true, force: true })
    }
  })

  test('loses no line of programs that append while it is changed again and again', async () => {
    writeFileSync(join(root, page), '')
    const script = `const fs = require('node:fs')
      const [path, name] = process.argv.slice(1)
      for (let at = 0; at < 400; at++) {
        fs.appendFileSync(path, name + at + '\\n')
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
      }`
    const appenders = ['a', 'b'].map((name) => spawn(process.execPath, ['-e', script, join(root, page), name]))
    const ends = Promise.all(appenders.map((child) => new Promise((resolve) => child.on('exit', resolve))))
    const running = Symbol('running')
    const files = replacerOf(root)
    let changes = 0
    while ((await Promise.race([ends, turn(running)])) === running) {
      files.change(page, (text) => Buffer.concat([text ?? bytes(''), bytes(`c${changes}\n`)]))
      changes++
    }
    const lines = standing().split('\n').slice(0, -1)
    const expected = [400, 400, changes].flatMap((count, at) =>
      Array.from({ length: count }, (_, number) => `${'abc'[at]}${number}`),
    )
    expect(changes).toBeGreaterThan(10)
    expect(new Set(lines)).toEqual(new Set(expected))
  })

  whereTheSystemTells(
    'loses no line of programs that have a file open for a while, and keep it open over several',
    async () => {
      writeFileSync(join(root, page), '')
      const script = `const fs = require('node:fs')
      const [path, name] = process.argv.slice(1)
      const pause = (most) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * most)
      for (let at = 0; at < 150; at++) {
        const open = fs.openSync(path, 'a')
        pause(4)
        fs.writeSync(open, name + at + '\\n')
        fs.closeSync(open)
        pause(2)
      }`
      const appenders = ['a', 'b', 'c'].map((name) => spawn(process.execPath, ['-e', script, join(root, page), name]))
      const ends = Promise.all(appenders.map((child) => new Promise((resolve) => child.on('exit', resolve))))
      const running = Symbol('running')
      const files = replacerOf(root)
      const kept: string[] = []
      let changes = 0
      for (let at = 0; (await Promise.race([ends, turn(running)])) === running; at++) {
        const was = readFileSync(join(root, page))
        const lines = was
          .toString()
          .split('\n')
          .filter((line) => !line.startsWith('ours'))
        if (files.replace(page, bytes([`ours ${at}`, ...lines].join('\n')), was) === 'written') changes++
        const late = files.settle()
        kept.push(...late.flatMap((each) => each.kept ?? []))
      }
      const lines = [standing(), ...kept.map((path) => readFileSync(join(root, path), 'utf8'))].join('\n').split('\n')
      const expected = [...'abc'].flatMap((name) => Array.from({ length: 150 }, (_, number) => `${name}${number}`))
      expect(changes).toBeGreaterThan(10)
      expect(expected.filter((line) => !lines.includes(line))).toEqual([])
    },
  )
})
