import { readRegular } from '../../files/files.js'
import { modelServers } from '../../ask/servers.js'
import { mostAtOnce, type LanguageModelSettings } from '../../ask/language-model.js'

/**
 * The file that says which model reads this clone's logs:
 *
 *     .git/workspace-memory/reader.json
 *     {"by":"program","command":["claude"],"model":null,"atOnce":4}
 *     {"by":"server","api":"ollama","url":"http://127.0.0.1:11434","model":"qwen3:8b","allowRemote":false,"atOnce":1}
 *
 * It is in no commit: there, whoever can push would decide what runs here and where everybody's notes are sent.
 */
export const modelSettingsName = 'reader.json'

/** The file of a reader's answers that no commit holds yet. It has words of logs, so forgetting drops it. */
export const keptAnswersName = 'reader-answers.jsonl'

/** The settings; undefined where none are set, or they cannot be read. */
export function languageModelSettings(folder: string): LanguageModelSettings | undefined {
  try {
    const text = readRegular(folder, modelSettingsName, 10_000)?.toString('utf8')
    const { by, command, model, api, url, allowRemote, atOnce } = JSON.parse(text ?? '') as Record<string, unknown>
    const many = isAtOnce(atOnce) ? atOnce : 1
    if (by === 'program' && Array.isArray(command) && command.length > 0 && command.every(isText))
      return { by, command, model: isText(model) ? model : null, atOnce: many }
    if (by === 'server' && isText(api) && Object.hasOwn(modelServers, api) && isText(url) && isText(model))
      return { by, api, url, model, allowRemote: allowRemote === true, atOnce: many }
    return undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const isAtOnce = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostAtOnce
