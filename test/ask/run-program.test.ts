import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { modelOfProgram } from '../../src/ask/run-program.js'
import type { ModelReply } from '../../src/ask/language-model.js'

const request = { system: 'How.', user: 'Notes.', schema: { type: 'object' } }

let base: string
let top: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'memory-test-readers-'))
  top = join(base, 'tree')
  for (const folder of ['bin', 'tree/bin', 'out', 'tmp']) mkdirSync(join(base, folder), { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** A program of this name, which is a script of Node's with `out`, a folder to write to. */
function program(name: string, source: string, folder = join(base, 'bin')): void {
  const path = join(folder, name)
  writeFileSync(path, `#!${process.execPath}\nconst out = ${JSON.stringify(join(base, 'out'))}\n${source}\n`)
  chmodSync(path, 0o755)
}

const environment = (): NodeJS.ProcessEnv => ({
  PATH: `${join(top, 'bin')}:${join(base, 'bin')}:/usr/bin:/bin`,
  HOME: base,
  TMPDIR: join(base, 'tmp'),
  GIT_DIR: '/elsewhere/.git',
  MEMORY_WORKSPACE: '/elsewhere',
  GITHUB_TOKEN: 'none',
  ANTHROPIC_API_KEY: 'theirs',
})

const ask = (command: readonly string[], model: string | null = null, patience = 20_000): Promise<ModelReply> =>
  modelOfProgram({ by: 'program', command, model }, environment(), top).ask(request, patience)

const told = (name: string): unknown => JSON.parse(readFileSync(join(base, 'out', name), 'utf8'))

describe('a program that reads', () => {
  test('is given the request on its input, an empty folder, and nothing that leads it to a repository or a token', async () => {
    program(
      'own',
      `const fs = require('node:fs')
       const seen = { args: process.argv.slice(2), input: fs.readFileSync(0, 'utf8'), cwd: fs.readdirSync('.'), env: Object.keys(process.env).sort() }
       fs.writeFileSync(out + '/seen', JSON.stringify(seen))
       console.log('[]')`,
    )
    expect(await ask(['own', '--fast'])).toEqual({ text: '[]', tokens: null })
    expect(told('seen')).toEqual({
      args: ['--fast'],
      input: 'How.\n\nNotes.\n',
      cwd: [],
      env: expect.not.arrayContaining(['GIT_DIR', 'MEMORY_WORKSPACE', 'GITHUB_TOKEN', 'ANTHROPIC_API_KEY']),
    })
  })

  test('is not looked for in the working tree, whatever the PATH says', async () => {
    program('own', `require('node:fs').writeFileSync(out + '/ran', '')`, join(top, 'bin'))
    await expect(ask(['own'])).rejects.toMatchObject({
      code: 'reader-failed',
      message: 'own is not installed, or not on the PATH',
    })
    expect(existsSync(join(base, 'out/ran'))).toBe(false)
  })

  test('that hangs is killed with its time, and its folder goes', async () => {
    program('own', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`)
    await expect(ask(['own'], null, 1000)).rejects.toMatchObject({ message: 'own did not answer within 1 s' })
    expect(readdirSync(join(base, 'tmp'))).toEqual([])
  }, 20_000)

  test('that fails says why, on one line and without its control characters', async () => {
    program('own', `console.error('first\\nno \\u001b[31mlogin'); process.exit(3)`)
    await expect(ask(['own'])).rejects.toMatchObject({
      message: expect.stringMatching(/^own ended with 3: first no .*login$/),
    })
    await expect(ask(['own'])).rejects.not.toMatchObject({ message: expect.stringContaining('\u001b') })
  })

  test('that says more than any answer is stopped', async () => {
    program('own', `const part = 'x'.repeat(1 << 20); for (let at = 0; at < 20; at++) process.stdout.write(part)`)
    await expect(ask(['own'])).rejects.toMatchObject({ message: expect.stringContaining('answered more than') })
  })
})

describe('a client that is known', () => {
  test('claude is told to have no tools, and its reply and tokens are read', async () => {
    program(
      'claude',
      `require('node:fs').writeFileSync(out + '/args', JSON.stringify([process.argv.slice(2), process.env.ANTHROPIC_API_KEY]))
       console.log(JSON.stringify({ type: 'result', is_error: false, result: '{"bullets":[]}', usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 2 } }))`,
    )
    expect(await ask(['claude'], 'haiku')).toEqual({ text: '{"bullets":[]}', tokens: { in: 15, out: 2 } })
    const [args, key] = told('args') as [string[], string]
    expect(args.slice(args.indexOf('--tools'), args.indexOf('--tools') + 2)).toEqual(['--tools', ''])
    expect([args.slice(0, 2), key]).toEqual([['--model', 'haiku'], 'theirs'])
  })

  test('codex answers by the file that it is told of, held to the form of the answer', async () => {
    program(
      'codex',
      `const fs = require('node:fs')
       const after = (name) => process.argv[process.argv.indexOf(name) + 1]
       fs.writeFileSync(out + '/schema', fs.readFileSync(after('--output-schema')))
       fs.writeFileSync(after('--output-last-message'), '{"bullets":[]}')
       console.log('talk')`,
    )
    expect(await ask(['codex', '-c', 'x=1'])).toEqual({ text: '{"bullets":[]}', tokens: null })
    expect(told('schema')).toEqual(request.schema)
  })

  test('an error that it prints as a result is none', async () => {
    program('claude', `console.log(JSON.stringify({ type: 'result', is_error: true, result: 'Invalid API key' }))`)
    await expect(ask(['claude'])).rejects.toMatchObject({ message: expect.stringContaining('gave no answer: ') })
    program('codex', `console.log('nothing written')`)
    await expect(ask(['codex'])).rejects.toMatchObject({ message: 'codex gave no answer: nothing written' })
  })
})
