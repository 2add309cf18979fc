import type { FeatureName } from './features.js'

/**
 * What each feature counts, beside `words`, which counts 1. Set by hand after
 * `npm run fit:recall`: near what it finds where all kinds of text agree, more
 * than that where they say little and people expect it (headings, names, feedback).
 */
export const weights: Readonly<Record<FeatureName, number>> = {
  words: 1,
  beginnings: 0.2,
  headings: 0.4,
  covered: 0,
  beside: 0.55,
  near: 0.5,
  answer: 0.3,
  twin: 0.45,
  feedback: 0.5,
  named: 0.3,
  says: 0.5,
  other: -0.5,
  days: 0.6,
  newer: 0.05,
  meaning: 0.8,
  statement: 0.2,
}
