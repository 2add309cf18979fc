import type { Effect } from './verdict.js'

/**
 * The words for what a fact does to a belief, each with the effect that the fold knows. Their writer has read both.
 *
 *     - B(contradicts=^k3f9a2c1x7) @Peter: Took tea again this morning.
 *     - ^12m7d97uez contradicts ^k3f9a2c1x7: "B @Peter: Took tea again this morning."
 *
 * The first line stands in a log, where the fact is written; the second in `bank/`, about a fact that stands already
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

/** The cue of a step that a line of a page states. Which line it was is looked up where the step is told. */
export const lineCue = (page: string): string => `said in ${page}`

/** Who stated a step, by its cue: a page, or the bullet itself; undefined for what a rule found. */
export function speakerOf(cue: string): string | undefined {
  const page = /^said in (.*)$/.exec(cue)?.[1]
  return page ?? (attributeStances.some((name) => cue === `${name}=`) || cue === 'was=' ? 'its bullet' : undefined)
}

export const attributeStances: readonly Stance[] = stanceNames.filter((name) => name !== 'replaces')
