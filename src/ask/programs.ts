import { join, resolve } from 'node:path'
import { gemini } from './gemini.js'
import { openclaw } from './openclaw.js'
import { opencode } from './opencode.js'
import {
  countOf,
  homeIn,
  modelAs,
  objectIn,
  type ModelProgram,
  type ProgramCall,
  type ProgramReply,
  type ProgramRequest,
} from './program.js'

/** Reads the answer out of `{"type":"result","result":"[…]","usage":{"input_tokens":12,"output_tokens":3}}` */
function ofClaude(stdout: string): ProgramReply | undefined {
  const told = objectIn(stdout)
  if (typeof told?.['result'] !== 'string' || told['is_error'] === true) return undefined
  const usage = told['usage']
  const read = countOf(usage, 'input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens')
  return { text: told['result'], tokens: { in: read, out: countOf(usage, 'output_tokens') } }
}

const codexFlags =
  'exec --skip-git-repo-check --sandbox read-only --ephemeral --ignore-rules --ignore-user-config --color never'
const codexSettings = ['web_search="disabled"', 'project_doc_max_bytes=0', 'skills.bundled.enabled=false'].concat([
  'analytics.enabled=false',
  'check_for_update_on_startup=false',
])
/** Features that would give its model a tool, or start something of the user's. */
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
/**
 * A home of its own, with the user's login and without their instructions, which no setting leaves out. Not on Windows,
 * where not everybody may make links to the login, and a copy of it would use up the user's own.
 */
const ownCodexHome = (
  place: ProgramRequest['place'],
  environment: NodeJS.ProcessEnv,
): Pick<ProgramCall, 'sets' | 'lends'> => {
  const theirs = resolve(environment['CODEX_HOME'] || join(homeIn(environment), '.codex'))
  return {
    sets: { CODEX_HOME: place('home') },
    lends: Object.fromEntries(['auth.json', 'auth.lock'].map((name) => [place(`home/${name}`), join(theirs, name)])),
  }
}

/** How programs are asked, by name; any other is asked as `unknownProgram`. */
export const modelPrograms: Readonly<Record<string, ModelProgram>> = {
  claude: {
    call: ({ model, system, user }) => ({
      args: modelAs('--model', model).concat(
        ['--print', '--output-format', 'json', '--tools', '', '--strict-mcp-config', '--setting-sources', ''],
        ['--disable-slash-commands', '--no-session-persistence', '--no-chrome', '--system-prompt', system],
      ),
      sets: {
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // By default it asks ten times, which takes longer than its time, and so never says why it failed.
        CLAUDE_CODE_MAX_RETRIES: '2',
        // A log that says `@/etc/passwd` would show the model that file, whatever tools there are.
        CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
        CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
        CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
        CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
      },
      input: user,
    }),
    keeps: ['ANTHROPIC_', 'CLAUDE_', 'AWS_', 'GOOGLE_', 'CLOUD_ML_REGION'],
    read: ofClaude,
  },
  codex: {
    call: ({ model, schema, system, user, place, environment }) => ({
      args: [...codexFlags.split(' '), ...modelAs('--model', model)].concat(
        // A version ends with an error for a flag that it does not know, but not for a setting.
        [...codexSettings, ...codexFeatures.map((name) => `features.${name}=false`)].flatMap((each) => ['-c', each]),
        ['-c', `model_instructions_file=${JSON.stringify(place('how.md'))}`],
        ['--output-schema', place('schema.json'), '--output-last-message', place('answer'), '-'],
      ),
      input: user,
      files: { [place('how.md')]: system, [place('schema.json')]: schema },
      ...(process.platform === 'win32' ? {} : ownCodexHome(place, environment)),
      answer: place('answer'),
    }),
    keeps: ['OPENAI_', 'CODEX_', 'AZURE_'],
  },
  opencode,
  gemini,
  openclaw,
}

/** A program without a row: the request is its input, what it prints is its answer. */
export const unknownProgram: ModelProgram = {
  call: ({ system, user }) => ({ args: [], input: `${system}\n\n${user}\n` }),
  keeps: [],
  read: (stdout) => ({ text: stdout }),
}
