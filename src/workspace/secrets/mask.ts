import { compare } from '../../text/compare.js'
import { credentialsIn } from './credentials.js'

/** Credentials taken out of texts; `counts` tells how many of each kind. */
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
      const found = credentialsIn('memory/import.md', text)
      // The longest first: a part of it may be a secret to another rule.
      const ordered = found.toSorted((a, b) => b.secret.length - a.secret.length || compare(a.secret, b.secret))
      return ordered.reduce((masked, { secret, kind }) => {
        const parts = masked.split(secret)
        if (parts.length > 1) counts.set(kind, (counts.get(kind) ?? 0) + parts.length - 1)
        return parts.join(`[masked: ${kind}]`)
      }, text)
    },
  }
}
