import { readRegular } from '../../files/files.js'
import { modelServers } from '../../ask/servers.js'
import type { LanguageModelSettings } from '../../ask/language-model.js'

/**
 * Which model reads this clone's logs:
 *
 *     .git/workspace-memory/reader.json
 *     {"by":"program","command":["claude"],"model":null}
 *     {"by":"server","api":"ollama","url":"http://127.0.0.1:11434","model":"qwen3:8b","allowRemote":false}
 *
 * A clone's own: in a commit, whoever can push would decide what runs here and where everybody's notes are sent.
 */
export const modelSettingsName = 'reader.json'

/** Undefined where none is set; what cannot be read is none. */
export function languageModelSettings(folder: string): LanguageModelSettings | undefined {
  try {
    const text = readRegular(folder, modelSettingsName, 10_000)?.toString('utf8')
    const { by, command, model, api, url, allowRemote } = JSON.parse(text ?? '') as Record<string, unknown>
    if (by === 'program' && Array.isArray(command) && command.length > 0 && command.every(isText))
      return { by, command, model: isText(model) ? model : null }
    if (by === 'server' && isText(api) && Object.hasOwn(modelServers, api) && isText(url) && isText(model))
      return { by, api, url, model, allowRemote: allowRemote === true }
    return undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
