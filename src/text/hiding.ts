/**
 * Characters that nobody sees, and that a terminal, a reader or a model acts on: controls; formats such as the marks
 * and overrides of direction; separators of lines and paragraphs; and characters drawn as nothing where they are not
 * known: fillers, tags, variation selectors, joiners. The signs before a number of an Arabic text are formats too, but
 * they are drawn, so they are left out.
 */
const hiding = String.raw`(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`

/** Scripts in which a joiner between two letters shapes them, as in Persian and the languages of India. */
const shaped =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Tibetan Myanmar Khmer'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('')

/**
 * Hidden characters that stay, because the text is read by them. Each alternative is one character, or a whole flag.
 */
const needed = [
  // 🏴 with the letters of a region, as Scotland's flag: never any other text of tags.
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,7}\u{e007f}`,
  // A joiner of two pictures.
  String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
  // A joiner in a word, and behind the sign that ends a syllable.
  String.raw`(?<=[${shaped}]\p{M}?)[\u200c\u200d](?=[${shaped}])`,
  String.raw`(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]`,
  // One variation selector behind a picture, a key, a character of Han or a letter of Mongolian.
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
].join('|')

/**
 * Text of characters that hide nothing, as nearly all text is. It spares loading Unicode's tables, which takes
 * milliseconds.
 */
const plain =
  /^[ -~\u00a0-\u00ac\u00ae-\u034e\u0370-\u05ff\u2010-\u2027\u3000-\u3163\u3400-\u9fff\uac00-\ud7a3\uff01-\uff9f]*$/

let pattern: RegExp | undefined

/** Text with each hidden character replaced, except where it is needed to read the text. */
export function replaceHidden(text: string, replacement: (character: string, at: number) => string): string {
  if (plain.test(text)) return text
  pattern ??= new RegExp(`(?<needed>${needed})|${hiding}`, 'gu')
  return text.replace(pattern, (character, isNeeded: string | undefined, at: number) =>
    isNeeded === undefined ? replacement(character, at) : character,
  )
}

/**
 * Whether a tab or a line's end stands at an offset. A return without a line feed is none: it goes back over the line.
 */
export const isBreak = (text: string, at: number): boolean => /^(?:[\t\n]|\r\n)/.test(text.slice(at, at + 2))

/**
 * The first hidden character of a text, `U+202E at character 12`, counted from 1. Tabs and ends of lines do not count.
 */
export function hiddenIn(text: string): string | undefined {
  let first: string | undefined
  replaceHidden(text, (character, at) => {
    if (first === undefined && !isBreak(text, at))
      first = `${codePointName(character)} at character ${charactersIn(text.slice(0, at)) + 1}`
    return character
  })
  return first
}

const charactersIn = (text: string): number => Array.from(text).length

/** `U+00AD` */
const codePointName = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
