/** The inside of a character class: letters and digits, and the marks that belong to them; letters alone, and of each case. */
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

/** Scripts that write no spaces: Han, kana, hangul. By range, for the same reason as below. */
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
 * A pattern over letters of any script. Unicode's tables cost several
 * milliseconds to load, which a hook or one recall feels, so ASCII text is
 * matched by an ASCII twin of the same pattern.
 */
export function letterPattern(build: (letters: Letters) => string, flags = ''): (text: string) => RegExp {
  let plain: RegExp | undefined
  let full: RegExp | undefined
  return (text) => {
    if (isAscii(text)) return (plain ??= new RegExp(build(ascii), `${flags}u`))
    return (full ??= new RegExp(build(unicode), `${flags}u`))
  }
}

/** White space of any kind and length as one blank. A blank that is one already is left: replacing millions of them takes the memory of a hundred copies. */
export const singleSpaced = (text: string): string => text.replace(/[^\S ]\s*| \s+/gu, ' ')

/** Text without any of these characters at its end. By hand, because `[…]+$` is quadratic. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
