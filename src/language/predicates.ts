/** Patterns by which two joined statements of one language are told: a verb and its words, then another verb. */
export interface Predicates {
  /** A statement by itself: `Lives in Graz`, `Ana works as a baker`; not `Sells`, nor `Lives in`. */
  readonly opens: RegExp
  /**
   * The beginning of another statement behind `and`: `works as a baker`; nothing that could as well go on with the
   * first.
   */
  readonly follows: RegExp
  /** Words that open a clause, within which `and` may join: `a tool that runs here and has no window`. */
  readonly holds: RegExp
}
