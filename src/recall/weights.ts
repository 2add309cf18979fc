import type { FeatureName } from './features.js'

/** What each feature counts, beside `words`, which counts 1. Fitted by `npm run fit:recall`. */
export const weights: Readonly<Record<FeatureName, number>> = {
  words: 1,
  beginnings: 0.73,
  pairs: 0.28,
  headings: 0.16,
  beside: 0.97,
  near: 0.39,
  answer: 0.44,
  twin: 0.43,
  feedback: 0.59,
  named: 0.12,
  other: -0.31,
  own: 0.1,
  days: 0.57,
  time: 0.21,
  amount: 0,
  name: 0.05,
  preference: 0.76,
  statement: 0.12,
  agent: -0.27,
  length: -0.18,
}
