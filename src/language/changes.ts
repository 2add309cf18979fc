import type { Sections } from './sections.js'

/**
 * Lists of the words and phrases by which a language says that something has changed or is over, in the forms that tell
 * it as done. `Will move` and `moving` are none.
 */
export const changeLists = [
  /** May stand with what was left and what it came to: `moved from Graz to Wels`. */
  'moved',
  /** Of `moved`, those that take somebody to live elsewhere: `moved`, and not `switched`. */
  'relocates',
  /** Stand before what was left: `replaced Vim with Helix`. */
  'swapped',
  /** Call off what was planned: `cancelled`. */
  'cancelled',
  /** Say that somebody left a place or a job: `left`. */
  'left',
  /** `Took over the office from Kim`. */
  'tookOver',
  /** `Handed the office over to Bea`. */
  'handed',
  /** Say that all in their clause is over: `no longer`, `sold`. */
  'over',
  /** Say the same with a denial: `any more`. */
  'overBehind',
  /** Verbs of being part of something, which ends where it is left: `works`. */
  'belongs',
  /** Verbs of where somebody lives, which ends by a move. */
  'home',
  /** Pairs of a word and the one that undoes it: `married=divorced`. */
  'undone',
  /** Say that something was so: `The server in Graz was true until March`. */
  'wasTrue',
  /** Before what was left: `instead of`. */
  'instead',
  /** Say that something is so since lately: `now`. */
  'now',
  /** `from` stands before what was left, `to` before what it came to. */
  'from',
  'to',
  /** Between what was left and what took its place: `with`, `by`. */
  'with',
  /** Stand before more about what is told: `as`, `of`. */
  'as',
  /** Before where, when and why. */
  'aside',
  /** Stand before what a thing is for or about, which is part of what changed. */
  'about',
  /** Make a change a plan, a wish or a condition. */
  'unreal',
  /** Say that something is for a time only. */
  'passing',
  /** Verbs that hold of several things at a time, so that a change of one says nothing of the others. */
  'likes',
  /** Verbs of what is so for long: `uses`, `costs`. */
  'states',
  /** Of `states`, the verbs of one place at a time: `lives`. */
  'sole',
  /** Say that something is planned. */
  'plans',
  /** Verbs that tell a role, beside `is`: `leads`. */
  'leads',
  /** What is counted in money: `price`. */
  'money',
  /** Verbs that say what something costs: `costs`. */
  'costs',
  /** Words for a plan, which stand beside where it goes: `trip`. */
  'outings',
  /** Words that say nothing by themselves. */
  'small',
  /** Days, months and hours, by name. */
  'calendar',
  /** Of `moved`, those that leave what is changed where it is: `renamed`. */
  'turned',
  /** What somebody has at work: `job`. */
  'posts',
  /** Verbs that open another statement behind `and`. */
  'begins',
] as const

export type ListName = (typeof changeLists)[number]

/** A language's `changes.txt`; its numbers are `two=2`. */
export type Changes = Sections<ListName | 'numbers'>
