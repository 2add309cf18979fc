import { createHash } from 'node:crypto'
import { stretches } from '../text/code-span.js'
import { letterPattern, spaceless, withoutTrailing } from '../text/letters.js'

/** What names are compared by: Unicode NFC, lower case. Names that differ in a digit never share a key. */
export type EntityKey = string

export const entityKey = (name: string): EntityKey => name.normalize('NFC').toLowerCase().normalize('NFC')

/**
 * `@` and a name: letters or digits of any script, with `_ - . /` inside but
 * not at the end; nothing wordlike before the `@` (so `bob@example.com` is none), but
 * for scripts that write no spaces: `我和@小明`.
 */
const mentionForm = letterPattern(
  ({ letter, mark }) => `(?<!(?![${spaceless}])[${letter}${mark}_.\\-/@])@([${letter}][${letter}${mark}_\\-./]*)`,
  'g',
)

/** The name that a match of a mention form stands for: `@Peter.` is Peter. */
export const mentionName = (matched: string): string => withoutTrailing(matched, '_-./')

/** Names mentioned in inline Markdown, in order, outside code spans. */
export function mentionsIn(text: string): string[] {
  if (!text.includes('@')) return []
  return stretches(text)
    .filter((stretch) => stretch.kind === 'text')
    .flatMap((stretch) => [...stretch.text.matchAll(mentionForm(stretch.text))].map((match) => mentionName(match[1]!)))
    .filter((name) => name !== '')
}

/** The names in order, each key once, the first spelling kept. */
export function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<EntityKey, string>()
  for (const name of names) if (!seen.has(entityKey(name))) seen.set(entityKey(name), name)
  return [...seen.values()]
}

const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
const longest = 80

/**
 * The file name of an entity's page, without `.md`: the name itself where every
 * file system keeps it apart from all others, otherwise a readable form of it
 * plus `~` and a hash of the key. No mention holds a `~`, so the two never meet
 * and the mapping stays injective on Linux, macOS and Windows.
 */
export function entityFileName(name: string): string {
  const key = entityKey(name)
  const plain = name.normalize('NFC')
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(plain) && !plain.endsWith('.') && !reserved.test(plain)) return plain
  const foldsElsewhere = key !== key.toUpperCase().toLowerCase().normalize('NFC') || key !== key.normalize('NFKC')
  const safe = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_\-.]*$/u.test(plain) && !plain.endsWith('.')
  if (safe && !foldsElsewhere && !reserved.test(plain) && Buffer.byteLength(plain) <= longest) return plain
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8)
  const readable = plain.slice(0, longest).replace(/[^\p{L}\p{N}_\-.]/gu, '-')
  let stem = ''
  for (const letter of readable) {
    if (Buffer.byteLength(stem + letter) > longest - 9) break
    if (stem !== '' || !'-.'.includes(letter)) stem += letter
  }
  // A device of Windows stays one with any extension, so no dot may follow it.
  return `${reserved.test(stem) ? stem.replaceAll('.', '-') : stem}~${hash}`
}

/** What the front matter of `bank/entities/<Name>.md` says. */
export interface EntityPage {
  readonly name: string
  readonly aliases: readonly string[]
  /** Names that must never be taken for this entity. */
  readonly not: readonly string[]
  readonly type: string | null
}

/** A name as front matter gives it, on one line; empty where it says none. */
export const nameWritten = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .replace(/^@/, '')

/** A person writes `Tom Okafor` where a mention, which holds no blank, is `@Tom-Okafor`. */
const glues = ['-', '_', ''] as const

/** The names that a name with blanks in it stands for: as it is first, then as mentions may write it. */
export const asMentioned = (name: string): readonly string[] =>
  /\s/.test(name) ? [name, ...glues.map((glue) => name.replace(/\s+/g, glue))] : [name]
