import { readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { packageRoot } from '../index.js'
import { configuredWorkspaces, openclawPlaces } from '../model/openclaw.js'
import { quoted } from '../text/safe-text.js'
import { shown } from './text.js'

/** What of `openclaw.json` a person sets: the brief needs the permission, and OpenClaw's own search takes pages in. */
const settings = [
  `openclaw config set 'plugins.entries.workspace-memory.hooks.allowConversationAccess' true`,
  `openclaw config set 'memory.search.extraPaths' '["bank"]' --strict-json`,
] as const

/**
 * How OpenClaw gets our plugin, as commands for a person: its configuration may be JSON5 with comments, holds
 * credentials, and is OpenClaw's own to write.
 *
 * @param root of the workspace that `memory init` was run in
 */
export function openclawSteps(root: string, environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] ?? homedir()
  const { config, workspace } = openclawPlaces(environment, home)
  const read = readConfig(config)
  const workspaces = configuredWorkspaces(read.value, home)
  const known = workspaces.length > 0 ? workspaces : [workspace]
  return [
    `OpenClaw reads ${shown(config)}${read.doubt}. Nothing was written there; it gets the plugin by:`,
    `  openclaw plugins install --link ${quoted(packageRoot)} --force --accept-capabilities`,
    ...settings.map((line) => `  ${line}`),
    known.some((each) => isSame(root, each))
      ? 'The first adds the plugin, the second lets direct sessions begin with the brief, the third has memory_search find pages.'
      : `Its workspace is ${known.map(shown).join(', or ')}, and this is another: run memory init there too, or name this one in agents.defaults.workspace.`,
  ].join('\n')
}

/** @returns the value of a file of plain JSON; else what to doubt of what is made of it */
function readConfig(path: string): { readonly value?: unknown; readonly doubt: string } {
  try {
    if (!statSync(path).isFile()) return { doubt: ', which is no file' }
  } catch {
    return { doubt: ', which is not there yet' }
  }
  try {
    return { value: JSON.parse(readFileSync(path, 'utf8')) as unknown, doubt: '' }
  } catch {
    return { doubt: ', which is no plain JSON, so that the workspaces it names were not read' }
  }
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}
