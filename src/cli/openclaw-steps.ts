import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SettingStep } from '../clients/openclaw-config.js'
import { MemoryError, packageRoot } from '../index.js'
import { configuredWorkspaces, openclawPlaces } from '../model/openclaw.js'
import { inQuotes } from '../text/safe-text.js'
import { shown } from './text.js'

/** Commands for a person: the first lets our plugin add the brief, the second lets OpenClaw search pages. */
const settings = [
  `openclaw config set 'plugins.entries.workspace-memory.hooks.allowConversationAccess' true`,
  `openclaw config set 'memory.search.extraPaths' '["bank"]' --strict-json`,
] as const

/** Folders below OpenClaw's state folder, one of which holds our plugin if OpenClaw installed it itself. */
const installed = ['extensions/workspace-memory', 'npm/projects/workspace-memory'] as const

/** A plan to write or remove OpenClaw's settings. Nothing is written before `apply`, which returns what to print. */
export interface OpenclawPlan {
  readonly config: string
  readonly steps: readonly SettingStep[]
  readonly apply: () => string
}

/**
 * @param root the workspace in which `memory init` was run
 * @throws MemoryError unsafe-path | bad-config | file-failed
 */
export async function openclawPlan(
  root: string,
  environment: NodeJS.ProcessEnv,
  { isOut }: { readonly isOut: boolean },
): Promise<OpenclawPlan> {
  const { planConfig, readConfiguration } = await import('../clients/openclaw-config.js')
  const { config, state } = placesOf(environment)
  const isThere = installed.some((folder) => existsSync(join(state, folder)))
  const plan = planConfig(config, { isOut, packageRoot: isThere ? undefined : packageRoot })
  const value = readConfiguration(config)
  return {
    config,
    steps: plan.steps,
    apply() {
      plan.apply()
      const next = isOut ? [] : [elsewhere(root, environment, value) ?? '', ready].filter((line) => line !== '')
      return [...plan.steps.map((step) => stepLine(config, step)), ...next].join('\n')
    },
  }
}

function stepLine(config: string, { does, entry }: SettingStep): string {
  const said = shown(entry)
  if (does === 'write') return `writes      ${said}, into ${shown(config)}`
  if (does === 'remove') return `takes out   ${said}, of ${shown(config)}`
  if (does === 'unchanged') return `unchanged   ${said}`
  return `left alone  ${said} is not as memory init writes it, so it is yours`
}

const ready = 'A gateway that runs reads it at once; then: openclaw plugins doctor && openclaw wsmem'

/** Commands to add our plugin. OpenClaw's configuration holds credentials, so we write it only on request. */
export async function openclawSteps(root: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const { config } = placesOf(environment)
  const read = await readConfig(config)
  return [
    `OpenClaw reads ${shown(config)}${read.doubt}. Nothing was written there; it gets the plugin by:`,
    `  openclaw plugins install --link ${inQuotes(packageRoot)} --force --accept-capabilities`,
    ...settings.map((line) => `  ${line}`),
    elsewhere(root, environment, read.value) ??
      'The first adds the plugin, the second lets direct sessions begin with the brief, the third has memory_search find pages.',
    ...(read.isThere ? ['Or at once, into that file: memory init --with openclaw --yes'] : []),
  ].join('\n')
}

const homeOf = (environment: NodeJS.ProcessEnv): string => environment['HOME'] ?? homedir()
const placesOf = (environment: NodeJS.ProcessEnv) => openclawPlaces(environment, homeOf(environment))

/** A line on where OpenClaw's workspace is; undefined where it is this one. */
function elsewhere(root: string, environment: NodeJS.ProcessEnv, value: unknown): string | undefined {
  const workspaces = configuredWorkspaces(value, homeOf(environment))
  const known = workspaces.length > 0 ? workspaces : [placesOf(environment).workspace]
  return known.some((each) => isSame(root, each))
    ? undefined
    : `Its workspace is ${known.map(shown).join(', or ')}, and this is another: run memory init there too, or name this one in agents.defaults.workspace.`
}

interface ConfigRead {
  readonly value?: unknown
  /** Empty, or what follows the path in a message: `, which is not there yet`. */
  readonly doubt: string
  readonly isThere: boolean
}

async function readConfig(config: string): Promise<ConfigRead> {
  if (!existsSync(config)) return { doubt: ', which is not there yet', isThere: false }
  try {
    const { readConfiguration } = await import('../clients/openclaw-config.js')
    return { value: readConfiguration(config), doubt: '', isThere: true }
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause
    return { doubt: ', which is not understood, so that the workspaces it names were not read', isThere: false }
  }
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}
