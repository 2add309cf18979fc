/** Patterns that recognise two joined statements of one language: a verb and its words, then another verb. */
export interface Predicates {
  /** A statement by itself: `Lives in Graz`, `Ana works as a baker`; not `Sells`, nor `Lives in`. */
  readonly opens: RegExp
  /**
   * How another statement begins behind `and`: `works as a baker`. It matches nothing that could continue the first.
   */
  readonly follows: RegExp
  /** Words that open a clause, within which `and` may join: `a tool that runs here and has no window`. */
  readonly holds: RegExp
}
