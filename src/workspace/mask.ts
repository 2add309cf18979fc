import { compare } from '../text/compare.js'
import { likelySecrets } from './secret-rules.js'

/** Credentials taken out of texts, by the rules of `memory doctor --secrets`; `counts` tells how many of each kind. */
export interface Masker {
  readonly masked: (text: string) => string
  readonly counts: ReadonlyMap<string, number>
}

/** `my token ghp_…` → `my token [masked: GitHub Token]` */
export function maskerOf(): Masker {
  const counts = new Map<string, number>()
  return {
    counts,
    masked(text) {
      const found = new Map(likelySecrets('memory/import.md', text).map(({ secret, kind }) => [secret, kind]))
      found.delete('')
      // The longest first: a part of it may be a secret to another rule.
      const ordered = [...found].toSorted(([a], [b]) => b.length - a.length || compare(a, b))
      return ordered.reduce((masked, [secret, kind]) => {
        const parts = masked.split(secret)
        if (parts.length > 1) counts.set(kind, (counts.get(kind) ?? 0) + parts.length - 1)
        return parts.join(`[masked: ${kind}]`)
      }, text)
    },
  }
}
