/** What people label the lines and sections of a log as. */
export const labelKinds = [
  'decision',
  'lesson',
  'cause',
  'problem',
  'fix',
  'how',
  'status',
  'open',
  'done',
  'goal',
  'wish',
] as const
export type LabelKind = (typeof labelKinds)[number]
