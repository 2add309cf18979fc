/**
 * How much of each thing a report tells. A browser shows what a person reads in one sitting, and a file that is sent by mail
 * stays below a megabyte: what is left out is counted, and the command that shows it is named.
 */
export const reportLimits = {
  changes: 60,
  beliefs: 48,
  /** Steps of one belief. */
  steps: 24,
  weeks: 53,
  timeline: 600,
  entities: 40,
  ties: 120,
  /** Items of each kind that waits. */
  open: 20,
  /** Beliefs and facts beside a fact that nobody judged. */
  near: 3,
  expectations: 100,
  /** Characters of what one line says. */
  content: 600,
  /** Names of one line. */
  names: 12,
} as const
