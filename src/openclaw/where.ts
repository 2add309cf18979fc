import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { atHome, openclawPlaces } from '../model/openclaw.js'
import type { PluginApi, ToolContext } from './api.js'

/**
 * The folder of the workspace that a call is about: what OpenClaw says of the agent, what the plugin's settings name, what
 * OpenClaw would give an agent of that name, and where it keeps a workspace by itself.
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
