import { readRegular } from '../../files/files.js'
import type { EmbeddingSettings } from '../../vectors/provider.js'

/**
 * The file that says which model makes vectors of this clone's memory:
 *
 *     .git/workspace-memory/embeddings.json
 *     {"provider":"ollama","model":"nomic-embed-text","url":"http://127.0.0.1:11434","allowRemote":false,"search":"auto"}
 *
 * It is in no commit: there, whoever can push would decide where everybody's notes are sent.
 */
export const settingsName = 'embeddings.json'

/** A file beside it, made once somebody was told that a model is at hand, or wants none. */
export const offeredName = 'embeddings-offered'

/** The settings; undefined where none are set, or they cannot be read. */
export function embeddingSettings(folder: string): EmbeddingSettings | undefined {
  try {
    const text = readRegular(folder, settingsName, 10_000)?.toString('utf8')
    const { provider, model, url, allowRemote, search } = JSON.parse(text ?? '') as Record<
      keyof EmbeddingSettings,
      unknown
    >
    return typeof provider === 'string' && typeof model === 'string' && typeof url === 'string'
      ? {
          provider,
          model,
          url,
          allowRemote: allowRemote === true,
          search: typeof search === 'string' ? search : 'auto',
        }
      : undefined
  } catch {
    return undefined
  }
}
