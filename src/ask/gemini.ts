import { join } from 'node:path'
import {
  countOf,
  homeIn,
  modelAs,
  objectIn,
  temporaryAt,
  userSettingsIn,
  type ModelProgram,
  type ProgramReply,
} from './program.js'

/**
 * Gemini CLI: https://geminicli.com/docs/reference/configuration. It keeps each conversation at its home. So it is
 * given another home, with the user's login and choice of model, and nothing else of theirs.
 */
export const gemini: ModelProgram = {
  call: ({ model, system, user, place, environment }) => ({
    args: ['--output-format', 'json', '--extensions', 'none', '--allowed-mcp-server-names', 'none'].concat(
      ['--approval-mode', 'default'],
      modelAs('--model', model),
    ),
    sets: {
      GEMINI_CLI_HOME: place('home'),
      GEMINI_SYSTEM_MD: place('how.md'),
      GEMINI_WRITE_SYSTEM_MD: 'false',
      // Without this it starts itself once more, and that process would outlive its time.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_SANDBOX: 'false',
      NO_BROWSER: 'true',
      ...temporaryAt(place('.')),
    },
    input: user,
    files: {
      [place('how.md')]: system,
      [place('home/.gemini/settings.json')]: JSON.stringify({ ...quiet, ...chosenIn(geminiHome(environment)) }),
      // A log that says `@name` shows the model the file of that name in the folder. None may be shown.
      [place('here/.geminiignore')]: '*\n',
      // Without these files it looks for variables in the folders above, which may be anybody's.
      [place('here/.env')]: '',
      [place('here/.gemini/.env')]: '',
    },
    lends: Object.fromEntries(
      ['oauth_creds.json', 'google_accounts.json', 'gemini-credentials.json', 'installation_id'].map((name) => [
        place(`home/.gemini/${name}`),
        join(geminiHome(environment), '.gemini', name),
      ]),
    ),
  }),
  keeps: ['GEMINI_', 'GOOGLE_', 'CLOUD_SHELL'],
  variables: (environment) => ['.gemini/.env', '.env'].map((name) => join(geminiHome(environment), ...name.split('/'))),
  read: ofGemini,
}

/** The user's way to log in, and the model that they chose. */
function chosenIn(home: string): object {
  const { security, model } = (userSettingsIn(join(home, '.gemini', 'settings.json')) ?? {}) as Readonly<
    Record<string, { readonly auth?: unknown; readonly name?: unknown } | undefined>
  >
  return { security: { ...quiet.security, auth: security?.auth }, model: { name: model?.name } }
}

const geminiHome = (environment: NodeJS.ProcessEnv): string => environment['GEMINI_CLI_HOME'] || homeIn(environment)

/** Settings without any tool: `core`, the list of tools that there are, is empty. */
const quiet = {
  tools: { core: [], discoveryCommand: '', callCommand: '', sandbox: false },
  mcp: { serverCommand: '', allowed: [] },
  hooksConfig: { enabled: false },
  skills: { enabled: false },
  experimental: { enableAgents: false },
  context: {
    fileName: 'none.of.these',
    memoryBoundaryMarkers: [],
    includeDirectoryTree: false,
    fileFiltering: { respectGeminiIgnore: true },
  },
  general: {
    enableAutoUpdate: false,
    enableAutoUpdateNotification: false,
    plan: { enabled: false },
    checkpointing: { enabled: false },
    // By default it waits and asks again for longer than its time.
    maxAttempts: 2,
  },
  ide: { enabled: false },
  // Nothing in its folder needs to be trusted.
  security: { folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
}

/**
 * Reads the answer out of
 * `{"response":"[…]","stats":{"models":{"gemini-2.5-flash":{"tokens":{"prompt":12,"candidates":3,"thoughts":0}}}}}`
 */
function ofGemini(stdout: string): ProgramReply | undefined {
  const told = objectIn(stdout)
  if (typeof told?.['response'] !== 'string' || told['error'] !== undefined) return undefined
  const stats = told['stats'] as
    { readonly models?: Readonly<Record<string, { readonly tokens?: unknown }>> } | undefined
  const models = Object.values(stats?.models ?? {})
  const sum = (...names: readonly string[]): number =>
    models.reduce((total, { tokens }) => total + countOf(tokens, ...names), 0)
  const cost = models.length === 0 ? {} : { tokens: { in: sum('prompt'), out: sum('candidates', 'thoughts') } }
  return { text: told['response'], ...cost }
}
