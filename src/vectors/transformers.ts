import { hash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'
import { asVectors } from './as-vectors.js'
import { optionalPackage } from './optional-package.js'
import type { EmbeddingSettings, Provider } from './provider.js'

const packageName = '@huggingface/transformers'

/** The part of the package that is used (https://huggingface.co/docs/transformers.js/api/pipelines). */
interface Package {
  readonly env: { allowRemoteModels: boolean; localModelPath: string }
  readonly pipeline: (task: string, model: string, options: object) => Promise<Extract>
}
type Extract = (texts: readonly string[], options: object) => Promise<{ readonly tolist: () => unknown }>
type RunModel = (texts: readonly string[]) => Promise<unknown>

/** Runs a model in a folder (`config.json`, `tokenizer.json`, `onnx/model.onnx`) in this process; downloads nothing. */
export function transformers({ model: folder }: EmbeddingSettings): Provider {
  let opened: Promise<RunModel> | undefined
  /** Forgets an opening that failed: what was missing may be there next time. */
  const forgetting = (cause: unknown): never => {
    opened = undefined
    throw cause
  }
  return {
    async name() {
      const models = filesIn(join(folder, 'onnx')).filter((name) => name.endsWith('.onnx'))
      if (models.length === 0 || !existsSync(join(folder, 'config.json')))
        throw new MemoryError(
          'embeddings-failed',
          `${printable(folder)} holds no model: config.json, tokenizer.json and onnx/model.onnx are looked for`,
        )
      // A missing package is reported before anything is set.
      optionalPackage(packageName)
      const told = models.map((name) => `${name} ${statSync(join(folder, 'onnx', name)).size}`)
      const version = hash('sha256', [readFileSync(join(folder, 'config.json'), 'utf8'), ...told].join('\n'))
      return `transformers ${basename(folder)} ${version.slice(0, 12)}`
    },
    async embed(texts) {
      const extract = await (opened ??= opening(folder).catch(forgetting))
      return asVectors(await extract(texts), texts.length)
    },
  }
}

async function opening(folder: string): Promise<RunModel> {
  const { env, pipeline } = optionalPackage(packageName) as Package
  env.allowRemoteModels = false
  env.localModelPath = dirname(folder)
  // Of two models the smaller one: it says nearly the same in half the time.
  const dtype = existsSync(join(folder, 'onnx/model_quantized.onnx')) ? 'q8' : 'fp32'
  const failed = (cause: unknown): MemoryError =>
    new MemoryError('embeddings-failed', `${printable(folder)} cannot be run: ${printable((cause as Error).message)}`, {
      cause,
    })
  const pooling = poolingOf(folder)
  try {
    const extract = await pipeline('feature-extraction', basename(folder), { dtype, local_files_only: true })
    return async (texts) => {
      try {
        return (await extract(texts, { pooling, normalize: true })).tolist()
      } catch (cause) {
        throw failed(cause)
      }
    }
  } catch (cause) {
    throw failed(cause)
  }
}

/** How token vectors become one: as the model's file for sentence-transformers says, else by their mean. */
function poolingOf(folder: string): 'cls' | 'mean' {
  try {
    const kept = JSON.parse(readFileSync(join(folder, '1_Pooling/config.json'), 'utf8')) as Record<string, unknown>
    return kept['pooling_mode_cls_token'] === true ? 'cls' : 'mean'
  } catch {
    return 'mean'
  }
}

function filesIn(folder: string): string[] {
  try {
    // A download kept elsewhere is linked here, and may be gone there.
    return readdirSync(folder)
      .filter((name) => existsSync(join(folder, name)))
      .toSorted()
  } catch {
    return []
  }
}
