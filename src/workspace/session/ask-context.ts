import { foldFull } from '../../belief/fold-full.js'
import { dateAskedIn } from '../../language/dates.js'
import { asMentioned, entityKey } from '../../model/entity.js'
import { notedDays, type AskContext } from '../../recall/question/as-of.js'
import { misspelt } from '../../recall/question/near-names.js'
import type { Store } from '../../store/store.js'
import type { Session } from './session.js'

export function askContext(session: Pick<Session, 'config' | 'today'>, store: Store): AskContext {
  const entities = store.entities()
  const { config } = session.config(store)
  return {
    today: session.today(config),
    me: asMentioned(config.me)
      .map(entityKey)
      .flatMap((key) => entities.keysOf(entities.canonical(key))),
    known: store.known,
    canonical: entities.canonical,
    misspelt: (word) => misspelt(store, word),
    dateIn: dateAskedIn,
    folded: foldFull,
    minSupport: config.recall.minSupport,
    ...notedDays(store),
  }
}
