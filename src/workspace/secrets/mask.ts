import { takenOut } from '../../credentials/without.js'
import { credentialsIn } from './credentials.js'

/** Takes credentials out of texts; `counts` tells how many of each kind. */
export interface Masker {
  readonly masked: (text: string) => string
  readonly counts: ReadonlyMap<string, number>
}

/** `my token ghp_…` → `my token [masked: GitHub Token]` */
export function maskerOf(): Masker {
  const counts = new Map<string, number>()
  const took = (kind: string, times: number): void => void counts.set(kind, (counts.get(kind) ?? 0) + times)
  return { counts, masked: (text) => takenOut(text, credentialsIn('memory/import.md', text), undefined, took) }
}
