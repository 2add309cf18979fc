import { withoutCredentials } from '../credentials/without.js'
import { mayBeIn } from '../language/detect-language.js'
import { isScaffolding } from '../language/scaffolding.js'
import { MemoryError } from '../model/error.js'
import type { FactId } from '../model/fact.js'
import type { Unmeasured } from '../store/vectors.js'
import type { Store } from '../store/store.js'
import { ServerRefusal } from '../servers/ask-server.js'
import { bytesOf } from '../model/vector.js'
import type { Provider } from './provider.js'

export interface Measured {
  /** Vectors that were made now. */
  readonly made: number
  /** Lines that have no vector yet, with those of `refused`. */
  readonly left: number
  /** Lines looked at now that get no vector: the model does not know their language, or nobody wrote them. */
  readonly unread: number
  /** Ids of the lines that the model refused; `reason` says why for the last. */
  readonly refused: readonly string[]
  readonly reason: string | null
}

/** How many lines are taken at once, and how many characters in all. */
export interface Share {
  readonly lines: number
  readonly characters: number
}

/** How many texts are sent at once where a provider does not say. */
const batch = 32
/** How much is sent at once while somebody waits or may come any moment. */
export const smallShare: Share = { lines: 8, characters: 500 }
/** Characters of each text that are sent: models read some thousand words. */
const longest = 8000

/** How much is sent at once while nobody waits. */
export const fullShare = ({ atOnce }: Provider): Share => ({ lines: atOnce ?? batch, characters: Infinity })

/** A line as a model gets it: `Peter, Anna: Lives in Rome`. Credentials are masked, even for this machine's server. */
const textOf = ({ mentions, text }: Unmeasured): string =>
  `${mentions.length > 0 ? `${mentions.join(', ')}: ` : ''}${withoutCredentials(text)}`
    .slice(0, longest)
    .normalize('NFC')

/** Whether a line gets a vector: somebody wrote it, in a language that the model knows. */
const isRead = (provider: Provider, { text }: Unmeasured): boolean =>
  !isScaffolding(text) && !isData(text) && isReadable(provider, text)

/** Whether a machine printed a text: letters are its smaller part, as in `{"id":17,"at":"2026-02-03T04:05:06Z"}`. */
const isData = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters < 0.5 * text.replace(/\s/g, '').length
}

/** Kept for a line that gets no vector. */
const none = new Int8Array(0)

/** Lines without a vector: `lines` will get one, `others` will not. `last` is the last of all; undefined for none. */
interface NextLines {
  readonly lines: readonly Unmeasured[]
  readonly others: readonly Unmeasured[]
  readonly last: FactId | undefined
}

/** The next lines behind `after`: as many as a share holds, or the first alone where it is longer. */
export function nextLines(store: Store, provider: Provider, after: FactId, share: Share): NextLines {
  let characters = 0
  const all = store.vectors.missing(after, share.lines)
  const end = all.findIndex((line, at) => (characters += textOf(line).length) > share.characters && at > 0)
  const found = end < 0 ? all : all.slice(0, end)
  const lines = found.filter((line) => isRead(provider, line))
  return { lines, others: found.filter((line) => !lines.includes(line)), last: found.at(-1)?.id }
}

/** The vectors that a model made of lines, the lines that it refused, and why it refused the last. */
interface Made {
  readonly vectors: ReadonlyMap<Unmeasured, Int8Array>
  readonly refused: readonly FactId[]
  readonly refusal: ServerRefusal | undefined
}

/** @throws MemoryError embeddings-failed where the server cannot be asked */
export async function vectorsOfLines(provider: Provider, prompt: string, lines: readonly Unmeasured[]): Promise<Made> {
  if (lines.length === 0) return { vectors: new Map(), refused: [], refusal: undefined }
  try {
    const made = await provider.embed(lines.map((line) => prompt + textOf(line)))
    return { vectors: new Map(lines.map((line, at) => [line, bytesOf(made[at]!)])), refused: [], refusal: undefined }
  } catch (cause) {
    if (!(cause instanceof ServerRefusal)) throw cause
    if (lines.length === 1) return { vectors: new Map(), refused: [lines[0]!.id], refusal: cause }
  }
  const each: Made[] = []
  for (const line of lines) each.push(await vectorsOfLines(provider, prompt, [line]))
  return {
    vectors: new Map(each.flatMap(({ vectors }) => [...vectors])),
    refused: each.flatMap(({ refused }) => refused),
    refusal: each.findLast(({ refusal }) => refusal)?.refusal,
  }
}

/**
 * Keeps the vectors that were made, and that `others` get none.
 *
 * @returns false where another process has set another model meanwhile, or none: vectors of two models cannot be
 * compared
 */
export function keepMade(
  store: Store,
  model: string,
  { vectors }: Pick<Made, 'vectors'>,
  others: readonly Unmeasured[],
): Promise<boolean> {
  return store.write(() => {
    if (store.vectors.model() !== model) return false
    const all = [...vectors, ...others.map((line) => [line, none] as const)]
    // Lines that were forgotten meanwhile get none: a vector tells much of its text.
    const said = new Set(store.idsAmong(all.map(([{ id }]) => id)))
    for (const [{ id }, bytes] of all) if (said.has(id)) store.vectors.keep(id, bytes)
    return true
  })
}

/**
 * Make vectors for lines that have none, kept batch by batch: killed in between, it goes on from there. A text that the
 * model refuses costs the others nothing.
 *
 * @param model the model that vectors are kept for: none are once another process has set another
 * @param prompt what stands before each text
 * @param most lines at most
 * @param patience milliseconds after which no further texts are asked for
 * @throws MemoryError embeddings-failed where the server cannot be asked, or refuses all of the first texts; what was
 * made until then is kept
 */
export async function measure(
  store: Store,
  provider: Provider,
  {
    model,
    prompt,
    most = Infinity,
    patience = Infinity,
    progress,
  }: {
    model: string
    prompt: string
    most?: number
    patience?: number
    progress?: ((done: number, total: number) => void) | undefined
  },
): Promise<Measured> {
  const missing = store.vectors.missingCount()
  const total = store.vectors.model() === model ? Math.min(most, missing) : 0
  const share = patience < Infinity ? smallShare : fullShare(provider)
  const refused: string[] = []
  let reason: string | null = null
  let [made, unread, asked, after] = [0, 0, 0, '']
  let isOvertaken = false
  const start = performance.now()
  while (asked < total && performance.now() - start < patience) {
    const next = nextLines(store, provider, after, { ...share, lines: Math.min(share.lines, total - asked) })
    isOvertaken = next.last === undefined
    if (next.last === undefined) break
    after = next.last
    const done = await vectorsOfLines(provider, prompt, next.lines)
    // With `patience` a question waits, so no error here: where the model refuses everything, it refuses the question.
    if (done.refusal && patience === Infinity && made === 0 && done.vectors.size === 0) throw done.refusal
    isOvertaken = !(await keepMade(store, model, done, next.others))
    if (isOvertaken) break
    made += done.vectors.size
    unread += next.others.length
    refused.push(...done.refused)
    reason = done.refusal?.message ?? reason
    asked += next.lines.length + next.others.length
    progress?.(asked, total)
  }
  return { made, left: isOvertaken ? store.vectors.missingCount() : missing - made - unread, unread, refused, reason }
}

/**
 * Vectors of uncommitted lines, as many as there is patience for; they are not kept.
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
  // Vectors of two models cannot be compared.
  if (!isKept(await provider.name(left()))) return made
  const wanted = lines.filter((line) => isRead(provider, line))
  for (let at = 0; at < wanted.length && performance.now() < end; at += smallShare.lines) {
    const some = wanted.slice(at, at + smallShare.lines)
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
