import type { Sections } from './sections.js'

/**
 * How a language says that what was so is otherwise now, or over: words and phrases, each in the forms in which something
 * is told as done. `Will move` and `moving` are none.
 */
export const changeLists = [
  /** May stand with what was left and what it came to: `moved from Graz to Wels`. */
  'moved',
  /** Of `moved`, those that take somebody to live elsewhere: `moved`, and not `switched`. */
  'relocates',
  /** Stand before what was left: `replaced Vim with Helix`. */
  'swapped',
  /** Calls off what was planned: `cancelled`. */
  'cancelled',
  /** Goes from where somebody is or works: `left`. */
  'left',
  /** `Took over the office from Kim`. */
  'tookOver',
  /** `Handed the office over to Bea`. */
  'handed',
  /** All that stands in their clause is over: `no longer`, `sold`. */
  'over',
  /** The same behind a denial: `any more`. */
  'overBehind',
  /** Verbs of who is part of something, which ends where it is left: `works`. */
  'belongs',
  /** Verbs of where somebody lives, which ends by a move. */
  'home',
  /** Words that undo one other: `married=divorced`. */
  'undone',
  /** `The server in Graz was true until March`. */
  'wasTrue',
  /** Before what was left: `instead of`. */
  'instead',
  /** Says that something is so since lately: `now`. */
  'now',
  /** Between what was left and what it came to. */
  'from',
  'to',
  /** Between what was left and what took its place: `with`, `by`. */
  'with',
  /** Before what belongs to what is told: `as`, `of`. */
  'as',
  /** Before where, when and why. */
  'aside',
  /** Before what it is for or about, which is part of what changed. */
  'about',
  /** What makes a change a plan, a wish or a condition. */
  'unreal',
  /** For a time only. */
  'passing',
  /** Verbs behind which several may stand at a time, so that a change of one says nothing of it. */
  'likes',
  /** Verbs of what is so for long: `uses`, `costs`. */
  'states',
  /** Of those, what is done at one place at a time: `lives`. */
  'sole',
  /** Say that something is planned. */
  'plans',
  /** Roles are told by these beside `is`: `leads`. */
  'leads',
  /** What is counted in money: `price`. */
  'money',
  /** Verbs that say so: `costs`. */
  'costs',
  /** Words that name a plan beside where it goes: `trip`. */
  'outings',
  /** Words that say nothing by themselves. */
  'small',
  /** Days, months and hours, by name. */
  'calendar',
  /** Of `moved`, those that leave what is changed where it is: `renamed`. */
  'turned',
  /** What one has where one works: `job`. */
  'posts',
  /** Verbs that open another statement behind `and`. */
  'begins',
] as const

export type ListName = (typeof changeLists)[number]

/** A language's `changes.txt`; its numbers are `two=2`. */
export type Changes = Sections<ListName | 'numbers'>
