import type { Effect } from './verdict.js'

/**
 * What a writer who has read both says that a fact does to a belief, and the effect that the fold knows it by.
 *
 *     - B(contradicts=^k3f9a2c1x7) @Peter: Took tea again this morning.
 *     - ^12m7d97uez contradicts ^k3f9a2c1x7: "B @Peter: Took tea again this morning."
 *
 * The first stands in a log, where the fact is written; the second in `bank/`, about a fact that stands already
 * (docs/beliefs.md). In a bullet `was=` says `replaces`, of world facts too.
 */
export const stances = {
  supports: 'reinforces',
  weakens: 'weakens',
  contradicts: 'contradicts',
  replaces: 'supersedes',
} as const satisfies Record<string, Exclude<Effect, 'unrelated'>>

export type Stance = keyof typeof stances

export const stanceNames = Object.keys(stances) as readonly Stance[]

/** What a reader may say of a fact and a belief: what the one does to the other, or that it does nothing. */
export const verdictNames = [...stanceNames, 'unrelated'] as const

/** What a step rests on that a line of a page says; which line, is looked up where it is told. */
export const lineCue = (page: string): string => `said in ${page}`

/** Who says so, of a step's cue: a page, or the bullet itself; undefined for what a rule found. */
export function speakerOf(cue: string): string | undefined {
  const page = /^said in (.*)$/.exec(cue)?.[1]
  return page ?? (attributeStances.some((name) => cue === `${name}=`) || cue === 'was=' ? 'its bullet' : undefined)
}

/** Those that are attributes of a bullet. */
export const attributeStances: readonly Stance[] = stanceNames.filter((name) => name !== 'replaces')
