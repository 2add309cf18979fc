import { messages } from '../stand-in/messages.js'

const server = 'workspace-memory'

export const claudeCode = {
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.332',
  bin: 'claude',
  client: 'claude',
  installs: 'in the workspace',
  protocol: messages,
  /** Its own instructions, in a home. */
  instructions: '.claude/CLAUDE.md',
  agent: 'claude-code',
  /** A hook puts the brief before a session. */
  begins: true,
  /** What stands in its files before ours does. */
  theirs: {
    '.mcp.json': '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "true" }\r\n\t}\r\n}',
    '.claude/settings.json':
      '{\n  "hooks": {\n    "SessionStart": [\n      { "hooks": [{ "type": "command", "command": "echo of another hook" }] }\n    ]\n  }\n}\n',
  },
  /** It names tools to its model, and gives it those that it asks for. */
  opening: (verbs) => [
    { own: 'ToolSearch', input: { query: `select:${verbs.map((verb) => `mcp__${server}__${verb}`)}` } },
  ],
  start: ({ address, question }) => ({
    args: ['--print', question, '--output-format', 'json', '--allowedTools', `mcp__${server}`],
    env: {
      ANTHROPIC_BASE_URL: address,
      ANTHROPIC_API_KEY: 'sk-ant-none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
}
