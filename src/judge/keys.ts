import type { Judged } from '../model/verdict.js'
import { languageOf, vocabulariesOf } from '../language/detect-language.js'
import { isOn } from '../language/lexicon.js'
import { reading } from './reading.js'
import { sketchOf } from './sketch.js'
import type { Token } from '../language/sentence.js'

/** Whether two texts share a word, what one means, or what one is a kind of, in a language that both may be in. */
export const meet = (a: Judged, b: Judged): boolean => {
  const [one, other] = [sketchOf(a), sketchOf(b)]
  return languageOf(one.votes, other.votes) >= 0 && other.isMetBy(one.met)
}

interface Ends {
  readonly own: ReadonlySet<string>
  readonly wide: ReadonlySet<string>
}

/**
 * Whether two texts plainly speak of one thing: they share a word, its opposite, or what is a kind of the other; not only
 * a name, a liking (`likes rain`, `prefers tea`), a number or a tone.
 */
export function shareWords(a: Judged, b: Judged): boolean {
  const [left, right] = [plainEndsOf(a), plainEndsOf(b)]
  return touch(left.own, right.own) || touch(left.own, right.wide) || touch(left.wide, right.own)
}

function plainEndsOf(judged: Judged): Ends {
  const [own, wide] = [new Set<string>(), new Set<string>()]
  for (const vocabulary of vocabulariesOf(judged)) {
    const { sentence, names } = reading(judged, vocabulary)
    for (const token of sentence.tokens) {
      for (const state of [...token.states, ...token.events]) own.add(`state ${state}`)
      const isPlain = !isOn(token.axes, 'liking') && !isOn(token.axes, 'wish')
      if (token.content && isPlain && !names.has(token.text)) addWord(own, wide, token)
    }
  }
  return { own, wide }
}

function touch(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  for (const key of small) if (large.has(key)) return true
  return false
}

/** A word itself, what it means, and what it is a kind of. */
function addWord(own: Set<string>, wide: Set<string>, { text, lemma, axes, kinds }: Token): void {
  own.add(lemma).add(text)
  for (const axis of axes) own.add(axis.replace(/^-/, ''))
  for (const kind of kinds) wide.add(kind)
}
