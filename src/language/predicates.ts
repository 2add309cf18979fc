/** How statements of one language are joined: a verb and what belongs to it, and then another. */
export interface Predicates {
  /** What is a statement by itself: `Lives in Graz`, `Ana works as a baker`; not `Sells`, nor `Lives in`. */
  readonly opens: RegExp
  /** What begins another one behind `and`: `works as a baker`; nothing that could as well go on with the first. */
  readonly follows: RegExp
  /** Words that hold a clause, in which `and` may join what they begin: `a tool that runs here and has no window`. */
  readonly holds: RegExp
}
