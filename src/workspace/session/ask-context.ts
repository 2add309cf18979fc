import { foldFull } from '../../belief/fold-full.js'
import { dateAskedIn } from '../../language/dates.js'
import { asMentioned, entityKey } from '../../model/entity.js'
import type { AskContext } from '../../recall/question/as-of.js'
import { misspelt } from '../../recall/question/near-names.js'
import type { Store } from '../../store/store.js'
import type { Opened } from './opened.js'

/** What `recall` is given of a workspace. */
export function askContext(opened: Pick<Opened, 'config' | 'today'>, store: Store): AskContext {
  const entities = store.entities()
  const { config } = opened.config(store)
  return {
    today: opened.today(config),
    me: asMentioned(config.me)
      .map(entityKey)
      .flatMap((key) => entities.keysOf(entities.canonical(key))),
    known: store.known,
    canonical: entities.canonical,
    misspelt: (word) => misspelt(store, word),
    dateIn: dateAskedIn,
    folded: foldFull,
  }
}
