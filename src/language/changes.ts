import type { Sections } from './sections.js'

/**
 * Lists of the words and phrases by which a language says that something has changed or is over. They have only forms
 * that state it as done, and not `will move` or `moving`.
 */
export const changeLists = [
  /** May stand with the old value and the new one: `moved from Graz to Wels`. */
  'moved',
  /** Those of `moved` that change where somebody lives: `moved`, and not `switched`. */
  'relocates',
  /** Stand before the old value: `replaced Vim with Helix`. */
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
  /** Verbs of what somebody does at a place, which ends when they leave it: `works`. */
  'belongs',
  /** Verbs of where somebody lives, which ends by a move. */
  'home',
  /** Pairs of a word and the one that undoes it: `married=divorced`. */
  'undone',
  /** Say that something was so: `The server in Graz was true until March`. */
  'wasTrue',
  /** Before the old value: `instead of`. */
  'instead',
  /** Say that something has lately become so: `now`. */
  'now',
  /** `from` stands before the old value, `to` before the new one. */
  'from',
  'to',
  /** Between the old value and its replacement: `with`, `by`. */
  'with',
  /** Stand before a further detail: `as`, `of`. */
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
  /** Verbs of a lasting state: `uses`, `costs`. */
  'states',
  /** Of `states`, the verbs of one place at a time: `lives`. */
  'sole',
  /** Say that something is planned. */
  'plans',
  /** Verbs of a role, other than `is`: `leads`. */
  'leads',
  /** What is counted in money: `price`. */
  'money',
  /** Verbs that say what something costs: `costs`. */
  'costs',
  /** Words for an occasion, which may stand beside its place: `trip`. */
  'outings',
  /** Words that say nothing by themselves. */
  'small',
  /** Days, months and hours, by name. */
  'calendar',
  /** Those of `moved` that change a thing without taking it elsewhere: `renamed`. */
  'turned',
  /** What somebody has at work: `job`. */
  'posts',
  /** Verbs that open another statement behind `and`. */
  'begins',
] as const

export type ListName = (typeof changeLists)[number]

/** A language's `changes.txt`; its numbers are `two=2`. */
export type Changes = Sections<ListName | 'numbers'>
