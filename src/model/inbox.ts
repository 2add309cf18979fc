import type { FactId } from './fact.js'
import type { Kind } from './kind.js'

/** The page on which what waits for a person stands, each with boxes to tick. It is no note: nothing on it is a fact. */
export const inboxPath = 'bank/inbox.md'

/** What a tick can do, each named as the command that does it says it. */
export const inboxVerbs = [
  'supports',
  'weakens',
  'contradicts',
  'replaces',
  'unrelated',
  'keep',
  'drop',
  'retire',
] as const
export type InboxVerb = (typeof inboxVerbs)[number]

/** An answer: `contradicts ^12m7d97uez ^k3f9a2c1x7`, `keep ^9y6wq4trys`. */
export interface InboxAct {
  readonly verb: InboxVerb
  /** One id; of a verdict the fact's and the belief's, and where it is of several pairs, those of each. */
  readonly ids: readonly FactId[]
}

/** An answer that an item offers. */
export interface InboxChoice extends InboxAct {
  /** Beside the box: `speaks against it`. */
  readonly label: string
  /** On a terminal. */
  readonly key: string
}

/** A fact as an item tells it. */
export interface InboxLine {
  readonly id: FactId
  readonly kind: Kind
  readonly content: string
  readonly entities: readonly string[]
  /** `memory/2025-11-27.md#L4` */
  readonly source: string
  /** Of a belief, 0 to 1. */
  readonly confidence: number | null
}

/** What sorts of things wait, in their order, each with its heading. */
export const inboxSorts = {
  opposed: 'Beliefs that speak against each other',
  open: 'What does the one do to the other?',
  replaced: 'Did the later take the place of the earlier?',
  drafted: 'Drafted, and not kept yet',
  held: 'Held for what it came by, and not kept yet',
  ending: 'Ends soon',
  unclear: 'Bullets that may not say what was meant',
  proposed: 'Branches that wait for a merge',
} as const
export type InboxSort = keyof typeof inboxSorts

/** One thing that waits for a person. */
export interface InboxItem {
  readonly sort: InboxSort
  /** What it is about; none of a bullet that is not well formed, and of a branch. */
  readonly told: readonly InboxLine[]
  /** What cannot be told so: `ends 2025-12-01`, or a complaint with its place. Empty where `told` says all. */
  readonly note: string
  /** None where the answer is an edit or a merge. */
  readonly choices: readonly InboxChoice[]
}

/** As a comment says it, and a command is called: `contradicts ^12m7d97uez ^k3f9a2c1x7` */
export const inboxAct = ({ verb, ids }: InboxAct): string => [verb, ...ids.map((id) => `^${id}`)].join(' ')
