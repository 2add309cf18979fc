import { asMentioned, entityKey, type EntityKey } from '../memory/entity.js'

/** What of the index decides which entity a name means. */
export interface Known {
  /** The keys among these that any fact or passage mentions. */
  readonly known: (keys: readonly EntityKey[]) => EntityKey[]
  readonly canonical: (key: EntityKey) => EntityKey
}

/** The entity that a typed name means; the name's own key where nothing is called so. */
export function entityNamed(name: string, { known, canonical }: Known): EntityKey {
  const forms = asMentioned(name.trim().replace(/^@/, '')).map(entityKey)
  const found = forms.find((key) => canonical(key) !== key || known([key]).length > 0)
  return canonical(found ?? forms[0]!)
}
