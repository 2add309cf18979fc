import { letterPattern } from '../text/letters.js'
import { eitherOf } from './sections.js'
import { isSpaceless, statedBy } from './statements.js'
import { whenAsked } from '../text/once.js'

/** In characters no phrase is so long. */
const longest = 60

const empty = whenAsked(() => {
  const phrases = statedBy('empty')
  const isEnd = (phrase: string): boolean => phrase.endsWith('$')
  const open = phrases.filter((phrase) => !isEnd(phrase) && !isSpaceless(phrase))
  const others = phrases.filter((phrase) => isEnd(phrase) || isSpaceless(phrase))
  return letterPattern(({ alone }) => `^(?:(?:${open.join('|')})(?![${alone}])|${others.join('|')})`)
})

const praise = whenAsked(() => {
  const phrases = statedBy('praise')
  const spaced = eitherOf(phrases.filter((phrase) => !isSpaceless(phrase)))
  const bare = phrases.filter(isSpaceless)
  return letterPattern(({ alone, mark }) => `(?:(?<![${alone}${mark}])(?:${spaced})|${bare.join('|')})$`)
})

const edges = letterPattern(({ letter }) => `^[^${letter}]+|[\\s.。!！]+$`, 'g')

/**
 * Whether a line says that there is nothing, or only praises, whatever it is labelled.
 *
 *     'Nothing to sort in this round.'   'None'   'The new labels went well.'
 */
export function isNoNews(text: string): boolean {
  const said = text.replace(edges(text), '').toLowerCase()
  const [start, end] = [said.slice(0, longest), said.slice(-longest)]
  return empty()(start).test(start) || praise()(end).test(end)
}
