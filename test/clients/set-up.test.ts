import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { clientNames } from '../../src/clients/client-names.js'
import { clientFiles } from '../../src/clients/clients.js'
import type { SetUpStep } from '../../src/clients/set-up.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout, withRepo, type Repo } from '../support/with-repo.js'

// One shares its file with another, and has a test of its own.
const all = Object.keys(clientNames)
  .filter((name) => name !== 'failures')
  .join()
const ofClients = Object.values(clientFiles).flatMap((files) => files.map(({ path }) => path))
const written = ['AGENTS.md', 'CLAUDE.md', ...ofClients].toSorted()

/** The files of the working tree that are no notes. */
const tree = (repo: Repo): Map<string, string> =>
  new Map([...repo.files()].filter(([path]) => !/^(?:\.git|node_modules)\/|(?:^|\/)\.memory\//.test(path)))

const steps = (repo: Repo, ...args: string[]): Pick<SetUpStep, 'path' | 'does'>[] =>
  (JSON.parse(repo.memory('init', ...args, '--json').stdout) as { clients: SetUpStep[] }).clients.map(
    ({ path, does }) => ({
      path,
      does,
    }),
  )

/** What people have in such files. */
const theirs: Readonly<Record<string, string>> = {
  'AGENTS.md': '# How we work\r\n\r\nTests first.',
  'CLAUDE.md': '# For Claude\n',
  'GEMINI.md': 'Read this:\n\n@./AGENTS.md\n',
  '.mcp.json': '\uFEFF{\n\t"mcpServers": {\n\t\t"db": { "command": "db" } // ours\n\t},\n}\n',
  '.claude/settings.json':
    '{\r\n  "permissions": { "allow": [] },\r\n  "hooks": {\r\n    "SessionStart": [\r\n      { "hooks": [{ "type": "command", "command": "date" }] }\r\n    ]\r\n  }\r\n}',
  '.codex/config.toml': 'model = "x" # why\n\n[mcp_servers.db]\ncommand = "db"',
  '.cursor/mcp.json': '',
  '.vscode/mcp.json': '{\n  // none yet\n  "servers": {},\n  "inputs": [],\n}\n',
  '.vscode/settings.json': '{}\n',
  'opencode.json': '{ "$schema": "x" }',
}

describe('memory init --with a client', () => {
  test('writes its files once, and --without leaves neither file nor folder', () =>
    withRepo((repo) => {
      const before = tree(repo)
      expect(steps(repo, '--with', all).map(({ does }) => does)).toEqual(written.map(() => 'write'))
      expect([...tree(repo).keys()].filter((path) => !before.has(path))).toEqual(written)
      const after = tree(repo)
      expect(steps(repo, '--with', all).map(({ does }) => does)).toEqual(written.map(() => 'unchanged'))
      expect(tree(repo)).toEqual(after)
      expect(repo.memory('init', '--without', all).status).toBe(0)
      expect(tree(repo)).toEqual(before)
      expect(ofClients.map(dirname).filter((folder) => folder !== '.' && repo.exists(folder))).toEqual([])
    }))

  test('adds to what stands there, and --without gives back its bytes and its mode', () =>
    withRepo((repo) => {
      for (const [path, content] of Object.entries(theirs)) repo.write(path, content)
      chmodSync(repo.path('.mcp.json'), 0o600)
      const before = tree(repo)
      repo.init('--with', all)
      const changed = [...tree(repo)].filter(([path, content]) => content !== before.get(path)).map(([path]) => path)
      // GEMINI.md takes AGENTS.md in.
      expect(changed).toEqual(written)
      expect(statSync(repo.path('.mcp.json')).mode & 0o777).toBe(0o600)
      const after = tree(repo)
      repo.init('--with', all)
      expect(tree(repo)).toEqual(after)
      repo.memory('init', '--without', all)
      expect(tree(repo)).toEqual(before)
      expect(statSync(repo.path('.mcp.json')).mode & 0o777).toBe(0o600)
    }))

  test('shows what it writes, and what a person does next', () =>
    withRepo((repo) => {
      repo.write('.git/info/exclude', '.vscode/\n')
      const { stdout } = repo.memory('init', '--with', 'claude,vscode')
      expect(stdout).toContain(
        'writes      .mcp.json\n    mcpServers.workspace-memory: {"type":"stdio","command":"sh","args":["-c","for m in ./node_modules/.bin/memory memory; do ',
      )
      expect(stdout).toContain('For all who clone this: git add .mcp.json .claude/settings.json && git commit\n')
      expect(stdout).toContain('Git ignores .vscode/mcp.json: for this machine alone.\n')
      expect(repo.memory('init', '--without', 'claude').stdout).toBe(
        'takes out   mcpServers.workspace-memory, of .mcp.json\ntakes out   hooks.SessionStart, of .claude/settings.json\n',
      )
    }))

  test('stands in the folder of the workspace, where the client is opened', () =>
    withRepo((repo) => {
      repo.write('notes/memory/2025-11-27.md', retain('W @Ana: Lives in Graz'))
      repo.memory('init', '--with', all, '--workspace', 'notes')
      expect(
        [...tree(repo).keys()].filter((path) => /^(?:notes\/)?(?:\.[a-z]|AGENTS|CLAUDE|opencode)/.test(path)),
      ).toEqual(written.map((path) => `notes/${path}`))
    }))

  test('that is taken out installs no hook and makes no index', () =>
    withRepo((repo) => {
      const before = repo.files()
      expect(repo.memory('init', '--without', all, '--json').stdout).toMatch(/"clients": \[/)
      expect(repo.files()).toEqual(before)
    }))
})

describe('a file that memory init does not take for its own', () => {
  test.each([
    ['.cursor/mcp.json', '{\n  "mcpServers": {\n', /\.cursor\/mcp\.json:3 is not understood: /],
    ['.codex/config.toml', 'a = 1\nb = ?\n', /\.codex\/config\.toml:2 is not understood: /],
    ['.mcp.json', Buffer.from('{"a": "\xff"}', 'latin1'), /\.mcp\.json:1 is not understood: it is not UTF-8/],
    ['.vscode/mcp.json', '// none yet', /\.vscode\/mcp\.json:1 is not understood: /],
    ['CLAUDE.md', '<!-- >>> workspace-memory -->\n', /CLAUDE\.md:1 is not understood: /],
  ])('%s that cannot be understood: it is told with its line, and nothing is written', (path, content, message) =>
    withRepo((repo) => {
      repo.write(path, content)
      const before = repo.files()
      const ran = repo.memory('init', '--with', all)
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringMatching(message)])
      const isOurs = (name: string): boolean => /^(?:\.git\/workspace-memory|\.memory)\//.test(name)
      expect(new Map([...repo.files()].filter(([name]) => !isOurs(name)))).toEqual(before)
    }),
  )

  test('an entry that somebody changed: it is left alone and told, also by --without', () =>
    withRepo((repo) => {
      repo.init('--with', all)
      for (const path of written.filter((name) => !name.endsWith('.md')))
        repo.write(path, repo.read(path).replace('--offline', '--prefer-offline'))
      repo.write('AGENTS.md', repo.read('AGENTS.md').replace('At the start', 'When you like'))
      repo.write('CLAUDE.md', repo.read('CLAUDE.md').replace('\n@', '\n@./'))
      const before = tree(repo)
      for (const how of ['--with', '--without']) {
        expect(steps(repo, how, all).map(({ does }) => does)).toEqual(written.map(() => 'left alone'))
        expect(repo.memory('init', how, all).stdout).toContain(
          'left alone  .mcp.json: mcpServers.workspace-memory is not as memory init writes it, so it is yours',
        )
        expect(tree(repo)).toEqual(before)
      }
    }))

  test('a byte order mark: it stays, and nothing behind it is misunderstood', () =>
    withRepo((repo) => {
      repo.write('.claude/settings.json', '\uFEFF{\n  "model": "x"\n}\n')
      repo.write('CLAUDE.md', '\uFEFF@AGENTS.md\n')
      const before = tree(repo)
      const { stdout } = repo.memory('init', '--with', 'agents,claude,failures')
      // CLAUDE.md reads AGENTS.md already; and a file with two entries is named once.
      expect(stdout).toContain('git add AGENTS.md .mcp.json .claude/settings.json && git commit')
      expect(repo.memory('init', '--without', 'claude,agents').status).toBe(0)
      expect(tree(repo)).toEqual(before)
    }))

  test('a link, or a folder: nothing is written through it or in its place', () =>
    withRepo((repo) => {
      const outside = repo.at('elsewhere')
      outside.write('mcp.json', '{}')
      symlinkSync(outside.root, repo.path('.cursor'))
      symlinkSync(outside.path('mcp.json'), repo.path('.mcp.json'))
      mkdirSync(repo.path('.codex/config.toml'), { recursive: true })
      for (const client of ['cursor', 'claude', 'codex']) {
        for (const how of ['--with', '--without']) {
          const ran = repo.memory('init', how, `agents,${client}`)
          expect([ran.status, ran.stderr]).toEqual([2, expect.stringMatching(/is a link|is no file/)])
        }
      }
      expect(outside.read('mcp.json')).toBe('{}')
      expect(repo.exists('AGENTS.md')).toBe(false)
    }))

  test.each([
    ['husky', /--without takes no husky, which is undone by hand: memory hooks uninstall/],
    ['emacs', /--without takes agents, claude, (?:\w+, )+openclaw, got emacs/],
  ])('--without %s is refused with what would be right', (name, message) =>
    withRepo((repo) => {
      const ran = repo.memory('init', '--without', name)
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringMatching(message)])
    }),
  )

  test('one name for --with and for --without is refused', () =>
    withRepo((repo) => {
      expect(repo.memory('init', '--with', 'claude', '--without', 'claude').stderr).toMatch(/choose one/)
    }))
})

describe('memory init --with agents,claude', () => {
  const line = '\n@AGENTS.md\n'
  const instructions = 'This workspace has a memory'

  test.each(['claude', 'agents', 'agents,claude'])(
    'has Claude Code, which reads CLAUDE.md, read AGENTS.md too, and says so; --without %s takes that line out',
    (without) =>
      withRepo((repo) => {
        repo.write('AGENTS.md', '# How we work\n')
        const { stdout } = repo.memory('init', '--with', 'agents,claude')
        expect(stdout).toContain('Claude Code reads CLAUDE.md, and AGENTS.md by the line @AGENTS.md in it.')
        expect(repo.read('CLAUDE.md')).toContain(line)
        expect(repo.memory('init', '--without', without).stdout).toContain(
          'takes out   the line @AGENTS.md, of CLAUDE.md\n',
        )
        expect(repo.exists('CLAUDE.md')).toBe(false)
        expect(repo.read('AGENTS.md').includes(instructions)).toBe(without === 'claude')
      }),
  )

  test('what somebody wrote below that line stays', () =>
    withRepo((repo) => {
      repo.init('--with', 'agents,claude')
      repo.append('CLAUDE.md', '\nAnswer in Italian.\n')
      repo.memory('init', '--without', 'agents,claude')
      expect(repo.read('CLAUDE.md')).toBe('\nAnswer in Italian.\n')
    }))

  test.each<[string, (repo: Repo) => void]>([
    ['takes AGENTS.md in already', (repo) => repo.write('CLAUDE.md', '# C\n\n@./AGENTS.md\n')],
    ['is a link to AGENTS.md', (repo) => symlinkSync('AGENTS.md', repo.path('CLAUDE.md'))],
  ])('a CLAUDE.md that %s is left alone', (_what, begin) =>
    withRepo((repo) => {
      repo.write('AGENTS.md', '# A\n')
      begin(repo)
      const before = repo.read('CLAUDE.md')
      repo.init('--with', 'agents,claude')
      expect(repo.read('AGENTS.md')).toContain(instructions)
      expect(repo.read('CLAUDE.md').replace(repo.read('AGENTS.md'), '# A\n')).toBe(before)
    }),
  )

  test('a CLAUDE.md that is broken stands in nobody’s way for whom it is not read', () =>
    withRepo((repo) => {
      repo.write('CLAUDE.md', '<!-- >>> AGENTS.md, by workspace-memory 12345678 (no end) -->\n')
      repo.init('--with', 'codex')
      expect(repo.memory('init', '--with', 'claude').stderr).toBe('')
      expect(repo.memory('init', '--without', 'claude').stderr).toContain('CLAUDE.md:1 is not understood')
    }))

  test('the line comes where the instructions are in AGENTS.md, from before too, and not for a CLAUDE.md that has them itself', () =>
    withRepo((repo) => {
      repo.init('--with', 'claude')
      expect(repo.exists('CLAUDE.md')).toBe(false)
      repo.init('--with', 'agents')
      expect(repo.exists('CLAUDE.md')).toBe(false)
      repo.init('--with', 'claude')
      expect(repo.read('CLAUDE.md')).toContain(line)
      repo.memory('init', '--without', 'agents,claude')
      repo.write('CLAUDE.md', '# C\n')
      repo.init('--with', 'agents,claude')
      expect([repo.read('CLAUDE.md').includes(instructions), repo.read('CLAUDE.md').includes(line)]).toEqual([
        true,
        false,
      ])
    }))
})

describe('memory init --with agents', () => {
  const writes = (repo: Repo): string[] =>
    steps(repo, '--with', 'agents')
      .filter(({ does }) => does === 'write')
      .map(({ path }) => path)

  test.each<[string, (repo: Repo) => void, string[]]>([
    ['nothing', () => undefined, ['AGENTS.md']],
    ['CLAUDE.md alone', (repo) => repo.write('CLAUDE.md', '# C\n'), ['CLAUDE.md']],
    ['CLAUDE.md that takes AGENTS.md in', (repo) => repo.write('CLAUDE.md', '@AGENTS.md\n'), ['AGENTS.md']],
    [
      'AGENTS.md, and CLAUDE.md as a link to it',
      (repo) => {
        repo.write('AGENTS.md', '# A\n')
        symlinkSync('AGENTS.md', repo.path('CLAUDE.md'))
      },
      ['AGENTS.md'],
    ],
    [
      'CLAUDE.md, and AGENTS.md as a link to it',
      (repo) => {
        repo.write('CLAUDE.md', '# C\n')
        symlinkSync('CLAUDE.md', repo.path('AGENTS.md'))
      },
      ['CLAUDE.md'],
    ],
    [
      'all three',
      (repo) => {
        for (const path of ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']) repo.write(path, '# X\n')
      },
      ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'],
    ],
  ])('where there is %s', (_what, begin, wanted) =>
    withRepo((repo) => {
      begin(repo)
      const before = tree(repo)
      expect(writes(repo)).toEqual(wanted)
      expect(writes(repo)).toEqual([])
      repo.memory('init', '--without', 'agents')
      expect(tree(repo)).toEqual(before)
    }),
  )

  const inWorkspace = beginningWith(
    (repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Mara: Prefers short replies', 'W @Mara: Lives in Graz'))
      repo.commit(day(2), retain('B @Mara: Answered at length again'))
    },
    { hooks: true },
  )

  test('every command in it runs as it stands there, and every bullet is a fact', () =>
    inWorkspace((bare) => {
      const bin = bare.at('bin')
      bin.write('.keep', '')
      symlinkSync(join(checkout, 'bin/memory.js'), bin.path('memory'))
      const repo = bare.with({ PATH: `${bin.root}:${bare.environment['PATH']}` })
      const text = readFileSync(join(checkout, 'templates/agents/instructions.md'), 'utf8')
      expect(text.split('\n').length + 2).toBeLessThan(50)
      const lines = [...text.matchAll(/^ {4}(.*)$/gm)].map(([, line]) => line!)
      const commands = [...lines, ...[...text.matchAll(/`(memory [a-z]+)`/g)].map(([, command]) => command!)].filter(
        (line) => /^memory |\| memory /.test(line),
      )
      expect(commands.length).toBeGreaterThan(5)
      const { packets } = JSON.parse(repo.memory('judge', '--next', '1', '--json').stdout) as {
        packets: { fact: { id: string }; beliefs: { id: string }[] }[]
      }
      const ids = [packets[0]!.fact.id, packets[0]!.beliefs[0]!.id]
      for (const command of commands) {
        const ran = repo.run(
          '/bin/sh',
          '-c',
          ids.reduce((line, id) => line.replace('^…', `^${id}`), command),
        )
        expect([command, ran.status, ran.stderr]).toEqual([
          command,
          0,
          expect.not.stringMatching(/nothing was written/),
        ])
      }
      const bullets = lines.filter((line) => line.startsWith('- '))
      repo.commit(
        'memory/2026-01-05.md',
        `${lines
          .slice(lines.indexOf('## Retain'))
          .filter((line) => /^[-#]/.test(line))
          .join('\n')}\n`,
      )
      expect(JSON.parse(repo.memory('status', '--json').stdout)).toMatchObject({ problems: [] })
      const facts = repo
        .memory('dump')
        .stdout.split('\n')
        .filter((line) => line.startsWith('["fact","memory/2026-01-05.md"'))
      expect([facts.length, new Set(bullets.map((line) => line[2])).size]).toEqual([5, 4])
    }))
})
