import { MemoryError } from '../model/error.js'
import type { Unmeasured } from '../store/vectors.js'
import type { Store } from '../store/store.js'
import { ServerRefusal } from './ask-server.js'
import { bytesOf } from '../model/vector.js'
import type { Provider } from './provider.js'

export interface Measured {
  /** Vectors that were made now. */
  readonly made: number
  /** Lines that have none yet; those of `refused` among them. */
  readonly left: number
  /** Ids of lines of which the model made none, and why for the last. */
  readonly refused: readonly string[]
  readonly reason: string | null
}

/** So many texts are sent at once, where a provider does not say, */
const batch = 32
/** and so many characters of each: models read some thousand words. */
const longest = 8000

/** `Peter, Anna: Lives in Rome`: whom a line is about is nowhere else in it. */
const textOf = ({ mentions, text }: Unmeasured): string =>
  `${mentions.length > 0 ? `${mentions.join(', ')}: ` : ''}${text}`.slice(0, longest).normalize('NFC')

/**
 * Make vectors for what has none, kept batch by batch: killed in between, it goes on from there. A text that the model
 * refuses costs the others nothing.
 *
 * @param prompt what stands before each text
 * @param most lines at most
 * @throws MemoryError embeddings-failed where the server cannot be asked, or refuses whatever it is asked first; what was made until then is kept
 */
export async function measure(
  store: Store,
  provider: Provider,
  {
    prompt,
    most = Infinity,
    progress,
  }: { prompt: string; most?: number; progress?: ((done: number, total: number) => void) | undefined },
): Promise<Measured> {
  const missing = store.vectors.missingCount()
  const total = Math.min(most, missing)
  const refused: string[] = []
  let reason: string | null = null
  let [made, asked, after] = [0, 0, '']
  const keep = (lines: readonly Unmeasured[], vectors: readonly Float32Array[]): Promise<void> =>
    store.write(() => {
      for (const [at, { id }] of lines.entries()) store.vectors.keep(id, bytesOf(vectors[at]!))
    })
  const embed = (lines: readonly Unmeasured[]): Promise<readonly Float32Array[]> =>
    provider.embed(lines.map((line) => prompt + textOf(line)))
  while (asked < total) {
    const lines = store.vectors.missing(after, Math.min(provider.atOnce ?? batch, total - asked))
    if (lines.length === 0) break
    after = lines.at(-1)!.id
    try {
      await keep(lines, await embed(lines))
      made += lines.length
    } catch (cause) {
      if (!(cause instanceof ServerRefusal)) throw cause
      for (const line of lines) {
        try {
          await keep([line], await embed([line]))
          made++
        } catch (again) {
          if (!(again instanceof ServerRefusal)) throw again
          if (made === 0 && refused.length + 1 === lines.length) throw again
          refused.push(line.id)
          reason = again.message
        }
      }
    }
    asked += lines.length
    progress?.(asked, total)
  }
  return { made, left: missing - made, refused, reason }
}

/** @throws MemoryError embeddings-failed */
export async function vectorsOf(
  provider: Provider,
  prompt: string,
  questions: readonly string[],
): Promise<readonly Float32Array[]> {
  const vectors = await provider.embed(
    questions.map((question) => (prompt + question).slice(0, longest).normalize('NFC')),
  )
  if (vectors.length !== questions.length) throw new MemoryError('embeddings-failed', 'the model left a question out')
  return vectors
}
