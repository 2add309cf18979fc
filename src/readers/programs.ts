/**
 * How a program is run so that it answers with text and does nothing else: its tools are off, nothing of the user's own
 * set-up is loaded that could act, and nothing is kept. Checked against the real programs by `npm run test:clients`.
 */
export interface ReaderProgram {
  /** Behind the user's own arguments. `answer`, `schema` and `instructions` are files in the folder that it runs in. */
  readonly args: (how: {
    readonly model: string | null
    readonly answer: string
    readonly schema: string
    readonly instructions: string
  }) => string[]
  /** Variables that it is given beside those of every program; a name that ends in `_` means all that begin so. */
  readonly keeps: readonly string[]
  /** Set for it. */
  readonly sets?: Readonly<Record<string, string>>
  /** What it answered, of what it printed; undefined where that is in the file `answer`. */
  readonly read?: (stdout: string) => ReadReply | undefined
}

export interface ReadReply {
  readonly text: string
  readonly tokens?: { readonly in: number; readonly out: number }
}

/** It is told so in place of pages about tools that it does not have. */
export const role = 'You read notes that are quoted to you, and answer with JSON alone.'

const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const countOf = (usage: unknown, ...names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (Number((usage as Record<string, unknown> | undefined)?.[name]) || 0), 0)

/** `{"type":"result","result":"[…]","usage":{"input_tokens":12,"output_tokens":3}}` */
function ofClaude(stdout: string): ReadReply | undefined {
  const told = objectIn(stdout)
  if (typeof told?.['result'] !== 'string' || told['is_error'] === true) return undefined
  const usage = told['usage']
  const read = countOf(usage, 'input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens')
  return { text: told['result'], tokens: { in: read, out: countOf(usage, 'output_tokens') } }
}

/** A line an event: `{"type":"text","part":{"text":"[…]"}}`, `{"type":"step_finish","part":{"tokens":{"input":12,"output":3}}}` */
function ofOpencode(stdout: string): ReadReply | undefined {
  const events = stdout.split('\n').flatMap((line) => {
    const event = objectIn(line)
    return event ? [event] : []
  })
  const part = (event: Readonly<Record<string, unknown>>) => event['part'] as Record<string, unknown> | undefined
  const texts = events.flatMap((event) => {
    const text = event['type'] === 'text' ? part(event)?.['text'] : undefined
    return typeof text === 'string' ? [text] : []
  })
  if (texts.length === 0) return undefined
  const ends = events.filter(({ type }) => type === 'step_finish').map((event) => part(event)?.['tokens'])
  const sum = (name: string): number => ends.reduce((total: number, tokens) => total + countOf(tokens, name), 0)
  return { text: texts.join(''), tokens: { in: sum('input'), out: sum('output') } }
}

/** What would give its model a tool, or start something of the user's. */
const codexFeatures = ['shell_tool', 'unified_exec', 'view_image', 'image_generation', 'apps', 'plugins'].concat([
  'multi_agent',
  'goals',
  'hooks',
  'skill_search',
  'tool_suggest',
  'browser_use',
  'computer_use',
  'memories',
])

const modelAs = (flag: string, model: string | null): string[] => (model === null ? [] : [flag, model])

/** By the name of the program. One that has no row is run as it is written, and what it prints is its answer. */
export const readerPrograms: Readonly<Record<string, ReaderProgram>> = {
  claude: {
    args: ({ model }) =>
      modelAs('--model', model).concat(
        ['--print', '--output-format', 'json', '--tools', '', '--strict-mcp-config', '--setting-sources', ''],
        ['--disable-slash-commands', '--no-session-persistence', '--no-chrome', '--system-prompt', role],
      ),
    keeps: ['ANTHROPIC_', 'CLAUDE_', 'AWS_', 'GOOGLE_', 'CLOUD_ML_REGION'],
    sets: { DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    read: ofClaude,
  },
  codex: {
    args: ({ model, answer, schema, instructions }) =>
      [
        'exec',
        '--skip-git-repo-check',
        '--sandbox',
        'read-only',
        '--ephemeral',
        '--ignore-rules',
        '--ignore-user-config',
      ].concat(
        modelAs('--model', model),
        // A flag that a version does not know is an error, a setting is not.
        codexFeatures.flatMap((name) => ['-c', `features.${name}=false`]),
        ['-c', 'web_search="disabled"', '-c', 'project_doc_max_bytes=0', '-c', 'skills.bundled.enabled=false'],
        ['-c', 'analytics.enabled=false', '-c', 'check_for_update_on_startup=false'],
        ['-c', `model_instructions_file=${JSON.stringify(instructions)}`],
        ['--color', 'never', '--output-schema', schema, '--output-last-message', answer, '-'],
      ),
    keeps: ['OPENAI_', 'CODEX_', 'AZURE_'],
  },
  opencode: {
    args: ({ model }) => ['run', '--pure', '--title', 'notes', '--format', 'json', ...modelAs('--model', model)],
    keeps: ['OPENCODE_', 'ANTHROPIC_', 'OPENAI_', 'GEMINI_', 'OPENROUTER_', 'GROQ_', 'MISTRAL_'],
    sets: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        snapshot: false,
        mcp: {},
        tools: { '*': false },
        permission: { '*': 'deny' },
        agent: { reader: { prompt: role, mode: 'primary', tools: { '*': false }, permission: { '*': 'deny' } } },
        default_agent: 'reader',
      }),
    },
    read: ofOpencode,
  },
}
