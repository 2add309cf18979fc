import { join } from 'node:path'
import { countOf, homeIn, modelAs, objectIn, userSettingsIn, type ModelProgram, type ProgramReply } from './program.js'

/**
 * opencode: https://opencode.ai/docs/config. It merges all settings that it finds, and a later one cannot take out a
 * server or an instruction of an earlier one. So it is kept from finding any, and given what the user's settings say of
 * models.
 */
export const opencode: ModelProgram = {
  call: ({ model, system, user, place, environment }) => ({
    args: ['run', '--pure', '--title', 'notes', '--format', 'json', ...modelAs('--model', model)],
    sets: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_CLAUDE_CODE: '1',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
      OPENCODE_DB: place('opencode.db'),
      XDG_CONFIG_HOME: place('config'),
      OPENCODE_CONFIG: '',
      OPENCODE_CONFIG_DIR: '',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        ...modelsIn(environment),
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
}

const noTools = { tools: { '*': false }, permission: { '*': 'deny' } }

/** What the user's settings say of models, merged in opencode's order. */
function modelsIn(environment: NodeJS.ProcessEnv): Readonly<Record<string, unknown>> {
  const folder = join(environment['XDG_CONFIG_HOME'] || join(homeIn(environment), '.config'), 'opencode')
  const files = ['config.json', 'opencode.json', 'opencode.jsonc'].map((name) => join(folder, name))
  const found = [...files, environment['OPENCODE_CONFIG'] ?? ''].flatMap((file) => {
    const settings = userSettingsIn(file)
    return settings ? [settings] : []
  })
  const each = (name: string): unknown[] =>
    found.map((settings) => settings[name]).filter((value) => value !== undefined)
  return {
    provider: Object.assign({}, ...each('provider')) as unknown,
    ...Object.fromEntries(
      ['model', 'small_model', 'enabled_providers', 'disabled_providers'].flatMap((name) =>
        each(name)
          .slice(-1)
          .map((value) => [name, value]),
      ),
    ),
  }
}

/**
 * Reads events, one a line: `{"type":"text","part":{"text":"[…]"}}`,
 * `{"type":"step_finish","part":{"tokens":{"input":12,"output":3}}}`
 */
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
