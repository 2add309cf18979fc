import type { FactKey } from '../../store/rows.js'
import type { Retriever } from './retriever.js'

/** Lines that mean nearly what the question does, whatever their words; none where no model is set. */
export const byMeaning: Retriever = {
  about: 'means nearly what the question does',
  find({ meaning, store, filter }, limit) {
    if (!meaning) return []
    // A filter may leave few of the nearest: then eight times as many are asked for.
    for (let most = limit; ; most *= 8) {
      const ids = meaning.nearest(most)
      const keys: FactKey[] = store.placesOf(ids, filter)
      if (keys.length >= limit || ids.length < most) return keys.slice(0, limit)
    }
  },
}
