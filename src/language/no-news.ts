import { letterPattern } from '../text/letters.js'
import { eitherOf } from './sections.js'
import { isSpaceless, statedBy } from './statements.js'
import { whenAsked } from '../text/once.js'

/** No phrase has more characters. */
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

/** A first test that nearly every line fails, and that takes none of Unicode's tables. */
const mayBe = whenAsked(() => {
  const end = '[\\s.。!！]*$'
  const begun = statedBy('empty').map((phrase) => (phrase.endsWith('$') ? phrase.slice(0, -1) + end : phrase))
  return new RegExp(`${begun.join('|')}|(?:${statedBy('praise').join('|')})${end}`)
})

const edges = letterPattern(({ letter }) => `^[^${letter}]+|[\\s.。!！]+$`, 'g')

/**
 * Whether a line says that there is nothing, or only praises, whatever it is labelled.
 *
 *     'Nothing to sort in this round.'   'None'   'The new labels went well.'
 */
export function isNoNews(text: string): boolean {
  const lower = text.toLowerCase()
  if (!mayBe().test(lower)) return false
  const said = lower.replace(edges(lower), '')
  const [start, end] = [said.slice(0, longest), said.slice(-longest)]
  return empty()(start).test(start) || praise()(end).test(end)
}
