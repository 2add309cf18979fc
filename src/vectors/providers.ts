import { MemoryError } from '../model/error.js'
import { once } from '../text/once.js'
import { printable } from '../text/safe-text.js'
import { besideOurs, local } from './local.js'
import { ollama } from './ollama.js'
import { openaiCompatible } from './openai-compatible.js'
import type { EmbeddingSettings, Provider } from './provider.js'
import { transformers } from './transformers.js'

interface ProviderRow {
  /** The default address and model; empty where there is none. */
  readonly url: string
  readonly model: string
  /** Whether a model is a folder of this machine. */
  readonly isFolder?: true
  readonly make: (settings: EmbeddingSettings) => Provider
}

/** All providers; a new one is a file and a row. */
export const providers: Readonly<Record<string, ProviderRow>> = {
  ollama: { url: 'http://127.0.0.1:11434', model: '', make: ollama },
  'openai-compatible': { url: 'http://127.0.0.1:8080/v1', model: '', make: openaiCompatible },
  transformers: { url: '', model: '', isFolder: true, make: transformers },
  local: { url: '', model: besideOurs, isFolder: true, make: local },
}

/** @throws MemoryError bad-argument */
export const providerOf = (settings: EmbeddingSettings): Provider => provided(JSON.stringify(settings))

/** Keeps a provider: a process that is asked again and again opens what may be half a gigabyte once. */
const provided = once((told: string): Provider => {
  const settings = JSON.parse(told) as EmbeddingSettings
  const found = Object.hasOwn(providers, settings.provider) ? providers[settings.provider] : undefined
  if (!found)
    throw new MemoryError(
      'bad-argument',
      `--provider takes ${Object.keys(providers).join(', ')}, got ${printable(settings.provider).slice(0, 40)}`,
    )
  return found.make(settings)
})

/**
 * The words before a text that a model was trained with, by its name, from the models' own cards. Without these, a
 * question and a line are less near than they might be.
 */
const prompts: readonly { readonly named: RegExp; readonly question: string; readonly line: string }[] = [
  { named: /nomic-embed/i, question: 'search_query: ', line: 'search_document: ' },
  { named: /embeddinggemma/i, question: 'task: search result | query: ', line: 'title: none | text: ' },
  {
    named: /mxbai-embed|snowflake-arctic-embed/i,
    question: 'Represent this sentence for searching relevant passages: ',
    line: '',
  },
  { named: /(?:^|[/\-_])e5-/i, question: 'query: ', line: 'passage: ' },
]

export const promptsOf = (model: string): { readonly question: string; readonly line: string } =>
  prompts.find(({ named }) => named.test(model)) ?? { question: '', line: '' }
