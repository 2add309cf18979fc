import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'
import { asVectors } from './as-vectors.js'
import { requestServer, serverAt } from '../servers/ask-server.js'
import type { EmbeddingSettings, Provider } from './provider.js'

/** Ollama's list of models; null where it has none. */
interface Tags {
  readonly models?: readonly { readonly name?: unknown; readonly digest?: unknown }[] | null
}

/** A model that Ollama has: `POST /api/embed`, `GET /api/tags` (https://docs.ollama.com/api). */
export function ollama({ model, url, allowRemote }: EmbeddingSettings): Provider {
  const server = serverAt(url, allowRemote)
  return {
    async name(patience) {
      const { models } = (await requestServer(server, 'api/tags', undefined, patience)) as Tags
      // A name without a tag means the tag `latest`.
      const found = models?.find(({ name }) => name === model || name === `${model}:latest`)
      if (!found)
        throw new MemoryError('embeddings-failed', `Ollama has no ${printable(model)}: ollama pull ${printable(model)}`)
      return `ollama ${model} ${String(found.digest).slice(0, 12)}`
    },
    async embed(texts, patience) {
      const body = { model, input: texts, truncate: true }
      const answer = (await requestServer(server, 'api/embed', body, patience)) as { embeddings?: unknown }
      return asVectors(answer.embeddings, texts.length)
    },
  }
}
