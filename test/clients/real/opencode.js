import { chat } from '../stand-in/chat.js'

export const opencode = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  bin: 'opencode',
  client: 'opencode',
  installs: 'in the workspace',
  protocol: chat,
  instructions: '.config/opencode/AGENTS.md',
  agent: 'opencode',
  /** Without a `$schema` it would write one into the file itself. */
  theirs: {
    'opencode.json':
      '{\r\n  // of the project\r\n  "$schema": "https://opencode.ai/config.json",\r\n  "mcp": {\r\n    "other": { "type": "local", "command": ["true"] },\r\n  },\r\n}\r\n',
  },
  opening: () => [],
  start: ({ address, home, question }) => ({
    args: ['run', '--model', 'here/m', question],
    env: {
      OPENCODE_CONFIG: `${home}/opencode.json`,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    files: {
      'opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        snapshot: false,
        model: 'here/m',
        small_model: 'here/m',
        instructions: [`${home}/private/secret.md`],
        mcp: { another: { type: 'local', command: ['touch', `${home}/started`] } },
        provider: {
          here: {
            npm: '@ai-sdk/openai-compatible',
            name: 'here',
            options: { baseURL: `${address}/v1`, apiKey: 'none' },
            models: { m: { name: 'm', tool_call: true, limit: { context: 100_000, output: 1000 } } },
          },
        },
      }),
    },
  }),
}
