import { asVectors } from './as-vectors.js'
import { requestServer, ServerRefusal, serverAt } from '../servers/ask-server.js'
import type { EmbeddingSettings, Provider } from './provider.js'

interface EmbeddedTexts {
  readonly data?: readonly { readonly index?: unknown; readonly embedding?: unknown }[]
}

/**
 * A model behind llama.cpp, LM Studio, vLLM or another server with `POST /v1/embeddings`. They tell no version: whoever
 * puts another model under the same name has to run `memory embed --again`.
 */
export function openaiCompatible({ model, url, allowRemote }: EmbeddingSettings): Provider {
  const server = serverAt(url, allowRemote)
  return {
    name: async () => `openai-compatible ${model} ${server.href}`,
    async embed(texts, patience) {
      const body = { model, input: texts, encoding_format: 'float' }
      const { data } = (await requestServer(server, 'embeddings', body, patience)) as EmbeddedTexts
      if (!Array.isArray(data)) throw new ServerRefusal('the server gave no list of embeddings')
      const inOrder = data.toSorted((a, b) => Number(a.index) - Number(b.index))
      return asVectors(
        inOrder.map(({ embedding }) => embedding as unknown),
        texts.length,
      )
    },
  }
}
