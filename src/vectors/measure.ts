import { mayBeIn } from '../language/detect-language.js'
import { isScaffolding } from '../language/scaffolding.js'
import { MemoryError } from '../model/error.js'
import type { FactId } from '../model/fact.js'
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
  /** Lines looked at now that get none: the model does not know their language, or nobody wrote them. */
  readonly unread: number
  /** Ids of lines of which the model made none, and why for the last. */
  readonly refused: readonly string[]
  readonly reason: string | null
}

/** So many texts are sent at once, where a provider does not say, */
const batch = 32
/** where somebody waits, so many, */
const smallBatch = 8
/** and so many characters of each: models read some thousand words. */
const longest = 8000

/** `Peter, Anna: Lives in Rome`: whom a line is about is nowhere else in it. */
const textOf = ({ mentions, text }: Unmeasured): string =>
  `${mentions.length > 0 ? `${mentions.join(', ')}: ` : ''}${text}`.slice(0, longest).normalize('NFC')

/** What is to be found by what it means: what somebody wrote, in a language that the model knows. */
const isRead = (provider: Provider, { text }: Unmeasured): boolean =>
  !isScaffolding(text) && !isData(text) && isReadable(provider, text)

/** Letters are the least part of what a machine prints: `{"id":17,"at":"2026-02-03T04:05:06Z"}`. */
const isData = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters < 0.5 * text.replace(/\s/g, '').length
}

/** What stands for a line that gets no vector. */
const none = new Int8Array(0)

/**
 * Make vectors for what has none, kept batch by batch: killed in between, it goes on from there. A text that the model
 * refuses costs the others nothing.
 *
 * @param prompt what stands before each text
 * @param most lines at most
 * @param patience milliseconds after which no further texts are asked for
 * @throws MemoryError embeddings-failed where the server cannot be asked, or refuses whatever it is asked first; what was made until then is kept
 */
export async function measure(
  store: Store,
  provider: Provider,
  {
    prompt,
    most = Infinity,
    patience = Infinity,
    progress,
  }: {
    prompt: string
    most?: number
    patience?: number
    progress?: ((done: number, total: number) => void) | undefined
  },
): Promise<Measured> {
  const missing = store.vectors.missingCount()
  const total = Math.min(most, missing)
  const refused: string[] = []
  let reason: string | null = null
  let [made, unread, asked, after] = [0, 0, 0, '']
  const keep = (lines: readonly Unmeasured[], vectors: readonly Int8Array[]): Promise<void> =>
    store.write(() => {
      for (const [at, { id }] of lines.entries()) store.vectors.keep(id, vectors[at]!)
    })
  const embed = async (lines: readonly Unmeasured[]): Promise<void> => {
    const vectors = await provider.embed(lines.map((line) => prompt + textOf(line)))
    await keep(lines, vectors.map(bytesOf))
    made += lines.length
  }
  const start = performance.now()
  while (asked < total && performance.now() - start < patience) {
    const found = store.vectors.missing(
      after,
      Math.min(patience < Infinity ? smallBatch : (provider.atOnce ?? batch), total - asked),
    )
    if (found.length === 0) break
    after = found.at(-1)!.id
    const lines = found.filter((line) => isRead(provider, line))
    const others = found.filter((line) => !lines.includes(line))
    if (others.length > 0)
      await keep(
        others,
        others.map(() => none),
      )
    unread += others.length
    try {
      if (lines.length > 0) await embed(lines)
    } catch (cause) {
      if (!(cause instanceof ServerRefusal)) throw cause
      for (const line of lines) {
        try {
          await embed([line])
        } catch (again) {
          if (!(again instanceof ServerRefusal)) throw again
          if (made === 0 && refused.length + 1 === lines.length) throw again
          refused.push(line.id)
          reason = again.message
        }
      }
    }
    asked += found.length
    progress?.(asked, total)
  }
  return { made, left: missing - made - unread, unread, refused, reason }
}

/**
 * Vectors of lines that no commit has, of as many as there is patience for; they are kept nowhere.
 *
 * @throws MemoryError embeddings-failed
 */
export async function vectorsWithin(
  provider: Provider,
  lines: readonly Unmeasured[],
  { prompt, patience, isKept }: { prompt: string; patience: number; isKept: (model: string) => boolean },
): Promise<ReadonlyMap<FactId, Int8Array>> {
  const made = new Map<FactId, Int8Array>()
  const end = performance.now() + patience
  const left = (): number => Math.max(1, Math.ceil(end - performance.now()))
  // Vectors of two models say nothing to each other.
  if (!isKept(await provider.name(left()))) return made
  const wanted = lines.filter((line) => isRead(provider, line))
  for (let at = 0; at < wanted.length && performance.now() < end; at += smallBatch) {
    const some = wanted.slice(at, at + smallBatch)
    const vectors = await provider.embed(
      some.map((line) => prompt + textOf(line)),
      left(),
    )
    for (const [place, { id }] of some.entries()) made.set(id, bytesOf(vectors[place]!))
  }
  return made
}

/** Whether a model knows the language of a text. */
export const isReadable = ({ language }: Provider, text: string): boolean =>
  language === undefined || mayBeIn(language, text)

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
