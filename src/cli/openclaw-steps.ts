import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { packageRoot } from '../index.js'
import { openclawPlaces } from '../model/openclaw.js'
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
 *     OpenClaw has no workspace at /home/me/.openclaw/workspace …
 *
 * @param root of the workspace that `memory init` was run in
 */
export function openclawSteps(root: string, environment: NodeJS.ProcessEnv): string {
  const { config, workspace } = openclawPlaces(environment, environment['HOME'] ?? homedir())
  return [
    `OpenClaw reads ${shown(config)}${existsSync(config) ? '' : ', which is not there yet'}. Nothing was written there; it gets the plugin by:`,
    `  openclaw plugins install --link ${quoted(packageRoot)} --force --accept-capabilities`,
    ...settings.map((line) => `  ${line}`),
    isSame(root, workspace)
      ? 'The first adds the plugin, the second lets direct sessions begin with the brief, the third has memory_search find pages.'
      : `Its usual workspace is ${shown(workspace)}, and this is another: unless agents.defaults.workspace names this one, run memory init there.`,
  ].join('\n')
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}
