import { definedBy } from '../../language/asking.js'
import { foldText } from '../../text/folded.js'
import type { Query } from '../question/query.js'
import type { Line } from './line.js'

const mostWords = 3

/**
 * How plainly a line says what the thing asked about is, from 0 to 1; always 0 where a question asks for something
 * else.
 *
 *     what is Hexmark?  →  `Hexmark is the lab in Antwerp` 1 · `60 probes went to Hexmark` 0
 */
export function definesWith({ asks, terms }: Query): (line: Line) => number {
  if (!asks.has('what') || terms.length === 0 || terms.length > mostWords) return () => 0
  const name = terms.map(({ forms: [form = ''] }) => bare(form.replace(/\*$/, '')))
  return ({ body }) => {
    const text = foldText(body.slice(0, mostRead)).toLowerCase()
    const plain = bare(text)
    let best = 0
    for (let at = plain.indexOf(name[0]!); at >= 0 && best < 1; at = plain.indexOf(name[0]!, at + 1)) {
      const end = letter.test(plain[at - 1] ?? '') ? undefined : endOf(plain, at, name)
      if (end !== undefined) best = Math.max(best, definedBy(text.slice(end, end + 40)))
    }
    return best
  }
}

/** Characters of a line that are read: what a thing is stands where it is first spoken of. */
const mostRead = 2000
/** A letter or digit: a name right behind one begins inside a word, so it is no match. */
const letter = /[a-z0-9\u00df-\u024f]/

/** A text without accents, as the search index has it, and as long as it was. */
const bare = (text: string): string => text.replace(/[\u00e0-\u024f\u1e00-\u1eff]/g, (one) => one.normalize('NFD')[0]!)

/** The end of a name at `at`, its words one behind the other; undefined where it does not stand there. */
function endOf(text: string, at: number, name: readonly string[]): number | undefined {
  let end = at
  for (const word of name) {
    const start = [0, 1, 2].find((gap) => text.startsWith(word, end + gap) && (end > at || gap === 0))
    if (start === undefined) return undefined
    end += start + word.length
  }
  return end
}
