/**
 * What anybody has one of at a time, and how a statement of it begins; `value` is what fills the place, `of`, where the
 * statement says it, what sort of place that is.
 */
export type Slot = readonly [name: string, says: RegExp]
