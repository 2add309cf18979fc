import { whenAsked } from '../text/once.js'
import { isSpaceless, statedBy, wholeWords } from './statements.js'

const forms = whenAsked(() => ({
  empty: new RegExp(`^(?:${statedBy('empty').map(ended).join('|')})`, 'iu'),
  praise: new RegExp(`(?:${wholeWords(statedBy('praise'))})$`, 'iu'),
}))

const ended = (phrase: string): string => (phrase.endsWith('$') || isSpaceless(phrase) ? phrase : `${phrase}(?!\\p{L})`)

/**
 * Whether a line says that there is nothing, or only praises, whatever it is labelled.
 *
 *     'Nothing to sort in this round.'   'None'   'The new labels went well.'
 */
export function isNoNews(text: string): boolean {
  const said = text.replace(/^[^\p{L}\p{N}]+|[\s.。!！]+$/gu, '')
  return forms().empty.test(said) || forms().praise.test(said)
}
