import { keepOwn } from '../files/own-folder.js'
import type { Store } from '../store/store.js'
import { ollamaAtHand } from '../vectors/at-hand.js'
import { isLocalThere, localMakes } from '../vectors/local.js'
import { nextLines } from '../vectors/measure.js'
import { providerOf } from '../vectors/providers.js'
import { offeredName } from './session/embedding-settings.js'

/** A model that is not set and could be, and what it would take. */
export interface ModelOffer {
  readonly provider: string
  readonly model: string
  /** Lines that would get a vector. */
  readonly lines: number
  /** How many seconds, at most, and bytes that takes; null where the model would have to be asked. */
  readonly seconds: number | null
  readonly bytes: number | null
}

/** How many lines are sampled to tell how many a model can read: the first by their ids, which have no order. */
const sampled = 200
/** Milliseconds that a server is waited for: nobody asked for an offer, so a slow server gives none. */
const patience = 300

/**
 * The model that could be set; null where none is at hand, or none is worth it.
 *
 * @param few a model that can read no more lines than this is not worth it
 * @param once whether the offer is told now, and never again in this clone
 * @throws MemoryError bad-argument where `url` is not this machine
 */
export async function modelOffer(
  store: Store,
  folder: string,
  { lines, few, once, url }: { lines: number; few: number; once: boolean; url: string | undefined },
): Promise<ModelOffer | null> {
  const found = localOffer(store, lines, few) ?? (await ollamaOffer(lines, url))
  if (found && once) keepOwn(folder, offeredName, '')
  return found
}

/** The offer of the local model; null where it is not installed, or few of the lines are in its language. */
function localOffer(store: Store, all: number, few: number): ModelOffer | null {
  if (!isLocalThere()) return null
  const provider = providerOf({ ...localMakes, url: '', allowRemote: false, search: 'auto' })
  const next = nextLines(store, provider, '', { lines: sampled, characters: Infinity })
  const lines = Math.round((all * next.lines.length) / (next.lines.length + next.others.length))
  const { provider: name, model, slowest, numbers } = localMakes
  return lines > few
    ? { provider: name, model, lines, seconds: Math.ceil(lines / slowest), bytes: numbers * lines }
    : null
}

async function ollamaOffer(lines: number, url?: string): Promise<ModelOffer | null> {
  const found = await ollamaAtHand(url, patience)
  return found ? { provider: found.provider, model: found.model, lines, seconds: null, bytes: null } : null
}
