import { describe, expect, test } from '@jest/globals'
import { symlinkSync } from 'node:fs'
import { beginningWith, memoryCommand, type Repo } from '../support/with-repo.js'

interface Report {
  readonly found: readonly { readonly name: string; readonly details?: readonly string[]; readonly advice?: string }[]
}

const inWorkspace = beginningWith((repo) => repo.init('--with', 'codex'))

const clientsOf = (repo: Repo): Report['found'][number] | undefined =>
  (JSON.parse(repo.memory('doctor', '--clients', '--json').stdout) as Report).found.find(
    ({ name }) => name === 'clients',
  )

/** `memory` where a person has it, by a prefix that npm knows from the environment alone. */
function withPrefix(repo: Repo, isOnPath: boolean): Repo {
  const prefix = repo.at('global')
  prefix.write('bin/.keep', '')
  symlinkSync(memoryCommand, prefix.path('bin/memory'))
  const path = repo.environment['PATH']
  return repo.with({ npm_config_prefix: prefix.root, ...(isOnPath ? { PATH: `${prefix.path('bin')}:${path}` } : {}) })
}

describe('memory doctor --clients', () => {
  test('an entry that starts with HOME and PATH alone is right', () =>
    inWorkspace((bare) => {
      const repo = withPrefix(bare, true)
      expect(clientsOf(repo)).toBeUndefined()
      expect(repo.memory('doctor', '--clients').stdout).toContain('ok   clients: 1 server started\n')
    }))

  test('one that needs what a client does not pass on is told, with what would be right here', () =>
    inWorkspace((bare) => {
      const repo = withPrefix(bare, false)
      expect(clientsOf(repo)).toMatchObject({
        details: [expect.stringMatching(/^\.codex\/config\.toml: sh ended with \d+: ./)],
        advice: expect.stringContaining(`${JSON.stringify(process.execPath)}, with the arguments ["`),
      })
    }))

  test('a stranger that answers, one that prints something else, and one that is not there, are each told', () =>
    inWorkspace((repo) => {
      const stranger = `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"other"}}}'`
      const server = (words: readonly string[]): string =>
        JSON.stringify({ mcpServers: { 'workspace-memory': { command: words[0], args: words.slice(1) } } })
      repo.write('.mcp.json', server(['sh', '-c', stranger]))
      repo.write('.cursor/mcp.json', server(['echo', 'Welcome!']))
      repo.write('.codex/config.toml', '[mcp_servers.workspace-memory]\ncommand = "not-there"\n')
      expect(clientsOf(repo)?.details?.toSorted()).toEqual([
        expect.stringMatching(/^\.codex\/config\.toml: .*not-there/),
        '.cursor/mcp.json: it prints "Welcome!", which is no answer',
        '.mcp.json: it is another server, "other"',
      ])
    }))

  test('what a program says is told also where a blank line, a line of JSON or a place in Node comes before it', () =>
    inWorkspace((repo) => {
      const server = (...[command, ...args]: readonly string[]): string =>
        JSON.stringify({ mcpServers: { 'workspace-memory': { command, args } } })
      repo.write('.mcp.json', server('sh', '-c', 'echo; echo "> notes@1.0.0 start"; exec sleep 60'))
      repo.write('.cursor/mcp.json', server('echo', '{"level":"info"}'))
      repo.write(
        '.codex/config.toml',
        `[mcp_servers.workspace-memory]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ["gone.cjs"]\n`,
      )
      expect(clientsOf(repo)?.details?.toSorted()).toEqual([
        expect.stringMatching(/^\.codex\/config\.toml: .* ended with 1: Error: Cannot find module .*gone\.cjs/),
        '.cursor/mcp.json: it prints "{\\"level\\":\\"info\\"}", which is no answer',
        '.mcp.json: it prints "> notes@1.0.0 start", which is no answer',
      ])
    }))

  test('a file that cannot be understood is told, and hides no other', () =>
    inWorkspace((repo) => {
      repo.write('.mcp.json', '{"mcpServers": {\n"workspace-memory"}')
      expect(clientsOf(repo)?.details).toEqual([
        expect.stringMatching(/^\.mcp\.json: line 2 is not understood: [^;]+$/),
        expect.stringMatching(/^\.codex\/config\.toml: sh ended with \d+: ./),
      ])
    }))

  test('the folder is passed on as it is called, whatever signs are in its name', () =>
    inWorkspace((repo) => {
      const odd = repo.another('a$&b$$c')
      odd.commit('README.md', 'A workspace.\n')
      odd.init()
      const says = { mcpServers: { 'workspace-memory': { command: 'echo', args: ['${workspaceFolder}'] } } }
      odd.write('.cursor/mcp.json', JSON.stringify(says))
      expect(clientsOf(odd)?.details).toEqual([
        `.cursor/mcp.json: it prints ${JSON.stringify(odd.root)}, which is no answer`,
      ])
    }))

  test('a program that prints without an end is ended, and what it printed is no answer', () =>
    inWorkspace((repo) => {
      const endless = { mcpServers: { 'workspace-memory': { command: 'sh', args: ['-c', 'tr "\\0" x < /dev/zero'] } } }
      repo.write('.mcp.json', JSON.stringify(endless))
      repo.write('.codex/config.toml', '')
      expect(clientsOf(repo)?.details).toEqual([`.mcp.json: it prints "${'x'.repeat(80)}", which is no answer`])
    }))

  test('what a repository names is started only where somebody asks for it', () =>
    inWorkspace((repo) => {
      repo.write('.codex/config.toml', `[mcp_servers.workspace-memory]\ncommand = "touch"\nargs = ["started"]\n`)
      repo.memory('doctor', '--fix')
      expect(repo.exists('started')).toBe(false)
      repo.memory('doctor', '--clients')
      expect(repo.exists('started')).toBe(true)
    }))
})
