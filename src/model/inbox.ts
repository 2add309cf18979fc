import type { FactId } from './fact.js'
import type { Kind } from './kind.js'

/** The page of all that waits for a person, each item with boxes to tick. It is no note: nothing on it is a fact. */
export const inboxPath = 'bank/inbox.md'

/** What a tick can do, in the words of the command that does it. */
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
  /** One id; for a verdict, the ids of the fact and the belief, pair after pair. */
  readonly ids: readonly FactId[]
}

export interface InboxChoice extends InboxAct {
  /** The words beside the box: `speaks against it`. */
  readonly label: string
  /** The key that chooses it on a terminal. */
  readonly key: string
}

export interface InboxLine {
  readonly id: FactId
  readonly kind: Kind
  readonly content: string
  readonly entities: readonly string[]
  /** `memory/2025-11-27.md#L4` */
  readonly source: string
  /** 0 to 1; null for what is no belief. */
  readonly confidence: number | null
}

/** The sorts of things that wait, in the order in which they are shown, each with its heading. */
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

export interface InboxItem {
  readonly sort: InboxSort
  /** The facts that it is about; empty for a malformed bullet and for a branch. */
  readonly told: readonly InboxLine[]
  /** What `told` does not say: `ends 2025-12-01`, or a complaint with its place. Empty where `told` says all. */
  readonly note: string
  /** Empty where the answer is an edit or a merge. */
  readonly choices: readonly InboxChoice[]
}

/** An answer as the comment of a box and the command write it: `contradicts ^12m7d97uez ^k3f9a2c1x7` */
export const inboxAct = ({ verb, ids }: InboxAct): string => [verb, ...ids.map((id) => `^${id}`)].join(' ')
