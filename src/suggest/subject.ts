import { labelNamed } from '../language/labels.js'
import { stemOf, wordsOf } from '../language/words.js'
import { stretches } from '../text/code-span.js'
import type { Names } from './drafts.js'

/** A name known by a capital within it or by its number: `OpenClaw`, `qBittorrent`, `GPT-4o`. */
export const inner =
  /(?<![\p{Script=Latin}\p{N}@#/.`_-])(?:(?:\p{Lu}\p{Ll}+|\p{Ll}{1,3})\p{Lu}[\p{Script=Latin}\p{N}]*|\p{Lu}{2,}-\d(?:[\p{Script=Latin}\p{N}.]*[\p{Script=Latin}\p{N}])?)(?![\p{Script=Latin}\p{N}_(/])/gu
const mostNames = 4
/** A topic of more words is no name. */
const mostOfName = 3

/**
 * The names in a text, in order. A text without any has its topic's last part, if that is written as a name:
 * `Hotel Bellwether`, not `For the file`.
 */
export function entitiesOf(text: string, topic: string | undefined, names: Names): readonly string[] {
  const said = withoutCode(text)
  const known = names.within(said).filter((name) => labelNamed(name) === undefined)
  const found = [
    ...known.map((name) => [said.indexOf(name), names.called(name)] as const),
    ...[...said.matchAll(inner)].map(({ 0: name, index }) => [index, name] as const),
  ].toSorted(([a], [b]) => a - b)
  const named = [...new Set(found.map(([, name]) => name))].slice(0, mostNames)
  if (named.length > 0 || topic === undefined) return named
  const [last] = topic.split(': ').slice(-1)
  const words = last!.match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []
  const isName = /^[\p{L}\p{M}\p{N} '’-]+$/u.test(last!) && words.every((word) => /^[\p{Lu}\p{Lo}\p{N}]/u.test(word))
  return words.length === 0 || words.length > mostOfName || !isName ? [] : [words.join('-')]
}

const withoutCode = (text: string): string =>
  stretches(text)
    .map(({ kind, text: part }) => (kind === 'code' ? ' '.repeat(part.length) : part))
    .join('')

/** A text with this share of a topic's words says the topic itself. */
const saysIt = 0.75

export function says(text: string, topic: string): boolean {
  const held = new Set(wordsOf(text).map(stemOf))
  const words = wordsOf(topic).map(stemOf)
  return words.filter((word) => held.has(word)).length >= saysIt * words.length
}
