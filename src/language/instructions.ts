import { whenAsked } from '../text/once.js'
import { statedBy, wholeWords } from './statements.js'

/** Whether a phrase may stand without blanks around it, as Urdu often writes it. */
const isBare = (phrase: string): boolean => /[^\u0000-\u024f’]/.test(phrase)
const words = whenAsked(() => new RegExp(wholeWords(statedBy('instructions'), isBare), 'iu'))

export const isInstruction = (text: string): boolean => words().test(text)
