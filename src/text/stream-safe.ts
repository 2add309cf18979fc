import { isAscii } from './letters.js'

/** Whatever may be so many marks, without Unicode's table of them: each text that is not ASCII would be held against it. */
const mayBeMarks = /[\u0300-\uffff]{31}/

/**
 * Text in which no letter has more than 30 marks in a row, by a joiner that nobody sees (UAX #15, Stream-Safe Text Format):
 * putting the marks of one letter in order takes time that grows with the square of how many there are.
 */
export const streamSafe = (text: string): string =>
  isAscii(text) || !mayBeMarks.test(text) ? text : text.replace(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f')
