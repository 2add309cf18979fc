import type { Judged } from '../model/verdict.js'
import { vocabulariesOf } from '../language/detect-language.js'
import { wordsBefore } from '../language/phrase.js'
import { isOn } from '../language/lexicon.js'
import type { Token } from '../language/sentence.js'
import { reading } from './reading.js'

/**
 * What a text can meet another in: its words, what they mean and what they are
 * kinds of. Texts that do not meet have nothing to do with each other, which is
 * a rule of the judge, and what spares it most pairs.
 *
 * As written to be kept: a key that only another's own meets begins with `>`.
 */
export type Keys = readonly string[]

/** Keys, ready to be met. */
interface Ends {
  readonly own: ReadonlySet<string>
  /** What the text's own keys are not, but what others' own may be: two kinds of pet are no one thing, a cat is a pet. */
  readonly wide: ReadonlySet<string>
}

export function keysOf(judged: Judged): Keys {
  const { own, wide } = endsOf(judged)
  return [...own, ...[...wide].map((key) => `>${key}`)]
}

/** The keys, as written, of all that a text of these keys meets. */
export const metBy = (keys: Keys): string[] =>
  keys.flatMap((key) => (key.startsWith('>') ? [key.slice(1)] : [key, `>${key}`]))

/** Whether a text meets one whose keys were kept. */
export function meetsKept(judged: Judged, kept: Keys): boolean {
  const { own, wide } = endsOf(judged)
  return kept.some((key) => (key.startsWith('>') ? own.has(key.slice(1)) : own.has(key) || wide.has(key)))
}

export const meet = (a: Judged, b: Judged): boolean => endsMeet(endsOf(a), endsOf(b))

const endsMeet = (left: Ends, right: Ends): boolean =>
  touch(left.own, right.own) || touch(left.own, right.wide) || touch(left.wide, right.own)

/**
 * Whether two texts plainly speak of one thing: they share a word, its opposite, or what is a kind of the other; not only
 * a name, a liking (`likes rain`, `prefers tea`), a number or a tone.
 */
export const shareWords = (a: Judged, b: Judged): boolean => endsMeet(plainEndsOf(a), plainEndsOf(b))

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

const known = new WeakMap<Judged, Ends>()

function endsOf(judged: Judged): Ends {
  let found = known.get(judged)
  if (!found) {
    const [own, wide] = [new Set<string>(), new Set<string>()]
    for (const vocabulary of vocabulariesOf(judged)) readInto(own, wide, reading(judged, vocabulary))
    for (const key of own) wide.delete(key)
    known.set(judged, (found = { own, wide }))
  }
  return found
}

function readInto(own: Set<string>, wide: Set<string>, { sentence, names }: ReturnType<typeof reading>): void {
  const { tokens, quantities } = sentence
  const content = tokens.filter((token) => token.content && !names.has(token.text))
  for (const [at, token] of tokens.entries()) {
    // A move ends where somebody lives, in no common word.
    for (const state of token.states) own.add(`state ${state}`)
    for (const state of token.events) wide.add(`state ${state}`)
    if (!token.content || names.has(token.text)) continue
    addWord(own, wide, token)
    // `Made in Portugal` and `made in Taiwan` share a place for a name.
    if (token.name)
      own.add(
        `after ${wordsBefore(sentence, at, names)
          .slice(0, 2)
          .map((word) => word.lemma)}`,
      )
  }
  // Praise meets blame, and a number one of its sort, whatever stands around them: where nothing stands around one of them.
  if (tokens.some(({ tone }) => tone !== 0)) (content.every(({ tone }) => tone !== 0) ? own : wide).add('a tone')
  const counted = new Set(quantities.flatMap(({ of }) => of))
  const bare = content.length < 2 || content.every(({ lemma }) => counted.has(lemma))
  for (const { kind } of quantities) (bare ? own : wide).add(`a ${kind}`)
}

/** A word itself, what it means, and what it is a kind of. */
function addWord(own: Set<string>, wide: Set<string>, { text, lemma, axes, kinds }: Token): void {
  own.add(lemma).add(text)
  for (const axis of axes) own.add(axis.replace(/^-/, ''))
  for (const kind of kinds) wide.add(kind)
}
