import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, statSync, symlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { Core, CoreEdited } from '../../../src/index.js'
import { jsonOf } from '../../cli/design-example.js'
import { memoryAgain } from '../../support/beside.js'
import { githubToken } from '../../support/credentials.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, memoryCommand, withRepo, type Ran, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const file = 'MEMORY.md'
const text = '# Memory\n\n## Persona\n\nDry and brief.\n- Asks first.\n\n## Rules\n- Be kind.\n'

const begun = beginningWith(
  (repo) => {
    repo.write(file, text)
    repo.write('SOUL.md', 'Patient.\n')
    repo.write(day(1), retain('W @Ana: Lives in Graz', 'W @Ana: Drinks gin'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'begin')
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)

const core = (repo: Repo, ...args: readonly string[]): Ran => repo.memory('core', ...args)
const edited = (repo: Repo, ...args: readonly string[]): CoreEdited =>
  jsonOf<CoreEdited & object>(repo, 'core', ...args)
/** All but our own locks and index. */
const filesOf = (repo: Repo): [string, string][] =>
  [...repo.files()].filter(([path]) => !path.startsWith('.git/workspace-memory/'))
const refused = (repo: Repo, ...args: readonly string[]): string => {
  const before = filesOf(repo)
  const { status, stderr, stdout } = core(repo, ...args)
  expect([status, stdout]).toEqual([stderr.includes('there is no core block') ? 1 : 2, ''])
  expect(filesOf(repo)).toEqual(before)
  return stderr
}
const piped = (repo: Repo, input: string, ...args: readonly string[]): Ran =>
  repo.run(
    '/bin/sh',
    '-c',
    'printf %s "$1" | { shift; "$@"; }',
    'sh',
    input,
    process.execPath,
    memoryCommand,
    'core',
    ...args,
  )

describe('memory core', () => {
  test('shows each block with its place, its length and its limit, and its lines by number', () =>
    begun((repo) => {
      expect(core(repo).stdout.split('\n\n').slice(1).join('\n\n')).toBe(
        [
          'MEMORY.md#L3-L6  Persona  40/5000 characters\n3→## Persona\n4→\n5→Dry and brief.\n6→- Asks first.',
          'MEMORY.md#L8-L9  Rules  19/5000 characters\n8→## Rules\n9→- Be kind.',
          'SOUL.md#L1  SOUL.md  8/5000 characters  read only\n1→Patient.\n',
        ].join('\n\n'),
      )
      const { blocks } = jsonOf<Core & object>(repo, 'core', 'show', 'persona')
      expect(blocks).toEqual([
        {
          block: 'Persona',
          path: file,
          first: 3,
          last: 6,
          source: 'MEMORY.md#L3-L6',
          used: 40,
          limit: 5000,
          readOnly: false,
          text: '## Persona\n\nDry and brief.\n- Asks first.',
        },
      ])
      expect(jsonOf<Core & object>(repo, 'core', 'show', 'MEMORY.md#L5').blocks).toEqual(blocks)
      expect(refused(repo, 'show', 'Persons')).toBe(
        'memory: there is no core block Persons: there are Memory, Persona, Rules, SOUL.md\n',
      )
    }))

  test('tells what is over the limit, what cannot be read, and that there is nothing', () =>
    withRepo((repo) => {
      repo.memory('init')
      expect(core(repo).stdout).toMatch(/^There is no core block yet: /)
      repo.commit('.memory/config.json', '{"core": {"limit": 100}}')
      repo.write(file, `## A\n${'x'.repeat(120)}\tend\n`)
      repo.write('SOUL.md', Buffer.from([0x66, 0xff, 0xfe]))
      symlinkSync(repo.path(file), repo.path('USER.md'))
      const { stdout } = core(repo)
      expect(stdout).toContain('MEMORY.md#L1-L2  A  129/100 characters, 29 too many: a brief leaves out its end\n')
      expect(stdout).toContain('x\tend\n')
      expect(stdout).toContain('\nSOUL.md  not read: its bytes are no text\n')
      expect(stdout).toContain('\nUSER.md  not read: it is no regular file\n')
      repo.git('add', file)
      repo.git('commit', '-q', '-m', 'memory')
      expect(repo.memory('brief').stdout).toContain(
        'MEMORY.md#L1-L2, 129/100 characters:\n(its last 29 characters are cut)',
      )
    }))

  test('what a block says is shown, not obeyed', () =>
    withRepo((repo) => {
      repo.commit(file, '## \u001b[31mred\u202e\nkept\rgone\u0007\n')
      expect(core(repo).stdout).toContain('\\u{1b}[31mred\\u{202e}')
      expect(core(repo).stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    }))

  test('appends, inserts and replaces in the working tree, and tells where it stands', () =>
    begun(async (repo) => {
      expect(edited(repo, 'append', 'Persona', '- Guesses.')).toMatchObject({
        source: 'MEMORY.md#L7',
        written: true,
        commit: null,
        block: { block: 'Persona', last: 7, used: 51 },
      })
      expect(edited(repo, 'insert', 'Rules', '- Stop.', '--line', '10').source).toBe('MEMORY.md#L11')
      // Words that begin with a dash are told apart by where they stand.
      edited(repo, 'replace', 'Persona', '- Asks first.', 'Asks always.')
      edited(repo, 'replace', 'Rules', 'Be kind.', '- Be fair.')
      edited(repo, 'append', 'New ones', 'x')
      const made = text
        .replace('- Asks first.\n', 'Asks always.\n- Guesses.\n')
        .replace('- Be kind.\n', '- - Be fair.\n- Stop.\n\n## New ones\n\nx\n')
      expect(repo.read(file)).toBe(made)
      expect(core(repo, 'append', 'New ones', 'x')).toMatchObject({
        status: 0,
        stdout: 'MEMORY.md#L15  New ones  14/5000 characters\nIt stands there already: nothing was written.\n',
      })
      expect(edited(repo, 'replace', 'New ones', '## New ones\n\nx', '')).toMatchObject({ block: null, source: null })
      expect(repo.git('status', '--porcelain')).toBe(` M ${file}`)
      await expectSameAsRebuild(repo)
    }))

  test('takes a text from standard input, but not two', () =>
    begun((repo) => {
      expect(piped(repo, '- One.\r\n- Two.\r\n', 'append', 'Rules', '-').status).toBe(0)
      expect(repo.read(file)).toBe(`${text}- One.\n- Two.\n`)
      expect(piped(repo, 'x', 'replace', 'Rules', '-', '-').stderr).toContain(
        'standard input can be one text, not both',
      )
      expect(piped(repo, '- One.\n- Two.\n', 'replace', 'Rules', '-', '').status).toBe(0)
      expect(repo.read(file)).toBe(text)
    }))

  test('keeps the mode of the file', () =>
    begun((repo) => {
      chmodSync(repo.path(file), 0o640)
      edited(repo, 'append', 'Rules', 'x')
      expect(statSync(repo.path(file)).mode & 0o777).toBe(0o640)
    }))

  test.each([
    [['append', 'SOUL.md', 'x'], 'SOUL.md is read only: edit the file yourself'],
    [['replace', 'identity.md', 'x', 'y'], 'IDENTITY.md is read only: edit the file yourself'],
    [['append', 'SOUL.md#L1', 'x'], 'SOUL.md is read only'],
    [['append', 'Rules', '  12→- Be kind.'], 'the text holds the line numbers that core show prints'],
    [['append', 'Rules', '## Persona\nx'], 'would begin another block with “## Persona”'],
    [['append', 'Rules', '<<<<<<< ours\n=======\n>>>>>>> theirs'], 'the text holds the marks of a merge'],
    [['append', 'Rules', 'a\u0007b'], 'text holds a control character'],
    [['append', 'Rules', ' \n '], 'say what is to be written'],
    [['append', 'Ru\nles', 'x'], 'a block has a name in one line'],
    [['append', 'MEMORY.md#L99', 'x'], 'there is no core block MEMORY.md#L99'],
    [['append', 'Rules'], 'it is memory core append BLOCK TEXT, each in quotes, got 0 of 1 text'],
    [['append', 'Rules', 'be', 'kind'], 'got 2 of 1 text'],
    [['append', 'Rules', 'x', '--line', '9'], '--line goes with core insert, not with append'],
    [['append', 'Rules', 'x', '--commit'], 'a commit needs a reason'],
    [['append', 'Rules', 'x', '--commit', '--reason', ' '], 'a commit needs a reason'],
    [['insert', 'Rules', 'x'], 'say behind which line'],
    [['insert', 'Rules', 'x', '--line', '5'], 'line 5 is none of Rules, which stands on lines 8 to 9'],
    [['replace', 'Persona', '', 'x'], 'say which words are to be replaced'],
    [['replace', 'Persona', 'r', 'x'], 'stands 4 times in Persona, on lines 3, 5, 6: take words along'],
    [['replace', 'Nobody', 'r', 'x'], 'there is no core block Nobody: there are Memory, Persona, Rules'],
    [['show', '--commit'], '--commit goes with an edit'],
    [['rethink', 'Rules', 'x'], 'core takes show, append, replace, insert, owner, commit, got rethink'],
  ])('%j is refused, and nothing is written: %s', (args, why) =>
    begun((repo) => {
      expect(refused(repo, ...args)).toContain(why)
    }),
  )

  test('of two blocks of one name the place says which', () =>
    begun((repo) => {
      repo.write(file, '## Rules\na\n\n## Rules\nb\n')
      expect(refused(repo, 'append', 'Rules', 'x')).toContain(
        '2 blocks are called Rules: say which by its place, MEMORY.md#L1 or MEMORY.md#L4',
      )
      edited(repo, 'append', 'MEMORY.md#L5', 'x')
      expect(repo.read(file)).toBe('## Rules\na\n\n## Rules\nb\nx\n')
    }))

  test.each([
    [
      'a merge left its marks in',
      '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n',
      'MEMORY.md#L1 has the marks of a merge',
    ],
    ['is no text', Buffer.from([0x66, 0xff, 0xfe]), 'MEMORY.md cannot be read as text: mend it first'],
  ])('a file that %s is left alone', (_, content, why) =>
    begun((repo) => {
      repo.write(file, content)
      expect(refused(repo, 'append', 'Rules', 'x')).toContain(why)
    }),
  )

  test('a file that is a link is not written through', () =>
    begun((repo) => {
      repo.write('elsewhere.md', text)
      repo.remove(file)
      symlinkSync('elsewhere.md', repo.path(file))
      for (const more of [[], ['--commit', '--reason', 'x']])
        expect(refused(repo, 'append', 'Rules', 'x', ...more)).toContain(
          'MEMORY.md is a link: nothing is written through it',
        )
    }))

  test('a block has a limit, and one that is over it may become shorter', () =>
    begun((repo) => {
      expect(edited(repo, 'append', 'Rules', `- ${'🍵'.repeat(4978)}`).block!.used).toBe(5000)
      expect(refused(repo, 'append', 'Rules', '- x')).toContain(
        'Rules would hold 5004 characters, and holds 5000 of 5000: replace what is no longer so',
      )
      repo.write('.memory/config.json', '{"core": {"limit": 200}}')
      repo.git('add', '.memory/config.json')
      repo.git('commit', '-q', '-m', 'limit')
      expect(refused(repo, 'replace', 'Rules', 'kind', 'fair!')).toContain('would hold 5001 characters')
      expect(edited(repo, 'replace', 'Rules', 'kind', 'fit').block!.used).toBe(4999)
      expect(refused(repo, 'append', 'New', 'x'.repeat(200))).toContain(
        'New would hold 208 characters, and holds 0 of 200',
      )
    }))

  test('refuses what looks like a credential, unless it is to be as it is, and lets one go', () =>
    begun((repo) => {
      expect(refused(repo, 'append', 'Rules', `Key: ${githubToken}`)).toContain('looks like a credential (GitHub Token')
      expect(edited(repo, 'append', 'Rules', `Key: ${githubToken}`, '--as-is').written).toBe(true)
      expect(edited(repo, 'append', 'Rules', 'x').written).toBe(true)
      expect(edited(repo, 'replace', 'Rules', `Key: ${githubToken}`, '').written).toBe(true)
      expect(repo.read(file)).not.toContain('ghp_')
    }))

  test('refuses a password in words, and leaves one alone that stands there', () =>
    begun((repo) => {
      expect(refused(repo, 'append', 'Rules', 'The wifi password is\nSommer2026!')).toContain(
        'looks like a credential (a password)',
      )
      expect(refused(repo, 'append', 'Rules', 'API key: one1two2. Root password: Tr0ub4dor&3')).toContain(
        '(a password)',
      )
      expect(edited(repo, 'append', 'Rules', 'The password is required since v2').written).toBe(true)
      expect(edited(repo, 'append', 'Rules', 'The wifi password is Sommer2026!', '--as-is').written).toBe(true)
      expect(edited(repo, 'append', 'Rules', 'Be brief.').written).toBe(true)
      expect(refused(repo, 'append', 'Rules', 'The wifi password was Winter2025!')).toContain('(a password)')
    }))

  test('what was forgotten does not come back by it', () =>
    begun((repo) => {
      edited(repo, 'append', 'Retain', '- W @Ana: Drinks rum', '--commit', '--reason', 'a fact')
      const { results } = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'rum')
      const { id } = results[0]!
      expect(repo.memory('forget', id).status).toBe(0)
      expect(repo.read(file)).not.toContain('rum')
      expect(refused(repo, 'append', 'Retain', '- W @Ana: Drinks rum')).toContain(`^${id} was forgotten`)
    }))

  test('a line that reflect proposed is refused by deleting it, and comes no second time', () =>
    withRepo((repo) => {
      repo.init()
      for (const number of [1, 2, 3, 4]) repo.commit(day(number), retain('O(c=0.95) @Peter: Prefers tea'))
      const propose = (): Ran => repo.memory('reflect', '--commit', '--propose-core')
      expect(propose().stdout).toContain('proposed')
      const line = /^- @Peter: Prefers tea <!-- \^\w+ -->$/m.exec(repo.read(file))![0]
      edited(repo, 'append', 'Owner', line)
      edited(repo, 'replace', 'Proposed by reflect', line, '')
      repo.git('commit', '-q', '-a', '-m', 'taken')
      expect(propose().stdout).not.toContain('proposed')
      expect(edited(repo, 'replace', 'Owner', line, '').written).toBe(true)
      repo.git('commit', '-q', '-a', '-m', 'refused')
      expect(propose().stdout).not.toContain('proposed')
      expect(repo.read(file)).not.toContain('tea')
    }))
})

describe('with --commit', () => {
  const because = ['--commit', '--reason', 'Rule: Peter said so\nIn the call of Monday.']

  test('lands that edit alone, beside what is staged and what is being written, with the reason as message', () =>
    begun(async (repo) => {
      repo.write('staged.txt', 'mine\n')
      repo.git('add', 'staged.txt')
      repo.write(file, `Half a sent\n${text}`)
      const { commit, source } = edited(repo, 'insert', 'Rules', '- Stop.', '--line', '10', ...because)
      expect([repo.git('rev-parse', 'HEAD'), source]).toEqual([commit, 'MEMORY.md#L11'])
      expect(repo.git('log', '-1', '--format=%B')).toBe('Rule: Peter said so\n\nIn the call of Monday.\n')
      expect(repo.git('show', '--format=', '--name-only', 'HEAD')).toBe(file)
      expect(repo.git('show', `HEAD:${file}`)).toBe(`${text}- Stop.`)
      expect(repo.read(file)).toBe(`Half a sent\n${text}- Stop.\n`)
      expect(repo.git('status', '--porcelain')).toBe(`A  staged.txt\n M ${file}`.split('\n').toSorted().join('\n'))
      await expectSameAsRebuild(repo)
    }))

  test('says so where HEAD has other words, or another block by those line numbers', () =>
    begun((repo) => {
      repo.write(file, text.replace('Be kind.', 'Be fair.'))
      expect(refused(repo, 'replace', 'Rules', 'fair', 'fit', ...because)).toContain(
        'as HEAD has it: nothing was written: “fair” does not stand in Rules',
      )
      expect(refused(repo, 'insert', 'Rules', 'x', '--line', '9', ...because)).toContain(
        'as HEAD has it: nothing was written: Rules has changed since',
      )
      expect(edited(repo, 'append', 'Rules', '- x', ...because).commit).not.toBeNull()
      expect(repo.git('show', `HEAD:${file}`)).toBe(`${text}- x`)
      expect(repo.read(file)).toBe(`${text.replace('Be kind.', 'Be fair.')}- x\n`)
    }))

  test('is refused while the file is staged otherwise', () =>
    begun((repo) => {
      repo.write(file, `${text}mine\n`)
      repo.git('add', file)
      expect(refused(repo, 'append', 'Rules', 'x', ...because)).toContain('MEMORY.md is staged: commit it')
    }))

  test('a subject that reads like a trailer stays the subject, above that of the agent', () =>
    begun((repo) =>
      repo.use(async (workspace) => {
        await workspace.editCore(
          { edit: 'append', block: 'Rules', text: 'x' },
          { commit: true, reason: 'Rules: stricter', agent: 'claude-code' },
        )
        expect(repo.git('log', '-1', '--format=%s|%(trailers:key=Agent,valueonly,separator=)')).toBe(
          'Rules: stricter|claude-code',
        )
      }),
    ))

  test('the program is told by a trailer below a reason whose last line alone reads like one', () =>
    begun((repo) =>
      repo.use(async (workspace) => {
        await workspace.editCore(
          { edit: 'append', block: 'Rules', text: 'x' },
          { commit: true, reason: 'Stricter\nPeter said so.\nSource: a call', agent: 'claude-code' },
        )
        expect(repo.git('log', '-1', '--format=%B')).toBe(
          'Stricter\n\nPeter said so.\nSource: a call\n\nAgent: claude-code\n',
        )
        expect(repo.git('log', '-1', '--format=%(trailers:key=Agent,valueonly,separator=)')).toBe('claude-code')
      }),
    ))

  test('in a workspace below the top of its repository', () =>
    withRepo((top) => {
      const repo = top.at('repo/notes')
      repo.write(day(1), retain('W @Ana: Lives in Graz'))
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'log')
      repo.memory('init')
      edited(repo, 'append', 'Rules', 'x', ...because)
      expect(top.git('show', '--format=', '--name-only', 'HEAD')).toBe(`notes/${file}`)
      expect(repo.read(file)).toBe('## Rules\n\nx\n')
    }))
})

test('a program that gives what is no edit is told what would be right', () =>
  begun((repo) =>
    repo.use(async (workspace) => {
      const wrong: [object, string][] = [
        [
          { edit: 'rewrite', block: 'Rules', text: 'x' },
          'edit must be one of append, replace, insert or owner, got rewrite',
        ],
        [{ edit: 'append', block: 'Rules' }, 'text must be a text, got undefined'],
        [{ edit: 'append', text: 'x' }, 'block must be a text, got undefined'],
        [{ edit: 'replace', block: 'Rules', old: 'x' }, 'new must be a text, got undefined'],
        [{ edit: 'insert', block: 'Rules', text: 'x', line: 1.5 }, 'line must be the number of a line'],
        [{ edit: 'append', block: 'Rules', text: 'half \ud83c' }, 'or bytes that are no text'],
      ]
      for (const [edit, why] of wrong) await expect(workspace.editCore(edit as never)).rejects.toThrow(why)
      expect(repo.read(file)).toBe(text)
    }),
  ))

const runs = Number(process.env['LAW_RUNS'] ?? 6)

/** One process after another, each appending a line. */
async function writer(repo: Repo, who: string): Promise<string[]> {
  const commit = who === 'a' ? '--commit --reason "$at"' : ''
  await memoryAgain(repo, runs, `core append Rules "- Line $at of ${who}." ${commit} > out-${who}`)
  return Array.from({ length: runs }, (_, at) => `- Line ${at + 1} of ${who}.`)
}

test('two processes and an editor that appends to the same file at once lose nothing, and tear nothing', () =>
  begun(async (repo) => {
    let saved = 0
    const editor = setInterval(() => repo.append(file, `Saved ${++saved}.\n`), 60)
    const written = (await Promise.all([writer(repo, 'a'), writer(repo, 'b')])).flat()
    clearInterval(editor)
    const lines = repo.read(file).split('\n')
    expect(lines.filter((line) => line.startsWith('- Line')).toSorted()).toEqual(written.toSorted())
    expect(saved).toBeGreaterThan(0)
    for (let at = 1; at <= saved; at++) expect(lines.filter((line) => line === `Saved ${at}.`)).toHaveLength(1)
    const rest = lines.filter((line) => !/^(?:- Line|Saved)/.test(line))
    expect(rest.join('\n')).toBe(text)
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe(String(3 + runs))
    await expectSameAsRebuild(repo)
  }))

test('killed at any moment it leaves the old file or the new one, and the same command ends it', () =>
  begun(async (repo) => {
    const began = performance.now()
    core(repo, 'append', 'Rules', 'first', '--commit', '--reason', 'first')
    const whole = performance.now() - began
    for (let at = 0; at < runs; at++) {
      const before = repo.read(file)
      const args = ['core', 'append', 'Rules', `- Line ${at}.`, '--commit', '--reason', `line ${at}`]
      const child = spawn(process.execPath, [memoryCommand, ...args], {
        cwd: repo.root,
        env: repo.environment,
        stdio: 'ignore',
      })
      const end = once(child, 'close')
      await wait((whole * (at + 1)) / (runs + 1))
      child.kill('SIGKILL')
      await end
      const after = `${before}- Line ${at}.\n`
      expect([before, after]).toContain(repo.read(file))
      repo.remove('.git/index.lock')
      expect(repo.memory(...args)).toMatchObject({ status: 0, stderr: '' })
      expect([repo.read(file), repo.git('show', `HEAD:${file}`)]).toEqual([after, after.trimEnd()])
    }
    expect(repo.git('status', '--porcelain', '--', file)).toBe('')
    await expectSameAsRebuild(repo)
  }))
