import { sentencesOf } from '../language/unanchored.js'
import { stretches } from '../text/code-span.js'

/** The box before a task: done, or still to do. */
const done = /^\[[xX]\] /
const open = /^\[ \] /
/** A time or sign before a line's words: `14:30 —`, `→`. */
const before = /^(?:\d{1,2}[:.]\d{2}\s*(?:[-–—:]\s*)?|→\s*|[-–—•]\s+)+/u
const emphasis = /\*\*|__|(?<![\w*@/])[*_](?=[^\s*_])|(?<=[^\s*_])[*_](?![\w*])/g

/** `**Reload** _Caddy_, never \`restart_it\`` → `Reload Caddy, never \`restart_it\`` */
export const withoutEmphasis = (text: string): string =>
  stretches(text)
    .map(({ kind, text: part }) => (kind === 'code' ? part : part.replaceAll(emphasis, '')))
    .join('')

/** The sentences of a passage, without its marks; none for a task that is still to do. */
export const statedIn = (passage: string): string[] =>
  open.test(passage) ? [] : sentencesOf(withoutEmphasis(passage.replace(done, '').replace(before, '')))
