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
import { join, relative } from 'node:path'
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

const ask = (
  command: readonly string[],
  model: string | null = null,
  patience = 20_000,
  more: NodeJS.ProcessEnv = {},
): Promise<ModelReply> =>
  modelOfProgram({ by: 'program', command, model, atOnce: 1 }, { ...environment(), ...more }, top).ask(
    request,
    patience,
  )

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

  test('that leaves a process behind with its output open is not waited for any longer', async () => {
    program(
      'own',
      `const left = require('node:child_process').spawn('sleep', ['100'], { stdio: ['ignore', 'inherit', 'inherit'] })
       require('node:fs').writeFileSync(out + '/left', String(left.pid))
       left.unref()
       process.stdout.write('an answer')`,
    )
    const left = (): boolean => process.kill(Number(readFileSync(join(base, 'out/left'), 'utf8')), 0)
    try {
      expect(await ask(['own'])).toMatchObject({ text: 'an answer' })
      expect(left()).toBe(true)
    } finally {
      process.kill(Number(readFileSync(join(base, 'out/left'), 'utf8')), 'SIGKILL')
    }
  })

  test('that hangs is killed with its time, and its folder goes', async () => {
    program('own', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`)
    await expect(ask(['own'], null, 1000)).rejects.toMatchObject({ message: 'own did not answer within 1 s' })
    expect(readdirSync(join(base, 'tmp'))).toEqual([])
  })

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

  test('claude attaches no file that a log names, and codex is at another home than the user, with their login', async () => {
    program(
      'claude',
      `require('node:fs').writeFileSync(out + '/env', JSON.stringify(process.env))
       console.log(JSON.stringify({ is_error: false, result: '[]' }))`,
    )
    await ask(['claude'])
    expect(told('env')).toMatchObject({ CLAUDE_CODE_DISABLE_ATTACHMENTS: '1', CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1' })
    mkdirSync(join(base, '.codex'))
    for (const name of ['auth.json', 'AGENTS.md']) writeFileSync(join(base, '.codex', name), name)
    program(
      'codex',
      `const fs = require('node:fs')
       const home = process.env.CODEX_HOME
       fs.writeFileSync(out + '/home', JSON.stringify([fs.readdirSync(home), fs.readFileSync(home + '/auth.json', 'utf8')]))
       fs.writeFileSync(home + '/auth.json', 'renewed')
       fs.writeFileSync(process.argv[process.argv.indexOf('--output-last-message') + 1], '[]')`,
    )
    await ask(['codex'])
    expect(told('home')).toEqual([['auth.json'], 'auth.json'])
    // What it renews is the user's, and is there once its folder is gone.
    expect(readFileSync(join(base, '.codex/auth.json'), 'utf8')).toBe('renewed')
  })

  test('codex is logged in where CODEX_HOME is empty, as Codex takes it, or named from the current folder', async () => {
    mkdirSync(join(base, '.codex'))
    writeFileSync(join(base, '.codex/auth.json'), 'auth.json')
    program(
      'codex',
      `const fs = require('node:fs')
       fs.writeFileSync(process.argv[process.argv.indexOf('--output-last-message') + 1], fs.readFileSync(process.env.CODEX_HOME + '/auth.json', 'utf8'))`,
    )
    for (const home of ['', relative(process.cwd(), join(base, '.codex'))])
      expect((await ask(['codex'], null, 20_000, { CODEX_HOME: home })).text).toBe('auth.json')
  })

  test('gemini finds no settings of the user but how they are logged in, no tool, and nothing in the folder that a log could name', async () => {
    mkdirSync(join(base, '.gemini'))
    writeFileSync(
      join(base, '.gemini/settings.json'),
      '{ // mine\n "security": { "auth": { "selectedType": "oauth-personal" } }, "model": { "name": "pro" },\n "mcpServers": { "a": { "command": "//x" } },\n "context": { "includeDirectories": ["/"] },\n}',
    )
    writeFileSync(join(base, '.gemini/.env'), 'GEMINI_API_KEY="of a file"\nGITHUB_TOKEN=none\nANTHROPIC_API_KEY=none\n')
    for (const name of ['oauth_creds.json', 'GEMINI.md']) writeFileSync(join(base, '.gemini', name), name)
    program(
      'gemini',
      `const fs = require('node:fs')
       const home = process.env.GEMINI_CLI_HOME + '/.gemini/'
       fs.writeFileSync(out + '/seen', JSON.stringify({
         input: fs.readFileSync(0, 'utf8'), args: process.argv.slice(2), env: process.env, home: fs.readdirSync(home),
         settings: JSON.parse(fs.readFileSync(home + 'settings.json', 'utf8')), how: fs.readFileSync(process.env.GEMINI_SYSTEM_MD, 'utf8'),
         here: fs.readdirSync('.'), ignored: fs.readFileSync('.geminiignore', 'utf8'), variables: fs.readFileSync('.env', 'utf8'),
       }))
       console.log(JSON.stringify({ response: '{"bullets":[]}', stats: { models: {
         a: { tokens: { prompt: 10, candidates: 2, thoughts: 3 } }, b: { tokens: { prompt: 1, candidates: 1, thoughts: 0 } } } } }))`,
    )
    expect(await ask(['gemini'], 'flash')).toEqual({ text: '{"bullets":[]}', tokens: { in: 11, out: 6 } })
    const seen = told('seen') as { settings: object; env: object; args: string[] }
    expect(seen).toMatchObject({
      input: 'Notes.',
      how: 'How.',
      home: ['oauth_creds.json', 'settings.json'],
      here: ['.env', '.gemini', '.geminiignore'],
      ignored: '*\n',
      variables: '',
      settings: {
        tools: { core: [] },
        hooksConfig: { enabled: false },
        security: { auth: { selectedType: 'oauth-personal' } },
        model: { name: 'pro' },
      },
      env: { GEMINI_API_KEY: 'of a file', GEMINI_SANDBOX: 'false', TMPDIR: expect.stringContaining('memory-reader-') },
    })
    expect(Object.keys(seen.env)).not.toEqual(expect.arrayContaining(['ANTHROPIC_API_KEY']))
    expect(seen.settings).not.toHaveProperty('mcpServers')
    expect(seen.settings).not.toHaveProperty('context.includeDirectories')
    expect(seen.args.slice(-2)).toEqual(['--model', 'flash'])
    await ask(['gemini'], 'flash', 20_000, { GEMINI_CLI_HOME: '' })
    expect(told('seen')).toMatchObject({ home: ['oauth_creds.json', 'settings.json'] }) // an empty one counts as none
  })

  test('openclaw is asked with what the user says of models alone, and a list that denies every tool', async () => {
    mkdirSync(join(base, '.openclaw'))
    writeFileSync(join(base, '.openclaw/openclaw.json'), '{}')
    program(
      'openclaw',
      `const fs = require('node:fs')
       const after = (name) => process.argv[process.argv.indexOf(name) + 1]
       const read = (path) => JSON.parse(fs.readFileSync(path, 'utf8'))
       const config = read(after('--config'))
       fs.writeFileSync(out + '/seen', JSON.stringify({
         input: fs.readFileSync(0, 'utf8'), message: after('--message-file'), config, env: process.env, folder: after('--cwd'),
         none: read(require('node:path').resolve(after('--config'), '..', config.$include[1])), here: fs.readdirSync('.'),
       }))
       console.log(JSON.stringify({ ok: true, final: '{"bullets":[]}', usage: { input: 11, output: 7, cacheRead: 1, cacheWrite: 0 } }))`,
    )
    expect(await ask(['openclaw'], 'here/m')).toEqual({ text: '{"bullets":[]}', tokens: { in: 12, out: 7 } })
    const seen = told('seen') as { config: object; none: object; env: Record<string, string> }
    expect(seen).toMatchObject({
      input: 'How.\n\nNotes.\n',
      message: '-',
      here: [],
      config: {
        $include: [join(base, '.openclaw/openclaw.json'), './none.json'],
        agents: { defaults: { models: { 'here/m': { agentRuntime: { id: 'openclaw' } } } } },
        tools: { deny: ['*'] },
        mcp: {},
        plugins: { slots: { memory: 'none' } },
      },
      none: { agents: 0, tools: 0, mcp: 0, plugins: 0, hooks: 0 },
    })
    expect(seen.env['OPENCLAW_INCLUDE_ROOTS']).toBe(join(base, '.openclaw'))
    expect(readdirSync(join(base, 'tmp'))).toEqual([])
  })

  test('openclaw without a model, or with one that another program runs with its tools, is refused with what to do', () => {
    const of = (model: string | null) => () =>
      modelOfProgram({ by: 'program', command: ['/opt/openclaw'], model, atOnce: 1 }, environment(), top)
    expect(of(null)).toThrow('openclaw is asked for one of its models: --model PROVIDER/MODEL')
    expect(of('opus')).toThrow('--model PROVIDER/MODEL')
    expect(of('claude-cli/opus')).toThrow('set that one itself, --command claude or gemini')
    expect(of('anthropic/opus')).not.toThrow()
  })

  test('opencode is told which models the user has, and neither their servers nor their instructions', async () => {
    mkdirSync(join(base, '.config/opencode'), { recursive: true })
    writeFileSync(
      join(base, '.config/opencode/opencode.jsonc'),
      '{ /* mine */ "model": "here/m", "provider": { "here": { "npm": "x" } }, "mcp": { "a": {} }, "instructions": ["b.md"], }',
    )
    program(
      'opencode',
      `require('node:fs').writeFileSync(out + '/env', JSON.stringify(process.env))
       console.log(JSON.stringify({ type: 'text', part: { text: '[]' } }))`,
    )
    await ask(['opencode'])
    const env = told('env') as Record<string, string>
    const settings = JSON.parse(env['OPENCODE_CONFIG_CONTENT']!) as object
    expect(settings).toMatchObject({ model: 'here/m', provider: { here: { npm: 'x' } }, tools: { '*': false } })
    expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['mcp']))
    expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['instructions']))
    expect(env['XDG_CONFIG_HOME']).not.toBe(join(base, '.config'))
  })

  test('an error that it prints as a result is none', async () => {
    program('claude', `console.log(JSON.stringify({ type: 'result', is_error: true, result: 'Invalid API key' }))`)
    await expect(ask(['claude'])).rejects.toMatchObject({ message: 'claude gave no answer: Invalid API key' })
    program(
      'gemini',
      `console.error('Warning\\n' + JSON.stringify({ error: { message: 'no login', code: 41 } }, null, 2)); process.exit(41)`,
    )
    await expect(ask(['gemini'])).rejects.toMatchObject({ message: 'gemini ended with 41: no login' })
    program(
      'opencode',
      `console.log('{"type":"step_start"}\\n' + JSON.stringify({ type: 'error', error: { name: 'APIError', data: { message: 'no credit', status: 429 } } })); process.exit(1)`,
    )
    await expect(ask(['opencode'])).rejects.toMatchObject({ message: 'opencode ended with 1: no credit' })
    program('codex', `console.log('nothing written')`)
    await expect(ask(['codex'])).rejects.toMatchObject({ message: 'codex gave no answer: nothing written' })
  })
})
