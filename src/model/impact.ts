import type { FactId } from './fact.js'
import type { Kind } from './kind.js'
import type { Day } from './time.js'

/** What can become of a belief or a fact, in the order in which it is told: what matters most comes first. */
export const becomings = ['crossed', 'reversed', 'ended', 'retired', 'moved', 'new', 'gone'] as const

/**
 * `crossed`: a belief passes 0.5, one way or the other. `reversed`: another belief takes its place, or it is believed
 * again. `ended`: a fact ends, or holds again. `retired`: a person says no to it, or takes that back.
 */
export type Becoming = (typeof becomings)[number]

/** A step that moves a belief, or the line that ends a fact. */
export interface ImpactStep {
  readonly id: FactId
  readonly timestamp: Day | null
  readonly effect: string
  /** 0 to 1, after this step; null where it moves none. */
  readonly confidence: number | null
  /** `memory/2025-11-27.md#L4` */
  readonly source: string
}

/** A belief or a fact that is not the same before and after merging. */
export interface Difference {
  readonly id: FactId
  readonly kind: Kind
  readonly becomes: Becoming
  readonly content: string
  readonly entities: readonly string[]
  /** Where it stands; of what is gone, where it stood. */
  readonly source: string
  /** 0 to 1; null where it is no belief, or is not there. */
  readonly before: number | null
  readonly after: number | null
  /** The day from which it is no longer true, where merging leaves it so. */
  readonly until?: Day
  /** Set where something that had ended or was retired holds again. */
  readonly again?: true
  /** The lines that cause it: lines that come, or, where none of these does, lines that go. */
  readonly because: readonly ImpactStep[]
  /** Set where `because` has lines that go. */
  readonly withoutThese?: true
}

/** A place that holds what looks like a credential; never the credential. */
export interface CredentialPlace {
  readonly source: string
  /** `GitHub Token`, `a password` */
  readonly kind: string
}

/** Lines of somebody who had committed nothing before. */
export interface NewWriter {
  /** `Mallory`, `claude-code for Mallory` */
  readonly name: string
  readonly sources: readonly string[]
}

/** An expectation that holds on one side only, or that merging drops (docs/commands/expect.md). */
export interface ExpectationImpact {
  readonly becomes: 'broken' | 'mended' | 'dropped'
  /** The question that is asked, or the belief. */
  readonly asked: string
  /** The words of the line that it has to be answered with; empty where it names none. */
  readonly expected: string
  /** What is otherwise than expected, on the side where the expectation does not hold. */
  readonly why: string
  /** `memory/expect.yml#L4` */
  readonly source: string
}

/** A bullet about code that is gone. */
export interface LostAnchor {
  readonly id: FactId
  readonly content: string
  /** `src/x.ts`, `src/x.ts#symbol` */
  readonly at: string
  readonly source: string
}

/** A page that merging changes. */
export interface PageImpact {
  readonly path: string
  /** Lines that come, and lines that go; a line that changes is one of each. */
  readonly come: number
  readonly gone: number
}

/** What merging one commit into another does to what is believed, known and told. */
export interface ImpactFound {
  /** Both sides, as the caller named them. */
  readonly base: string
  readonly head: string
  /** The commits that these name. */
  readonly baseCommit: string
  readonly headCommit: string
  /** Files with merge conflicts. All else then describes a merge with Git's markers left in them. */
  readonly conflicts: readonly string[]
  /** Lines that somebody wrote or took out, in notes and in pages. */
  readonly lines: { readonly come: number; readonly gone: number }
  /** Beliefs and facts that change, what matters most first. */
  readonly differences: readonly Difference[]
  /** The expectations that change: of `memory/expect.yml` as merging leaves it, and those that it drops. */
  readonly expectations: readonly ExpectationImpact[]
  /** Bullets about code that merging takes away. */
  readonly anchors: readonly LostAnchor[]
  readonly credentials: readonly CredentialPlace[]
  readonly newWriters: readonly NewWriter[]
  /** Names that something is said of only after merging, and names that nothing is said of any more. */
  readonly names: { readonly come: readonly string[]; readonly gone: readonly string[] }
  readonly pages: readonly PageImpact[]
}

export interface Impact extends ImpactFound {
  /** `2 beliefs move, 1 of them past 0.5; 1 fact ends` */
  readonly headline: string
  /** The comment on a pull request, in Markdown for a Git host. */
  readonly comment: string
}

/** The words that `--fail-on` takes, each with its test. */
export const grounds = {
  crossed: ({ differences }) => differences.some(({ becomes }) => becomes === 'crossed'),
  reversed: ({ differences }) => differences.some(({ becomes }) => becomes === 'reversed'),
  ended: ({ differences }) => differences.some(({ becomes }) => becomes === 'ended'),
  expect: ({ expectations }) => expectations.some(({ becomes }) => becomes !== 'mended'),
  anchor: ({ anchors }) => anchors.length > 0,
  secret: ({ credentials }) => credentials.length > 0,
  'new-writer': ({ newWriters }) => newWriters.length > 0,
  conflict: ({ conflicts }) => conflicts.length > 0,
} as const satisfies Record<string, (impact: ImpactFound) => boolean>

export type Ground = keyof typeof grounds
