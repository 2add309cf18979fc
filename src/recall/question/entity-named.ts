import { asMentioned, entityKey, type EntityKey } from '../../model/entity.js'
import type { Store } from '../../store/store.js'
import { phraseOfName } from '../../narrative/named.js'
import { isUncalled } from '../retrieve/filter.js'
import { nearNames } from './near-names.js'
import type { Query } from './query.js'

/** The part of the index that decides which entity a name means. */
export interface KnownName {
  /** The keys among these that any fact or passage mentions. */
  readonly known: (keys: readonly EntityKey[]) => EntityKey[]
  readonly canonical: (key: EntityKey) => EntityKey
}

/** The entity that a typed name means; the name's own key where nothing is called so. */
export function entityNamed(name: string, { known, canonical }: KnownName): EntityKey {
  const forms = asMentioned(name.trim().replace(/^@/, '')).map(entityKey)
  const found = forms.find((key) => canonical(key) !== key || known([key]).length > 0)
  return canonical(found ?? forms[0]!)
}

/** A notice for each name that the caller insists on and no bullet, page or person uses. */
export function unknownNames(store: Store, { required }: Query): string[] {
  const entities = store.entities()
  return (required ?? [])
    .filter((key) => isUncalled(store, key))
    .map((key) => {
      if (store.matching(phraseOfName(key), { kinds: ['passage'] }, 1).length > 0)
        return `no bullet has the name ${entities.nameOf(key)}: what is found are lines that say it`
      const near = nearNames(store, key)
      return `nothing is called ${entities.nameOf(key)}${near.length > 0 ? `, perhaps ${near.join(' or ')}` : ''}`
    })
}
