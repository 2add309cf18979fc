import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { atHome, openclawPlaces } from '../model/openclaw.js'
import type { PluginApi, ToolContext } from './api.js'

/**
 * The folder of the workspace that a call is about. The first that is known counts: the call's own, the one in the
 * plugin's settings, the one that OpenClaw gives an agent of that name, OpenClaw's usual one.
 */
export function workspaceFolder(
  { config, pluginConfig, runtime }: Pick<PluginApi, 'config' | 'pluginConfig' | 'runtime'>,
  { workspaceDir, agentId }: ToolContext,
): string {
  const home = process.env['HOME'] ?? homedir()
  if (workspaceDir) return resolve(workspaceDir)
  if (pluginConfig?.workspace) return atHome(pluginConfig.workspace, home)
  return (
    runtime?.agent?.resolveAgentWorkspaceDir?.(config ?? {}, agentId ?? 'main') ??
    openclawPlaces(process.env, home).workspace
  )
}
