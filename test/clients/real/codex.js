import { responses } from '../stand-in/responses.js'

export const codex = {
  name: 'Codex',
  package: '@openai/codex',
  version: '0.171.0',
  bin: 'codex',
  client: 'codex',
  /** Its servers get PATH and HOME, and not the variable that says where npm installs to. */
  installs: 'globally, to a prefix that an environment variable names',
  protocol: responses,
  instructions: '.codex/AGENTS.md',
  agent: 'codex-mcp-client',
  theirs: {
    '.codex/config.toml':
      '# of the project\r\nmodel_reasoning_effort = "low" # enough\r\n\r\n[mcp_servers.other]\r\ncommand = "true"\r\n',
  },
  opening: () => [],
  /** As a reader it is not given the user's settings. */
  asReader: ({ address }) =>
    ['model="stand-in"', 'model_provider="here"']
      .concat(`model_providers.here={name="here",base_url="${address}/v1",wire_api="responses"}`)
      .flatMap((setting) => ['-c', setting]),
  /** Of a result, without what it says before it. */
  resultIn: (text) => text.replace(/^Wall time: [\d.]+ seconds\nOutput:\n/, ''),
  start: ({ address, home, workspace, question }) => ({
    args: ['exec', '--json', '--sandbox', 'workspace-write', question],
    env: { CODEX_HOME: `${home}/.codex`, RUST_LOG: 'warn' },
    files: {
      '.codex/config.toml': [
        'model = "stand-in"',
        'model_provider = "here"',
        'check_for_update_on_startup = false',
        // It asks its model without what has not started by then; by itself it waits for less than a second.
        'mcp_optional_startup_grace_ms = 30000',
        '[analytics]',
        'enabled = false',
        '[model_providers.here]',
        'name = "here"',
        `base_url = "${address}/v1"`,
        'wire_api = "responses"',
        `[projects."${workspace}"]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    },
  }),
}
