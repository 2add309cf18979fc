import type { FeatureName } from './features.js'

/**
 * The weight of each feature; that of `words` is 1. Set by hand after `npm run fit:recall`: near its result where all
 * kinds of text agree, above it where they say little and people expect more (headings, names).
 */
export const weights: Readonly<Record<FeatureName, number>> = {
  words: 1,
  beginnings: 0.28,
  section: 0.22,
  note: 0.3,
  headed: 0.3,
  beside: 0.3,
  answer: 0.4,
  twin: 0.45,
  named: 0.05,
  says: 0.18,
  other: -0.35,
  labelled: 0.3,
  defines: 0.3,
  days: 0.45,
  newer: 0.05,
  meaning: 0.2,
  long: -0.025,
  statement: 0.12,
}
