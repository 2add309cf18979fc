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
  /** Seconds at the most, and bytes; null where the model would have to be asked. */
  readonly seconds: number | null
  readonly bytes: number | null
}

/** Lines by which it is told how many a model can read; in the order of their ids, which is none. */
const sampled = 200
/** Nobody asked for it, so a server that is there and slow is not waited for. Milliseconds. */
const patience = 300

/**
 * @param lines how many there are
 * @param few for so many that a model can read, none is worth it
 * @param once whether it is said now, and not again in this clone
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

/** Null where few of the lines are in its language. */
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
