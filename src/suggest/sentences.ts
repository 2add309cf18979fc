import { sentencesOf } from '../language/unanchored.js'

/** The box of a task: done, or still to do. */
const done = /^\[[xX]\] /
const open = /^\[ \] /
/** `14:30 —`, `→`: what stands before a line's words. */
const before = /^(?:\d{1,2}[:.]\d{2}\s*(?:[-–—:]\s*)?|→\s*|[-–—•]\s+)+/u
const emphasis = /\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g

/** The sentences of a passage without its marks; none of a task that is still to be done. */
export const statedIn = (passage: string): string[] =>
  open.test(passage) ? [] : sentencesOf(passage.replace(done, '').replace(before, '').replaceAll(emphasis, ''))
