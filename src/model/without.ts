import type { FactId } from './fact.js'
import type { ImpactFound } from './impact.js'

export type WithoutSource =
  | { readonly what: 'fact'; readonly id: FactId }
  | { readonly what: 'files'; readonly paths: readonly string[] }
  /** The newest first; merges bring nothing of their own. */
  | { readonly what: 'commits'; readonly commits: readonly string[] }

/** What would be believed, known and told if a source had never been. */
export interface Without extends Pick<
  ImpactFound,
  'conflicts' | 'lines' | 'differences' | 'expectations' | 'names' | 'pages'
> {
  /** The source, as the caller named it. */
  readonly without: string
  readonly source: WithoutSource
  readonly headline: string
  /** A unified diff of the pages, as reflecting would write them. */
  readonly diff: string
}
