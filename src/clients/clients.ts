import type { Editor } from './editor.js'
import { jsonEntry } from './json-entry.js'
import { tomlEntry } from './toml-entry.js'

/** One file of a client's, in the folder that it is opened in. */
export interface ClientFile {
  readonly path: string
  readonly editor: Editor
}

/** Under which a client lists our tools. */
const server = 'workspace-memory'

/**
 * How the program is started from a file that a whole team has: by npm, which finds it in the `node_modules` around the
 * folder, else among what is installed globally; `--no` and `--offline` keep it from fetching another package of the name.
 */
const command = 'npx'
const words = ['--no', '--offline', 'memory'] as const
const serve = [...words, 'mcp'] as const

/** A session begins whatever becomes of this: where nothing is installed or committed it prints nothing. */
const brief = `cd "\${CLAUDE_PROJECT_DIR:-.}" && ${[command, ...words, 'brief'].join(' ')} 2>/dev/null || :`

const stdio = { type: 'stdio', command, args: serve }

/**
 * The project's own configuration files of each client. None holds a path of this machine: each starts its servers in
 * the folder that is open, or tells them which.
 *
 * - Claude Code: https://code.claude.com/docs/en/mcp (`.mcp.json`, project scope) and
 *   https://code.claude.com/docs/en/hooks (`SessionStart`: what it prints is put before the model; after `resume` it is
 *   there still)
 * - Codex: https://developers.openai.com/codex/mcp (`mcp_servers.<id>`, which has no `type`; of a trusted project), and
 *   `codex-rs/core/config.schema.json` of https://github.com/openai/codex
 * - Cursor: https://cursor.com/docs/context/mcp (`type` is required; `${workspaceFolder}` is the folder that holds
 *   `.cursor/mcp.json`, and what a server is started in is not promised)
 * - VS Code: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration (`servers`; `cwd` is the workspace
 *   folder where it is not said)
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
      editor: tomlEntry(['mcp_servers', server], { command, args: serve }, 'memory init --without codex removes it'),
    },
  ],
  cursor: [
    {
      path: '.cursor/mcp.json',
      editor: jsonEntry({
        within: ['mcpServers'],
        key: server,
        value: { type: 'stdio', command, args: [...serve, '--workspace', '${workspaceFolder}'] },
      }),
    },
  ],
  vscode: [{ path: '.vscode/mcp.json', editor: jsonEntry({ within: ['servers'], key: server, value: stdio }) }],
} as const satisfies Record<string, readonly ClientFile[]>
