import type { FeatureName } from './features.js'

/**
 * What each feature counts, beside `words`, which counts 1. Fitted by `npm run fit:recall`; but for `headings`, which say
 * nothing in the conversations it was fitted on.
 */
export const weights: Readonly<Record<FeatureName, number>> = {
  words: 1,
  beginnings: 0.66,
  pairs: 0.3,
  headings: 0.16,
  beside: 0.91,
  near: 0.47,
  answer: 0.22,
  twin: 0.46,
  feedback: 0.64,
  named: 0.3,
  other: -0.33,
  own: 0.1,
  days: 0.52,
  time: 0.25,
  preference: 0.85,
  statement: 0.12,
  length: -0.18,
}
