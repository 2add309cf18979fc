/**
 * How a language says that what was so is otherwise now, or over: words and phrases, set apart by commas, each in the forms
 * in which something is told as done. `Will move` and `moving` are none.
 */
export interface Changes {
  /** May stand with what was left and what it came to: `moved from Graz to Wels`. */
  readonly moved: string
  /** Of `moved`, those that take somebody to live elsewhere: `moved`, and not `switched`. */
  readonly relocates: string
  /** Stand before what was left: `replaced Vim with Helix`. */
  readonly swapped: string
  /** Calls off what was planned: `cancelled`. */
  readonly cancelled: string
  /** Goes from where somebody is or works: `left`. */
  readonly left: string
  /** `Took over the office from Kim`. */
  readonly tookOver: string
  /** `Handed the office over to Bea`. */
  readonly handed: string
  /** All that stands in their clause is over: `no longer`, `sold`. */
  readonly over: string
  /** The same behind a denial: `any more`. */
  readonly overBehind: string
  /** Verbs of who is part of something, which ends where it is left: `works`. */
  readonly belongs: string
  /** Verbs of where somebody lives, which ends by a move. */
  readonly home: string
  /** Words that undo one other: `married=divorced`. */
  readonly undone: string
  /** `The server in Graz was true until March`. */
  readonly wasTrue: string
  /** Before what was left: `instead of`. */
  readonly instead: string
  /** Says that something is so since lately: `now`. */
  readonly now: string
  /** Between what was left and what it came to. */
  readonly from: string
  readonly to: string
  /** Between what was left and what took its place: `with`, `by`. */
  readonly with: string
  /** Before what belongs to what is told: `as`, `of`. */
  readonly as: string
  /** Before where, when and why. */
  readonly aside: string
  /** Before what it is for or about, which is part of what changed. */
  readonly about: string
  /** What makes a change a plan, a wish or a condition. */
  readonly unreal: string
  /** For a time only. */
  readonly passing: string
  /** Verbs behind which several may stand at a time, so that a change of one says nothing of it. */
  readonly likes: string
  /** Verbs of what is so for long: `uses`, `costs`. */
  readonly states: string
  /** Of those, what is done at one place at a time: `lives`. */
  readonly sole: string
  /** Say that something is planned. */
  readonly plans: string
  /** Roles are told by these beside `is`: `leads`. */
  readonly leads: string
  /** What is counted in money: `price`. */
  readonly money: string
  /** Verbs that say so: `costs`. */
  readonly costs: string
  /** Words that name a plan beside where it goes: `trip`. */
  readonly outings: string
  /** Words that say nothing by themselves. */
  readonly small: string
  /** Days, months and hours, by name. */
  readonly calendar: string
  /** Of `moved`, those that leave what is changed where it is: `renamed`. */
  readonly turned: string
  /** What one has where one works: `job`. */
  readonly posts: string
  /** Verbs that open another statement behind `and`. */
  readonly begins: string
  /** `two=2`. */
  readonly numbers: string
}
