import { requestServer, serverAt } from '../servers/ask-server.js'
import { besideOurs, isLocalThere } from './local.js'
import type { EmbeddingSettings } from './provider.js'
import { providers } from './providers.js'

/** A model that can be set as it is, and why it is the one. */
export interface ModelAtHand {
  readonly provider: string
  readonly model: string
  readonly why: string
}

/** How names of Ollama's models for embedding begin, the best first by their own cards. */
const embeddingModels = [
  'qwen3-embedding',
  'embeddinggemma',
  'nomic-embed',
  'mxbai-embed',
  'snowflake-arctic-embed',
  'bge-',
  'granite-embedding',
  'paraphrase-multilingual',
  'all-minilm',
]

/**
 * The best model that is there: one for embedding that Ollama has on this machine, else a folder with one that is set
 * already, else the packages beside ours. Undefined where there is none.
 *
 * @param url where Ollama is asked
 * @throws MemoryError bad-argument where that is not this machine
 */
export async function modelAtHand(kept: EmbeddingSettings | undefined, url?: string): Promise<ModelAtHand | undefined> {
  const best = await ollamaAtHand(url)
  if (best) return best
  if (kept?.provider === 'transformers')
    return { provider: 'transformers', model: kept.model, why: 'it is set already' }
  if (isLocalThere()) return { provider: 'local', model: besideOurs, why: 'its packages stand beside workspace-memory' }
  return undefined
}

/** Milliseconds that a server is waited for: one that is there lists its models at once. */
const usualWait = 2000

/**
 * The best model for embedding that Ollama has.
 *
 * @throws MemoryError bad-argument where `url` is not this machine
 */
export async function ollamaAtHand(
  url = providers['ollama']!.url,
  patience = usualWait,
): Promise<ModelAtHand | undefined> {
  const names = await ollamaModels(serverAt(url, false), patience)
  const best = embeddingModels.flatMap((named) => names.find((name) => name.startsWith(named)) ?? [])[0]
  return best === undefined ? undefined : { provider: 'ollama', model: best, why: 'Ollama has it on this machine' }
}

/** The names of a server's models; none where nothing answers there. */
async function ollamaModels(server: URL, patience: number): Promise<readonly string[]> {
  try {
    const { models = [] } = (await requestServer(server, 'api/tags', undefined, patience)) as {
      readonly models?: readonly { readonly name?: unknown }[]
    }
    return models.flatMap(({ name }) => (typeof name === 'string' ? name : []))
  } catch {
    return []
  }
}
