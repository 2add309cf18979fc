import { isAscii } from './letters.js'

/** A cheap test for too many marks in a row. Without it each text beyond ASCII would load Unicode's table of marks. */
const mayBeMarks = /[\u0300-\uffff]{31}/

/**
 * Text with an invisible joiner behind every 30th mark in a row, where more follow (UAX #15, Stream-Safe Text Format).
 * To put the marks of one letter in order takes time that grows with the square of their number.
 */
export const streamSafe = (text: string): string =>
  isAscii(text) || !mayBeMarks.test(text) ? text : text.replace(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f')
