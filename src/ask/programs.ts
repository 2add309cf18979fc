/**
 * How a program is run so that it answers with text and does nothing else: its model is given no tool that acts, nothing
 * that it is told comes from the user's own instructions, and nothing is kept. Tried against the real programs by
 * `npm run test:clients`.
 */
export interface ModelProgram {
  readonly call: (how: ProgramRequest) => ProgramCall
  /** Variables that it is given beside those of every program; a name that ends in `_` means all that begin so. */
  readonly keeps: readonly string[]
  /** What it answered, of what it printed; undefined where that is in the file `answer`. */
  readonly read?: (stdout: string) => ProgramReply | undefined
}

export interface ProgramRequest {
  readonly system: string
  readonly user: string
  readonly model: string | null
  /** Files in the folder that it runs in, each written before if the call names it: the answer, its form, and `system`. */
  readonly answer: string
  readonly schema: string
  readonly instructions: string
}

export interface ProgramCall {
  /** Behind the user's own arguments. */
  readonly args: readonly string[]
  readonly sets?: Readonly<Record<string, string>>
  /** On its standard input, where no other user of the machine can read it. */
  readonly input: string
}

export interface ProgramReply {
  readonly text: string
  readonly tokens?: { readonly in: number; readonly out: number }
}

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
function ofClaude(stdout: string): ProgramReply | undefined {
  const told = objectIn(stdout)
  if (typeof told?.['result'] !== 'string' || told['is_error'] === true) return undefined
  const usage = told['usage']
  const read = countOf(usage, 'input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens')
  return { text: told['result'], tokens: { in: read, out: countOf(usage, 'output_tokens') } }
}

/** A line an event: `{"type":"text","part":{"text":"[…]"}}`, `{"type":"step_finish","part":{"tokens":{"input":12,"output":3}}}` */
function ofOpencode(stdout: string): ProgramReply | undefined {
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

const codexFlags =
  'exec --skip-git-repo-check --sandbox read-only --ephemeral --ignore-rules --ignore-user-config --color never'
const codexSettings = ['web_search="disabled"', 'project_doc_max_bytes=0', 'skills.bundled.enabled=false'].concat([
  'analytics.enabled=false',
  'check_for_update_on_startup=false',
])
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
const noTools = { tools: { '*': false }, permission: { '*': 'deny' } }

const modelAs = (flag: string, model: string | null): string[] => (model === null ? [] : [flag, model])

/** By the name of the program. One that has no row is run as it is written, and what it prints is its answer. */
export const modelPrograms: Readonly<Record<string, ModelProgram>> = {
  claude: {
    call: ({ model, system, user }) => ({
      args: modelAs('--model', model).concat(
        ['--print', '--output-format', 'json', '--tools', '', '--strict-mcp-config', '--setting-sources', ''],
        ['--disable-slash-commands', '--no-session-persistence', '--no-chrome', '--system-prompt', system],
      ),
      sets: { DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
      input: user,
    }),
    keeps: ['ANTHROPIC_', 'CLAUDE_', 'AWS_', 'GOOGLE_', 'CLOUD_ML_REGION'],
    read: ofClaude,
  },
  codex: {
    call: ({ model, answer, schema, instructions, user }) => ({
      args: [...codexFlags.split(' '), ...modelAs('--model', model)].concat(
        // A flag that a version does not know is an error, a setting is not.
        [...codexSettings, ...codexFeatures.map((name) => `features.${name}=false`)].flatMap((each) => ['-c', each]),
        ['-c', `model_instructions_file=${JSON.stringify(instructions)}`],
        ['--output-schema', schema, '--output-last-message', answer, '-'],
      ),
      input: user,
    }),
    keeps: ['OPENAI_', 'CODEX_', 'AZURE_'],
  },
  opencode: {
    call: ({ model, system, user }) => ({
      args: ['run', '--pure', '--title', 'notes', '--format', 'json', ...modelAs('--model', model)],
      sets: {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          autoupdate: false,
          share: 'disabled',
          snapshot: false,
          ...noTools,
          agent: { reader: { prompt: system, mode: 'primary', ...noTools } },
          default_agent: 'reader',
        }),
      },
      input: user,
    }),
    keeps: ['OPENCODE_', 'ANTHROPIC_', 'OPENAI_', 'GEMINI_', 'OPENROUTER_', 'GROQ_', 'MISTRAL_'],
    read: ofOpencode,
  },
}

/** A program that nobody knows: the request is its input, what it prints is its answer. */
export const unknownProgram: ModelProgram = {
  call: ({ system, user }) => ({ args: [], input: `${system}\n\n${user}\n` }),
  keeps: [],
  read: (stdout) => ({ text: stdout }),
}
