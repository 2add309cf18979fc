/**
 * What anybody has one of at a time, and how a statement of it begins; `value` is what fills the place, `of`, where the
 * statement says it, what sort of place that is. Of small letters: V8 takes five times as long to make a pattern of either case.
 */
export type Slot = readonly [name: string, says: RegExp]
