/** The labels that people give to lines and sections of a log. */
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
