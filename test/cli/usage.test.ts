import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { commands } from '../../src/cli/commands.js'
import { runCommandLine } from '../../src/cli/run.js'
import { packageVersion } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { fakeSchedulers } from '../support/schedulers.js'
import { beginningWith, memoryCommand, withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { designExample, designLog } from './design-example.js'

/** Dozens of processes, on a machine that may be busy. */
const patience = 120_000

const inExample = beginningWith(
  (repo) => {
    repo.commit(designLog, designExample)
  },
  { hooks: true },
)

/** A command in this process: there are dozens of mistakes, and each is made in a process of its own too, without `--json`. */
async function inProcess({ root, environment }: Repo, ...argv: readonly string[]): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const status = await runCommandLine(argv, {
    cwd: root,
    environment,
    stdin: new PassThrough(),
    stdout,
    stderr,
    now: () => new Date(),
  })
  const [out, err] = [stdout, stderr].map((stream) => String(stream.read() ?? ''))
  return { status, stdout: out!, stderr: err! }
}

/** A way to call every command that has one result. */
const calls: Readonly<Record<string, readonly string[]>> = {
  init: ['init'],
  'init --without': ['init', '--without', 'agents,claude,codex,cursor,vscode'],
  brief: ['brief'],
  recall: ['recall', 'Peter'],
  reflect: ['reflect'],
  'reflect --branch': ['reflect', '--branch', 'memory/reflect'],
  'reflect --summary': ['reflect', '--summary', 'md'],
  retain: ['retain', 'Likes rain', '--entity', 'Ana'],
  core: ['core'],
  'core append': ['core', 'append', 'Persona', '- Asks first.'],
  status: ['status'],
  'status --digest': ['status', '--digest'],
  show: ['show', 'Peter'],
  log: ['log'],
  'log --beliefs': ['log', '--beliefs'],
  blame: ['blame', 'osynd3u4p0'],
  inbox: ['inbox', '--list'],
  bisect: ['bisect', 'osynd3u4p0', '--above', '0.5'],
  impact: ['impact', 'HEAD~1..HEAD'],
  undo: ['undo', 'HEAD'],
  receipts: ['receipts'],
  fleet: ['fleet', 'init', '--db', '.git/fleet'],
  report: ['report'],
  judge: ['judge'],
  embed: ['embed', '--off'],
  retire: ['retire', 'osynd3u4p0'],
  forget: ['forget', 'ses2nrlwpj'],
  doctor: ['doctor'],
  'doctor --secrets': ['doctor', '--secrets'],
  verify: ['verify'],
  expect: ['expect'],
  'expect add': ['expect', 'add', 'Peter', '--dry-run'],
  mcp: ['mcp'],
  import: ['import', '--from', 'codex'],
  suggest: ['suggest'],
  reader: ['reader'],
  'suggest --write': ['suggest', '--write'],
  'suggest --entities': ['suggest', '--entities'],
  export: ['export', 'okf', '--dry-run'],
  rebuild: ['rebuild'],
  'hooks install': ['hooks', 'install'],
  'hooks status': ['hooks', 'status'],
  // Nothing here is written to the machine's own crontab: test/hooks/schedule.test.ts has its own.
  'schedule install': ['schedule', 'install', '--by', 'cron', '--dry-run'],
  'schedule status': ['schedule', 'status'],
  completion: ['completion'],
  sync: ['sync'],
  dump: ['dump'],
  hook: ['hook', 'post-commit'],
  'merge-page': ['merge-page', 'README.md', 'README.md', 'README.md'],
  'hooks uninstall': ['hooks', 'uninstall'],
}

describe('every command', () => {
  const plain = new Map<string, Ran>()
  const asJson = new Map<string, Ran>()
  beforeAll(
    () =>
      inExample((bare) => {
        // The machine's own scheduler is not asked.
        fakeSchedulers(bare.path('../schedulers'))
        const repo = bare.with({ PATH: `${bare.path('../schedulers')}:${bare.environment['PATH']}` })
        for (const [name, args] of Object.entries(calls)) asJson.set(name, repo.memory(...args, '--json'))
        repo.init()
        for (const [name, args] of Object.entries(calls)) plain.set(name, repo.memory(...args))
        for (const { name } of commands) plain.set(`${name} --help`, repo.memory(name, '--help'))
      }),
    patience,
  )

  test('is called here', () => {
    const called = Object.values(calls).map(([name]) => name)
    expect(commands.map(({ name }) => name).filter((name) => !called.includes(name))).toEqual([])
  })

  test.each(Object.keys(calls))('%s ends with status 0', (name) => {
    expect(plain.get(name)).toMatchObject({ status: 0, stderr: '' })
  })

  test.each(Object.keys(calls).filter((name) => !['dump', 'hook', 'mcp'].includes(name)))(
    '%s --json prints one JSON value and nothing else',
    (name) => {
      expect(asJson.get(name)).toMatchObject({ status: 0, stderr: '' })
      expect(JSON.parse(asJson.get(name)!.stdout)).toEqual(expect.any(Object))
    },
  )

  test('dump prints a JSON array a line, with --json and without', () => {
    expect(asJson.get('dump')).toEqual(plain.get('dump'))
    for (const line of plain.get('dump')!.stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toBeInstanceOf(Array)
  })

  test('hook accepts --json and prints nothing on stdout', () => {
    expect(asJson.get('hook')).toMatchObject({ status: 0, stdout: '' })
  })

  test.each(commands.map(({ name }) => name))('%s --help names it, its options and an example', (name) => {
    const { status, stdout, stderr } = plain.get(`${name} --help`)!
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^memory ${name}\\b`))
    expect(stdout).toContain('--json')
    expect(stdout).toMatch(/^Examples:\n {2}\S/m)
  })

  test('puts no escape byte into a pipe', () => {
    for (const { stdout, stderr } of [...plain.values(), ...asJson.values()]) {
      expect(stdout).not.toContain('\u001b')
      expect(stderr).not.toContain('\u001b')
    }
  })
})

describe('memory --help', () => {
  test('lists the commands, without the plumbing', () =>
    inExample((repo) => {
      const { status, stdout } = repo.memory('--help')
      expect(status).toBe(0)
      for (const { name, group } of commands)
        expect(new RegExp(`^  memory ${name}\\b`, 'm').test(stdout)).toBe(group !== 'plumbing')
    }))
})

describe('memory completion', () => {
  test('completes commands and options in bash, and leaves the plumbing out', () =>
    withRepo((repo) => {
      repo.write('../bin/memory', `#!/bin/sh\nexec "${process.execPath}" "${memoryCommand}" "$@"\n`)
      chmodSync(repo.path('../bin/memory'), 0o755)
      const complete = (...words: readonly string[]): string[] => {
        const script = `eval "$(memory completion)"
          COMP_WORDS=(memory "$@") COMP_CWORD=$#
          _memory_yargs_completions
          printf '%s\\n' "\${COMPREPLY[@]}"`
        const there = repo.with({ PATH: `${repo.path('../bin')}:${process.env['PATH']}`, SHELL: '/bin/bash' })
        return there
          .run('bash', '-c', script, 'bash', ...words)
          .stdout.trimEnd()
          .split('\n')
      }
      expect(complete('re')).toEqual([
        'retain',
        'recall',
        'reflect',
        'report',
        'retire',
        'receipts',
        'rebuild',
        'reader',
      ])
      expect(complete('recall', '--com')).toEqual(['--committed'])
      expect(complete('sy')).not.toContain('sync')
    }))
})

const hasFish = spawnSync('fish', ['--version']).status === 0
const whereFishIs = hasFish ? test : test.skip

whereFishIs('memory completion completes commands and options in fish', () =>
  withRepo((repo) => {
    repo.write('../bin/memory', `#!/bin/sh\nexec "${process.execPath}" "${memoryCommand}" "$@"\n`)
    chmodSync(repo.path('../bin/memory'), 0o755)
    const there = repo.with({ PATH: `${repo.path('../bin')}:${process.env['PATH']}`, SHELL: '/usr/bin/fish' })
    const complete = (line: string): string[] =>
      there
        .run('fish', '--no-config', '-c', `memory completion | source; complete --do-complete '${line}'`)
        .stdout.trimEnd()
        .split('\n')
    expect(complete('memory ret')).toEqual([`retire\t${commands.find(({ name }) => name === 'retire')!.summary}`])
    expect(complete('memory recall --com').map((each) => each.split('\t')[0])).toEqual(['--committed'])
  }),
)

describe('memory --version', () => {
  test('is that of the package', () =>
    inExample((repo) =>
      expect(repo.memory('--version')).toEqual({ status: 0, stdout: `${packageVersion}\n`, stderr: '' }),
    ))
})

/** What was typed, and what the answer must name. */
const mistakes: readonly (readonly [what: string, args: readonly string[], named: RegExp])[] = [
  ['an unknown command', ['frobnicate'], /frobnicate/],
  ['a misspelt command', ['recal', 'tea'], /\brecall\b/],
  ['another misspelt command', ['statsu'], /\bstatus\b/],
  ['an unknown flag', ['recall', 'tea', '--sicne', '7d'], /sicne/],
  ['a flag without its value', ['recall', 'tea', '--k'], /--k\b/],
  ['a flag with an empty value', ['recall', 'tea', '--k='], /--k\b/],
  ['a word for a number', ['recall', 'tea', '--k', 'abc'], /--k .*abc/],
  ['no result at all', ['recall', 'tea', '--k', '0'], /--k .*0/],
  ['a flag given twice', ['recall', 'tea', '--k', '1', '--k', '2'], /--k/],
  ['an unknown kind', ['recall', 'tea', '--kind', 'rumour'], /--kind .*opinion.*rumour/],
  ['a day that does not exist', ['recall', 'tea', '--on', '2025-02-30'], /--on .*2025-02-30/],
  ['a word for a date', ['recall', 'tea', '--since', 'someday'], /--since .*someday/],
  ['a window that ends before it begins', ['recall', 'tea', '--since', '2026', '--until', '2025'], /--since.*--until/],
  ['a bad moment', ['recall', 'tea', '--now', 'later'], /--now .*later/],
  ['no question', ['recall'], /question/],
  ['a word too much', ['status', 'extra'], /extra/],
  ['nothing to show', ['show'], /./],
  ['an unknown action', ['hooks', 'instal'], /install/],
  ['another unknown action', ['schedule', 'instal'], /install/],
  ['a time that no clock shows', ['schedule', 'install', '--at', '25:00'], /--at .*25:00/],
  ['a verb that expect has not', ['expect', 'ad', 'tea'], /takes is add, got ad$/m],
  ['an option of expect add', ['expect', '--never', '^osynd3u4p0'], /--never goes with memory expect add/],
  ['an option of expect alone', ['expect', 'add', 'tea', '--only', '1'], /--only goes with memory expect, without add/],
  ['a share that is none', ['expect', 'add', '--belief', 'osynd3u4p0', '--above', '50%'], /--above .*from 0 to 1.*50%/],
  ['nothing to expect', ['expect', 'add'], /a question or a belief/],
  ['a scheduler that is none', ['schedule', 'install', '--by', 'at'], /--by .*cron.* at$/m],
  ['an option of another action', ['schedule', 'remove', '--dry-run'], /--dry-run .*install/],
  ['a folder that does not exist', ['status', '--workspace', 'nowhere'], /nowhere/],
]

describe('something typed that cannot be meant', () => {
  const answers = new Map<string, Ran>()
  beforeAll(
    () =>
      inExample((repo) => {
        for (const [what, args] of mistakes) answers.set(what, repo.memory(...args))
      }),
    patience,
  )

  test.each(mistakes)('is answered in one sentence, with status 2: %s', (what, _args, named) => {
    const { status, stdout, stderr } = answers.get(what)!
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^memory: [^\n]+\n$/)
    expect(stderr).toMatch(named)
  })

  test('and nothing typed at all by the help, on stderr', () =>
    inExample((repo) => {
      const { status, stdout, stderr } = repo.memory()
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toBe(repo.memory('--help').stdout)
      expect(repo.memory('help', 'recall')).toEqual(repo.memory('recall', '--help'))
    }))

  test('a folder that is in no repository', () =>
    withRepo((repo) => {
      const outside = repo.at('home')
      for (const args of [['status'], ['recall', 'tea'], ['init'], ['rebuild']]) {
        const { status, stdout, stderr } = outside.memory(...args)
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
        expect(stderr).toMatch(/^memory: \S+ is in no Git repository: run `git init` there first[^\n]*\n$/)
      }
    }))
})

describe('with --json an error is one line of JSON on stderr, with the status it has without', () => {
  /** Whatever command comes first, `--json` comes last. */
  const failed = (ran: Ran): { code: string; message: string } => {
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toMatch(/^[^\n]+\n$/)
    const { error, ...rest } = JSON.parse(ran.stderr) as { error: { code: string; message: string } }
    expect(rest).toEqual({})
    return error
  }
  const byName = Object.entries(calls)

  test.each(byName)('%s with an option that it has not', (_name, args) =>
    withRepo(async (repo) => {
      const ran = await inProcess(repo, ...args, '--frobnicate', '--json')
      expect(ran.status).toBe(2)
      expect(failed(ran)).toEqual({ code: 'usage', message: expect.stringContaining('--frobnicate') })
    }),
  )

  const inRepository = byName.filter(([name]) => !['completion', 'hook', 'fleet'].includes(name))
  test.each(inRepository)('%s in no repository', (name, args) =>
    withRepo(async (repo) => {
      const outside = repo.at('home')
      const bare = outside.memory(...args)
      const ran = await inProcess(outside, ...args, '--json')
      const { code, message } = failed(ran)
      expect(code).toBe(name === 'merge-page' ? 'bad-argument' : 'not-a-repository')
      expect(bare).toEqual({ status: ran.status, stdout: '', stderr: `memory: ${message}\n` })
    }),
  )

  test('hook, which never fails for a repository, says which hooks there are', () =>
    withRepo((repo) => expect(failed(repo.memory('hook', 'frobnicate', '--json')).code).toBe('bad-argument')))

  test('what is not found has its own code, and status 1', () =>
    withRepo((repo) => {
      repo.write(day(1), '')
      const ran = repo.memory('show', 'Nobody', '--json')
      expect(ran.status).toBe(1)
      expect(failed(ran).code).toBe('not-found')
    }))

  test.each(mistakes)('%s', (_what, args) =>
    withRepo(async (repo) => {
      repo.write(day(1), '')
      const ran = await inProcess(repo, '--json', ...args)
      expect(ran.status).toBe(2)
      expect(failed(ran).code).toMatch(/^(?:usage|bad-argument|no-workspace|git-failed)$/)
    }),
  )

  test('and behind -- the same word is text', () =>
    withRepo((repo) => {
      repo.write(day(1), '')
      const ran = repo.memory('recall', '--on', 'someday', '--', 'what', 'is', '--json')
      expect(ran).toMatchObject({ status: 2, stderr: expect.stringMatching(/^memory: --on takes a date/) })
    }))

  test('hostile text in it is escaped', () =>
    withRepo((repo) => {
      repo.write(day(1), '')
      const { stderr } = repo.memory('show', 'x\u001b[31m\u202e', '--json')
      expect(stderr).not.toMatch(/[\u001b\u202e]/)
      expect((JSON.parse(stderr) as { error: { message: string } }).error.message).toContain('x\u001b[31m\u202e')
    }))
})

describe('a look-up that finds nothing', () => {
  test('ends with status 1 and names what was asked for', () =>
    inExample((repo) => {
      for (const reference of ['Nobody', '^0000000000', 'memory/2025-11-27.md#L99']) {
        const { status, stdout, stderr } = repo.memory('show', reference)
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
        expect(stderr).toMatch(/^memory: [^\n]+\n$/)
        expect(stderr).toContain(reference)
      }
    }))
})

describe('a reader that has enough', () => {
  test('ends the command without a word', () =>
    withRepo((repo) => {
      const many = Array.from({ length: 2000 }, (_, at) => `W @Peter: Fact number ${at} of very many`)
      repo.commit(designLog, retain(...many))
      const { stdout, stderr } = repo.run('sh', '-c', `"${process.execPath}" "$0" dump | head -n 1`, memoryCommand)
      expect(stdout.split('\n')).toHaveLength(2)
      expect(stderr).toBe('')
    }))
})

describe('a disk that takes no more', () => {
  const full = existsSync('/dev/full') ? test : test.skip

  full('of the output ends the command with status 2 and one line that says so', () =>
    inExample((repo) => {
      const { status, stderr } = repo.run('sh', '-c', `"${process.execPath}" "$0" dump >/dev/full`, memoryCommand)
      expect(status).toBe(2)
      expect(stderr).toMatch(/^memory: the output cannot be written: ENOSPC[^\n]*\n$/)
    }),
  )

  test('or has a file where a folder belongs is named in one line, and is no bug of ours', () =>
    withRepo((repo) => {
      repo.remove('.git/info')
      repo.write('.git/info', 'a file where the folder belongs\n')
      const { status, stderr } = repo.memory('init')
      expect(status).toBe(2)
      expect(stderr).toMatch(/^memory: E[A-Z]+: [^\n]*\.git\/info[^\n]*\n$/)
      expect(JSON.parse(repo.memory('init', '--json').stderr)).toMatchObject({ error: { code: 'file-failed' } })
    }))
})
