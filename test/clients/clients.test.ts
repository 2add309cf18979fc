import { chmodSync, symlinkSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, test } from '@jest/globals'
import { parse as parseToml } from 'smol-toml'
import { clientFiles } from '../../src/clients/clients.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout, memoryCommand, withRepo, type Ran, type Repo } from '../support/with-repo.js'

/** npm looks for a program in half a second, on a machine that is free. */
const patience = 120_000

const inWorkspace = beginningWith((repo) => {
  repo.commit(day(1), retain('W @Mara: Lives in Graz'))
  repo.init('--with', Object.keys(clientFiles).join())
})

/** What a client starts. */
interface Server {
  readonly command: string
  readonly args: readonly string[]
}

const json = (repo: Repo, path: string): never => JSON.parse(repo.read(path)) as never
const ours = <T>(servers: Record<string, T>): T => servers['workspace-memory']!

const servers: Readonly<Record<string, (repo: Repo) => Server>> = {
  claude: (repo) => ours((json(repo, '.mcp.json') as { mcpServers: Record<string, Server> }).mcpServers),
  codex: (repo) =>
    ours((parseToml(repo.read('.codex/config.toml')) as never as { mcp_servers: Record<string, Server> }).mcp_servers),
  cursor: (repo) => ours((json(repo, '.cursor/mcp.json') as { mcpServers: Record<string, Server> }).mcpServers),
  opencode: (repo) => {
    const [command = '', ...args] = ours(
      (json(repo, 'opencode.json') as { mcp: Record<string, { command: string[] }> }).mcp,
    ).command
    return { command, args }
  },
  vscode: (repo) => ours((json(repo, '.vscode/mcp.json') as { servers: Record<string, Server> }).servers),
}

/** Our program as `npm ci` puts it into a workspace. */
function installIn(repo: Repo): void {
  repo.installPackage()
  repo.write('node_modules/.bin/.keep', '')
  symlinkSync(memoryCommand, repo.path('node_modules/.bin/memory'))
}

/** What every client passes on to a server of what it was started with; Codex takes little more. */
const always = ['HOME', 'PATH']

async function toolsOf(repo: Repo, { command, args }: Server, passedOn = always): Promise<string[]> {
  const transport = new StdioClientTransport({
    command,
    // Cursor says where the folder is that it has open.
    args: args.map((word) => word.replaceAll('${workspaceFolder}', repo.root)),
    cwd: repo.root,
    env: Object.fromEntries(
      Object.entries(repo.environment).flatMap(([name, value]) =>
        passedOn.includes(name) && value !== undefined ? [[name, value]] : [],
      ),
    ),
    stderr: 'ignore',
  })
  const client = new Client({ name: 'tester', version: '1' })
  await client.connect(transport)
  try {
    const { tools } = await client.listTools()
    const asked = await client.callTool({ name: 'recall', arguments: { question: 'where does Mara live' } })
    expect(JSON.stringify(asked)).toContain('Lives in Graz')
    return tools.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

describe('the server that a client is told to start', () => {
  test('is read here from the file of each client', () => {
    expect(Object.keys(servers)).toEqual(Object.keys(clientFiles))
  })

  test.each(Object.keys(servers))(
    '%s: what its file says starts it, from the packages of the workspace',
    (client) =>
      inWorkspace(async (repo) => {
        installIn(repo)
        expect(await toolsOf(repo, servers[client]!(repo))).toEqual(
          expect.arrayContaining(['brief', 'recall', 'retain']),
        )
      }),
    patience,
  )

  test(
    'is found where npm installs globally: on the PATH, wherever that is, and else where npm says',
    () =>
      inWorkspace(async (bare) => {
        const prefix = bare.at('global')
        prefix.write('bin/.keep', '')
        prefix.write('lib/node_modules/.keep', '')
        symlinkSync(memoryCommand, prefix.path('bin/memory'))
        const npmsOwn = { npm_config_prefix: prefix.root }
        const onPath = bare.with({ ...npmsOwn, PATH: `${prefix.path('bin')}:${bare.environment['PATH']}` })
        for (const client of Object.keys(servers))
          expect(await toolsOf(onPath, servers[client]!(onPath))).toContain('recall')
        const repo = bare.with(npmsOwn)
        expect(await toolsOf(repo, servers['claude']!(repo), [...always, 'npm_config_prefix'])).toContain('recall')
      }),
    patience,
  )

  test(
    'takes no other program from the working tree: neither node nor git',
    () =>
      inWorkspace(async (repo) => {
        installIn(repo)
        for (const program of ['node', 'git'])
          repo.write(`node_modules/.bin/${program}`, `#!/bin/sh\ntouch ${repo.path(`taken-${program}`)}\nexit 1\n`)
        for (const program of ['node', 'git']) chmodSync(repo.path(`node_modules/.bin/${program}`), 0o755)
        for (const client of Object.keys(servers))
          expect(await toolsOf(repo, servers[client]!(repo))).toContain('recall')
        expect(['taken-node', 'taken-git'].filter((name) => repo.exists(name))).toEqual([])
      }),
    patience,
  )

  test('no file of it names this machine', () =>
    inWorkspace((repo) => {
      for (const { path } of Object.values(clientFiles).flat()) {
        const content = repo.read(path)
        expect([path, content.includes(repo.root), content.includes(checkout)]).toEqual([path, false, false])
      }
    }))
})

describe('the hook that begins a session of Claude Code', () => {
  interface Settings {
    hooks: { SessionStart: { hooks: { command: string }[] }[] }
  }
  const begins = (repo: Repo, from = repo): Ran => {
    const { hooks } = json(repo, '.claude/settings.json') as Settings
    return from.with({ CLAUDE_PROJECT_DIR: repo.root }).run('/bin/sh', '-c', hooks.SessionStart[0]!.hooks[0]!.command)
  }
  const quietly = { status: 0, stdout: '', stderr: '' }

  test(
    'prints the brief, from whatever folder it runs in',
    () =>
      inWorkspace((repo) => {
        installIn(repo)
        const brief = repo.memory('brief', '--tools').stdout
        expect(brief).toMatch(/^From memory, quoted: .* <end (\w+)>\.\n[^]*Lives in Graz[^]*\n<end \1>\n$/)
        expect(brief).toContain('the tool recall')
        expect(brief).not.toContain('`memory recall')
        expect(begins(repo)).toEqual({ ...quietly, stdout: brief })
        expect(begins(repo, repo.at('home'))).toEqual({ ...quietly, stdout: brief })
      }),
    patience,
  )

  test(
    'is quiet where memory or npm is not installed, or no repository is, and ends well without any commit',
    async () => {
      await inWorkspace((repo) => {
        expect(begins(repo)).toEqual(quietly)
        expect(begins(repo.with({ PATH: '/nowhere' }))).toEqual(quietly)
      })
      await withRepo(
        (repo) => {
          repo.init('--with', 'claude')
          installIn(repo)
          expect(begins(repo)).toEqual({ ...quietly, stdout: expect.stringContaining('without any log yet') })
          repo.remove('.git')
          expect(begins(repo)).toEqual(quietly)
        },
        { unborn: true },
      )
    },
    patience,
  )
})

type Shape = Readonly<Record<string, (value: unknown) => boolean>>

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isOneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value)

/** Every key is one that is published, and has what it takes; the keys that are required are there. */
function expectShape(value: unknown, shape: Shape, required: readonly string[]): void {
  const keys = Object.keys(value as object)
  expect(required.filter((key) => !keys.includes(key))).toEqual([])
  for (const key of keys)
    expect([key, shape[key]?.((value as Record<string, unknown>)[key]) ?? 'is not published']).toEqual([key, true])
}

describe('a file that a client reads has the form that it publishes', () => {
  const local: Shape = { type: isOneOf('stdio'), command: isText, args: areTexts, env: () => true }

  test('.mcp.json (https://code.claude.com/docs/en/mcp)', () =>
    inWorkspace((repo) => {
      expect(Object.keys(json(repo, '.mcp.json'))).toEqual(['mcpServers'])
      expectShape(servers['claude']!(repo), { ...local, timeout: Number.isInteger }, ['command'])
    }))

  test('.claude/settings.json (https://code.claude.com/docs/en/hooks)', () =>
    inWorkspace((repo) => {
      const settings = json(repo, '.claude/settings.json') as { hooks: Record<string, never[]> }
      expect(Object.keys(settings)).toEqual(['hooks'])
      expect(Object.keys(settings.hooks)).toEqual(['SessionStart'])
      const [group, ...more] = settings.hooks['SessionStart']! as { matcher: string; hooks: unknown[] }[]
      expect(more).toEqual([])
      expectShape(group, { matcher: isText, hooks: Array.isArray }, ['hooks'])
      for (const source of group!.matcher.split('|'))
        expect(['startup', 'resume', 'clear', 'compact']).toContain(source)
      for (const each of group!.hooks)
        expectShape(each, { type: isOneOf('command'), command: isText, timeout: Number.isInteger }, ['type', 'command'])
    }))

  test('.codex/config.toml (https://developers.openai.com/codex/config-reference)', () =>
    inWorkspace((repo) => {
      expect(Object.keys(parseToml(repo.read('.codex/config.toml')))).toEqual(['mcp_servers'])
      const { type: _none, ...codex } = local
      expectShape({ ...servers['codex']!(repo) }, { ...codex, cwd: isText, startup_timeout_sec: Number.isInteger }, [
        'command',
      ])
    }))

  test('.cursor/mcp.json (https://cursor.com/docs/context/mcp)', () =>
    inWorkspace((repo) => {
      expect(Object.keys(json(repo, '.cursor/mcp.json'))).toEqual(['mcpServers'])
      expectShape(servers['cursor']!(repo), { ...local, envFile: isText }, ['type', 'command'])
    }))

  test('opencode.json (https://opencode.ai/docs/mcp-servers)', () =>
    inWorkspace((repo) => {
      const { mcp, ...rest } = json(repo, 'opencode.json') as { mcp: Record<string, unknown> }
      expect(rest).toEqual({})
      expectShape(ours(mcp), { type: isOneOf('local'), command: areTexts, enabled: isOneOf(true) }, ['type', 'command'])
    }))

  test('.vscode/mcp.json (https://code.visualstudio.com/docs/copilot/reference/mcp-configuration)', () =>
    inWorkspace((repo) => {
      expect(Object.keys(json(repo, '.vscode/mcp.json'))).toEqual(['servers'])
      expectShape(servers['vscode']!(repo), { ...local, cwd: isText, envFile: isText }, ['type', 'command'])
    }))
})
