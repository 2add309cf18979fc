import { createHash } from 'node:crypto'
import { stretches } from '../text/code-span.js'
import { letterPattern, spaceless, withoutTrailing, type Letters } from '../text/letters.js'

/** What names are compared by: Unicode NFC, lower case, one apostrophe. Names that differ in a digit never share a key. */
export type EntityKey = string

export const entityKey = (name: string): EntityKey =>
  name.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('’', "'")

/**
 * A pattern for the name of a mention, without its `@`: letters or digits of any script with `_ - . /` inside, signs
 * that can only be part of a name where they stand, or anything between quotes.
 *
 *     Peter · The-Castle · 3M · node.js · .NET · C++ · C# · R&D · O'Neill · 🦞bot · "Yahoo!"
 */
export const namePattern = ({ letter, mark }: Pick<Letters, 'letter' | 'mark'>): string => {
  const capital = mark === '' ? 'A-Z' : '\\p{Lu}'
  const emoji =
    mark === '' ? '' : '\\p{Extended_Pictographic}[\\p{Extended_Pictographic}\\ufe0f\\u200d\\u{1f3fb}-\\u{1f3ff}]*|'
  const inside = `[${letter}${mark}_\\-./]|(?<=[A-Z0-9])&(?=[A-Z0-9])|(?<=[${letter}])['’](?=[${capital}])|\\+\\+`
  return `(?:${quotedName}|(?:${emoji}(?:\\.(?=[${letter}]{2}))?[${letter}])(?:${inside})*(?:(?<=[${letter}])[+#](?![${letter}]))?)`
}

/** A name in quotes, without any sign that Markdown, a citation or a page's file name would take for its own. */
const quotedName = '["“„](?!\\[)(?:[^"“”„@`<>[\\]*\\\\^|~\\n]|\\[(?!\\[)|\\](?![(\\]])){1,80}["”“]'

/**
 * `@` and a name. No letter or other sign of a word stands before the `@` (so `bob@example.com` is none), except in
 * scripts that write no spaces: `我和@小明`.
 */
const mentionForm = letterPattern(
  (letters) => `(?<!(?![${spaceless}])[${letters.letter}${letters.mark}_.\\-/@])@(${namePattern(letters)})`,
  'g',
)

/**
 * The name that a match of `namePattern` stands for: `Peter.` is Peter, `"Tom Okafor"` is Tom-Okafor; empty where it
 * holds no name.
 */
export function mentionName(matched: string): string {
  if (!/^["“„]/.test(matched)) return withoutTrailing(matched, '_-./')
  const name = nameInMention(matched.slice(1, -1))
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name) ? name : ''
}

/** The form in a mention of a name as people write it: `R. Daneel Olivaw` becomes R-Daneel-Olivaw. */
export const nameInMention = (text: string): string =>
  withoutTrailing(
    text
      .trim()
      .replace(/^@/, '')
      .replace(/\.(?=\s)/g, '')
      .replace(/\s+/g, '-'),
    '_-./',
  )

/** Names mentioned in inline Markdown, in order, outside code spans. */
export function mentionsIn(text: string): string[] {
  if (!text.includes('@')) return []
  return stretches(text)
    .filter((stretch) => stretch.kind === 'text')
    .flatMap((stretch) => [...stretch.text.matchAll(mentionForm(stretch.text))].map((match) => mentionName(match[1]!)))
    .filter((name) => name !== '')
}

/** A name as a bullet mentions it: `@Peter`, `@"Yahoo!"`. */
export const writeMention = (name: string): string => (mentionsIn(`@${name}`)[0] === name ? `@${name}` : `@"${name}"`)

/** Whether a bullet can mention a name, in quotes or without. */
export const isMentionable = (name: string): boolean => mentionsIn(writeMention(name))[0] === name

/** The names in order, each key once, the first spelling kept. */
export function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<EntityKey, string>()
  for (const name of names) if (!seen.has(entityKey(name))) seen.set(entityKey(name), name)
  return [...seen.values()]
}

const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
const longest = 80

/**
 * The file name of an entity's page, without `.md`: the name itself where every file system keeps it apart from all
 * others, otherwise a readable form of it plus `~` and a hash of the key. No mention holds a `~`, so the two never meet
 * and the mapping stays injective on Linux, macOS and Windows.
 */
export function entityFileName(name: string): string {
  const key = entityKey(name)
  const plain = name.normalize('NFC')
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(plain) && !plain.endsWith('.') && !reserved.test(plain)) return plain
  const foldsElsewhere = key !== key.toUpperCase().toLowerCase().normalize('NFC') || key !== key.normalize('NFKC')
  const safe = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_\-.]*$/u.test(plain) && !plain.endsWith('.')
  if (safe && !foldsElsewhere && !reserved.test(plain) && Buffer.byteLength(plain) <= longest) return plain
  const readable = plain.slice(0, longest).replace(/[^\p{L}\p{N}_\-.]/gu, '-')
  let stem = ''
  for (const letter of readable) {
    if (Buffer.byteLength(stem + letter) > longest - 9) break
    if (stem !== '' || !'-.'.includes(letter)) stem += letter
  }
  // A device of Windows stays one with any extension, so no dot may follow it.
  return `${reserved.test(stem) ? stem.replaceAll('.', '-') : stem}~${keyHash(key)}`
}

/** What tells a key in the file name of its page where that name is another. */
export const keyHash = (key: EntityKey): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** The hash in the file name of a page, without `.md`; undefined where the file has the name of its entity. */
export const hashInFileName = (stem: string): string | undefined => /~([0-9a-f]{8})$/.exec(stem)?.[1]

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

/** What a mention, which holds no blank, may have in place of one: `Tom Okafor` is `@Tom-Okafor`. */
const glues = ['-', '_', ''] as const

/** A name as it is, then, where it has blanks, as mentions may write it. */
export const asMentioned = (name: string): readonly string[] =>
  /\s/.test(name) ? [name, ...glues.map((glue) => name.replace(/\s+/g, glue))] : [name]
