import { join, resolve } from 'node:path'

export interface Places {
  /** The folder of its state. */
  readonly state: string
  /** `openclaw.json` */
  readonly config: string
  /** The workspace of an agent for which the configuration names none. */
  readonly workspace: string
}

/**
 * Where OpenClaw keeps its state, configuration and workspace, by its own rules (2026.9.6,
 * https://docs.openclaw.ai/concepts/agent-workspace). `OPENCLAW_STATE_DIR` names the folder of its state, else
 * `OPENCLAW_PROFILE` does, as `~/.openclaw-<profile>`. The other two stand in it unless `OPENCLAW_CONFIG_PATH` and
 * `OPENCLAW_WORKSPACE_DIR` say otherwise.
 */
export function openclawPlaces(environment: NodeJS.ProcessEnv, home: string): Places {
  const given = (name: string): string => environment[name]?.trim() ?? ''
  const profile = given('OPENCLAW_PROFILE')
  const isNamed = profile !== '' && profile.toLowerCase() !== 'default'
  const own = given('OPENCLAW_STATE_DIR')
  const state = own === '' ? join(home, isNamed ? `.openclaw-${profile}` : '.openclaw') : atHome(own, home)
  const [config, workspace] = [given('OPENCLAW_CONFIG_PATH'), given('OPENCLAW_WORKSPACE_DIR')]
  return {
    state,
    config: config === '' ? join(state, 'openclaw.json') : atHome(config, home),
    workspace: workspace === '' ? join(state, 'workspace') : atHome(workspace, home),
  }
}

/** `~/notes` is a folder of the home; anything else is as it stands. */
export const atHome = (path: string, home: string): string => resolve(path.replace(/^~(?=$|[/\\])/, home))

/** The workspaces that an `openclaw.json` names: `agents.defaults.workspace`, then each of `agents.entries.*.workspace`. */
export function configuredWorkspaces(config: unknown, home: string): string[] {
  const agents = memberOf(config, 'agents')
  const entries = memberOf(agents, 'entries')
  const named = [memberOf(agents, 'defaults'), ...(isObject(entries) ? Object.values(entries) : [])]
  const folders = named.map((each) => memberOf(each, 'workspace')).filter((each) => typeof each === 'string')
  return [...new Set(folders.filter((each) => each.trim() !== '').map((each) => atHome(each, home)))]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const memberOf = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
