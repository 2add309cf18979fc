import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { countOf, homeIn, objectIn, temporaryAt, type ModelProgram, type ProgramReply } from './program.js'

/**
 * OpenClaw's own agent, for one turn: https://docs.openclaw.ai/cli/agent#agent-exec. `openclaw infer model run` has no
 * tools either, but takes its request where every user of the machine can read it. The user's settings of models are
 * taken, with a list that denies every tool. A model that another program runs is refused: it has that program's tools.
 */
export const openclaw: ModelProgram = {
  refuses: (model) =>
    model === null || !/^[^/]+\/./.test(model)
      ? 'openclaw is asked for one of its models: --model PROVIDER/MODEL, as openclaw models list has them'
      : /^[^/]*-cli\//.test(model)
        ? `${model} is another program, which OpenClaw runs with its tools: set that one itself, --command claude or gemini`
        : undefined,
  call({ model, system, user, place, environment }) {
    const theirs = configIn(environment)
    const config = place('openclaw.json')
    return {
      args: ['--log-level', 'silent', 'agent', 'exec', '--message-file', '-', '--json'].concat(
        ['--config', config, '--cwd', place('here')],
        ['--model', model ?? ''],
      ),
      sets: {
        OPENCLAW_CONFIG_PATH: config,
        OPENCLAW_INCLUDE_ROOTS: [dirname(theirs), environment['OPENCLAW_INCLUDE_ROOTS'] ?? '']
          .filter((each) => each !== '')
          .join(delimiter),
        OPENCLAW_NO_AUTO_UPDATE: '1',
        OPENCLAW_OFFLINE: '1',
        DO_NOT_TRACK: '1',
        ...temporaryAt(place('.')),
      },
      input: `${system}\n\n${user}\n`,
      files: {
        [place('none.json')]: JSON.stringify(Object.fromEntries(Object.keys(ours(model)).map((name) => [name, 0]))),
        [config]: JSON.stringify({
          // Numbers in none.json take the place of the user's sections, and the sections below that of the numbers.
          ...(existsSync(theirs) ? { $include: [theirs, './none.json'] } : {}),
          ...ours(model),
          logging: { file: place('log'), level: 'silent' },
        }),
      },
    }
  },
  keeps: [
    'OPENCLAW_',
    'ANTHROPIC_',
    'OPENAI_',
    'GEMINI_',
    'GOOGLE_',
    'OPENROUTER_',
    'GROQ_',
    'MISTRAL_',
    'XAI_',
  ].concat(['DEEPSEEK_', 'OLLAMA_', 'LITELLM_', 'AWS_', 'AZURE_']),
  read: ofOpenclaw,
}

/** Sections that replace the user's, for one model: those that would give an agent something to do. */
const ours = (model: string | null): Readonly<Record<string, unknown>> => ({
  agents: { defaults: { skipBootstrap: true, models: { [model ?? '']: { agentRuntime: { id: 'openclaw' } } } } },
  tools: { deny: ['*'], fs: { workspaceOnly: true } },
  plugins: { slots: { memory: 'none' } },
  mcp: {},
  hooks: {},
  skills: {},
  memory: {},
  channels: {},
  bindings: [],
  diagnostics: {},
  logging: {},
})

function configIn(environment: NodeJS.ProcessEnv): string {
  const { OPENCLAW_CONFIG_PATH, OPENCLAW_STATE_DIR, OPENCLAW_HOME } = environment
  const home = OPENCLAW_HOME || homeIn(environment)
  return OPENCLAW_CONFIG_PATH || join(OPENCLAW_STATE_DIR || join(home, '.openclaw'), 'openclaw.json')
}

/** Reads `{"ok":true,"status":"ok","final":"[…]","usage":{"input":11,"output":7,"cacheRead":0,"cacheWrite":0}}` */
function ofOpenclaw(stdout: string): ProgramReply | undefined {
  const told = objectIn(stdout)
  if (told?.['ok'] !== true || typeof told['final'] !== 'string') return undefined
  const usage = told['usage']
  const cost =
    usage === undefined
      ? {}
      : { tokens: { in: countOf(usage, 'input', 'cacheRead', 'cacheWrite'), out: countOf(usage, 'output') } }
  return { text: told['final'], ...cost }
}
