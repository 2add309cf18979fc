import type { Editor } from './editor.js'
import { jsonEntry } from './json-entry.js'
import { tomlEntry } from './toml-entry.js'

/** A file of a client's, by its path in the folder that the client is opened in, with the editor of our entry in it. */
export interface ClientFile {
  readonly path: string
  readonly editor: Editor
}

/** The name under which a client lists our tools. */
const server = 'workspace-memory'

/**
 * The shell command that starts the program, for a file that a team shares, so that it holds no path of one machine. It
 * takes the workspace's own package, else a program on the PATH, else what npm finds in the `node_modules` around the
 * folder or among global packages: clients do not always pass on the variables that name those. `--no` and `--offline`
 * keep npm from fetching a stranger's package of the same name.
 */
const start = (args: string): string =>
  `for m in ./node_modules/.bin/memory memory; do command -v $m >/dev/null && exec $m ${args}; done; exec npx --no --offline memory ${args}`

const shell = 'sh'
const serve = ['-c', start('mcp')] as const

/** The command at a session's start. It never fails, and prints nothing where nothing is installed or committed. */
const brief = `(cd "\${CLAUDE_PROJECT_DIR:-.}" && { ${start('brief --tools')}; }) 2>/dev/null || :`

/** The hook's command for a shell command that failed. It never fails itself, and prints JSON or nothing. */
const failure = `(cd "\${CLAUDE_PROJECT_DIR:-.}" && { ${start('recall --failed')}; }) 2>/dev/null || :`

const stdio = { type: 'stdio', command: shell, args: serve }

/**
 * The project's own configuration files of each client. None holds a path of this machine: each client starts its
 * servers in the folder that is open, or tells them which it is.
 *
 * - Claude Code: https://code.claude.com/docs/en/mcp (`.mcp.json`, project scope) and
 *   https://code.claude.com/docs/en/hooks (`SessionStart`: what the hook prints is put before the model; after `resume`
 *   it is there still)
 * - Codex: https://developers.openai.com/codex/mcp (`mcp_servers.<id>`, which has no `type`; only in a trusted
 *   project), and `codex-rs/core/config.schema.json` of https://github.com/openai/codex
 * - Cursor: https://cursor.com/docs/context/mcp (`type` is required; `${workspaceFolder}` is the folder that holds
 *   `.cursor/mcp.json`; no promise is made of the folder that a server is started in)
 * - opencode: https://opencode.ai/docs/mcp-servers (`mcp`, whose `command` is a list)
 * - VS Code: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration (`servers`; `cwd` is the workspace
 *   folder where it is left out)
 */
export const clientFiles = {
  claude: [
    { path: '.mcp.json', editor: jsonEntry({ within: ['mcpServers'], key: server, value: stdio }) },
    {
      path: '.claude/settings.json',
      editor: jsonEntry({
        within: ['hooks', 'SessionStart'],
        value: { matcher: 'startup|clear|compact', hooks: [{ type: 'command', command: brief, timeout: 30 }] },
        sign: 'memory brief',
      }),
    },
  ],
  codex: [
    {
      path: '.codex/config.toml',
      editor: tomlEntry(
        ['mcp_servers', server],
        { command: shell, args: serve },
        'memory init --without codex removes it',
      ),
    },
  ],
  cursor: [
    {
      path: '.cursor/mcp.json',
      editor: jsonEntry({
        within: ['mcpServers'],
        key: server,
        value: {
          type: 'stdio',
          command: shell,
          args: ['-c', `cd "$1" && { ${start('mcp')}; }`, shell, '${workspaceFolder}'],
        },
      }),
    },
  ],
  opencode: [
    {
      path: 'opencode.json',
      editor: jsonEntry({
        within: ['mcp'],
        key: server,
        value: { type: 'local', command: [shell, ...serve], enabled: true },
      }),
    },
  ],
  vscode: [{ path: '.vscode/mcp.json', editor: jsonEntry({ within: ['servers'], key: server, value: stdio }) }],
} as const satisfies Record<string, readonly ClientFile[]>

/**
 * A hook of Claude Code's for a shell command that failed, written only where a person asks for it:
 * https://code.claude.com/docs/en/hooks (`PostToolUseFailure`: the model gets the `additionalContext` that it prints).
 */
export const failureHook: ClientFile = {
  path: '.claude/settings.json',
  editor: jsonEntry({
    within: ['hooks', 'PostToolUseFailure'],
    value: { matcher: 'Bash', hooks: [{ type: 'command', command: failure, timeout: 5 }] },
    sign: 'recall --failed',
  }),
}
