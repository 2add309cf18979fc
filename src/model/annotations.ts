import type { Day } from './time.js'

/**
 * What an agent says of an entry in comments beside it, for programs (docs/grammar.md, Comments). It is never evidence,
 * and no part of what the entry says.
 */
export interface Annotations {
  /** When it matters, in words. */
  readonly trigger?: readonly string[]
  /** 1 to 10. */
  readonly importance?: number
  /** Repositories that it is about: `github.com/x/y`. */
  readonly project?: readonly string[]
  /** The day it was noticed; the entry's day, where its file has none. */
  readonly observed?: Day
  /** `superseded`: something else holds now. */
  readonly status?: 'active' | 'superseded'
}
