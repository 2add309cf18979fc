/**
 * The most that a report tells of each thing: what a person reads in one sitting, in a file below a megabyte that can
 * be mailed. The report counts what it leaves out, and names the command that shows it.
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
