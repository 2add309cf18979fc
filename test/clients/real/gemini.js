import { generate } from '../stand-in/generate.js'

/** As a reader alone: `memory init` sets nothing up for it but what GEMINI.md says. */
export const gemini = {
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  bin: 'gemini',
  client: 'gemini',
  reads: 'alone',
  protocol: generate,
  /** What it would tell its model: where its own instructions stand in a home. */
  instructions: '.gemini/GEMINI.md',
  readerModel: 'stand-in',
  start: ({ address, home }) => ({
    env: { GOOGLE_GEMINI_BASE_URL: address },
    files: {
      '.gemini/.env': 'GEMINI_API_KEY=none\n',
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        context: { includeDirectories: [`${home}/private`] },
        mcpServers: { other: { command: 'touch', args: [`${home}/started`] } },
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${home}/started` }] }] },
        tools: { discoveryCommand: `touch ${home}/started` },
      }),
    },
  }),
}
