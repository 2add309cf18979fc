import { entityKey, type EntityKey } from '../memory/entity.js'

/** What of the index decides which entity a name means. */
export interface Known {
  /** The keys among these that any fact or passage mentions. */
  readonly known: (keys: readonly EntityKey[]) => EntityKey[]
  readonly canonical: (key: EntityKey) => EntityKey
}

/** A person types `Tom Okafor` where a mention, which holds no blank, is `@Tom-Okafor`. */
export const glues = ['-', '_', ''] as const

/** The entity that a typed name means; the name's own key where nothing is called so. */
export function entityNamed(name: string, { known, canonical }: Known): EntityKey {
  const words = name.trim().replace(/^@/, '')
  const forms = [words, ...glues.map((glue) => words.replace(/\s+/g, glue))].map(entityKey)
  const found = forms.find((key) => canonical(key) !== key || known([key]).length > 0)
  return canonical(found ?? forms[0]!)
}
