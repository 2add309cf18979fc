/** Insides of character classes: `letter` is letters and digits, `mark` the marks upon them, `alone` letters only. */
export interface Letters {
  readonly letter: string
  readonly mark: string
  readonly alone: string
  readonly digit: string
  readonly upper: string
  readonly lower: string
  /** `$`, `€` */
  readonly currency: string
}

/** Scripts that write no spaces: Han, kana, hangul. Written as ranges, since Unicode's tables are slow to load. */
export const spaceless =
  '\\u1100-\\u11ff\\u2e80-\\u2fdf\\u3005-\\u3007\\u3040-\\u30ff\\u3131-\\u318e\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\uff66-\\uff9d\\u{20000}-\\u{323af}'

const ascii: Letters = {
  letter: 'A-Za-z0-9',
  mark: '',
  alone: 'A-Za-z',
  digit: '0-9',
  upper: 'A-Z',
  lower: 'a-z',
  currency: '$',
}
const unicode: Letters = {
  letter: '\\p{L}\\p{N}',
  mark: '\\p{M}',
  alone: '\\p{L}',
  digit: '\\p{N}',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  currency: '\\p{Sc}',
}

export const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)

/**
 * A pattern over letters of any script. Unicode's tables cost several milliseconds to load, which a hook or one recall
 * feels, so ASCII text is matched by an ASCII twin of the same pattern.
 */
export function letterPattern(build: (letters: Letters) => string, flags = ''): (text: string) => RegExp {
  let plain: RegExp | undefined
  let full: RegExp | undefined
  return (text) => {
    if (isAscii(text)) return (plain ??= new RegExp(build(ascii), `${flags}u`))
    return (full ??= new RegExp(build(unicode), `${flags}u`))
  }
}

/**
 * Text with each run of white space as one blank. A single blank is left alone: replacing millions of them takes the
 * memory of a hundred copies.
 */
export const singleSpaced = (text: string): string => text.replace(/[^\S ]\s*| \s+/gu, ' ')

/** Text without any of these characters at its end. By hand, because `[…]+$` is quadratic. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
