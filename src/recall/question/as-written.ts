import { letterPattern, spaceless } from '../../text/letters.js'

/** The parts of a question that are looked for letter by letter: identifiers, versions, paths, flags and numbers. */
export interface AsWritten {
  /** A line that holds one of these is raised; where no line does, the answer says so. */
  readonly names: readonly string[]
  /** Short numbers, which tell otherwise equal lines apart: `Batch 25 of the winter plan`. */
  readonly numbers: readonly string[]
}

/** Names read at most; a question with more is a pasted text. */
const most = 8
/** Characters of a name at most: a longer piece was pasted, and the forms below look twice at each part of it. */
const longestName = 200

const pieces = new RegExp(`[^\\s${spaceless}"'“”„‘’«»<>()\\[\\]{}\`|，。；：？！、（）「」『』《》]+(?:\\(\\))?`, 'gu')

/**
 * The names and numbers that a question writes out, told by their form alone. Ordinary words are never among them:
 * `follow-up`, `and/or`, `U.S.`, `10:30`, `5km`, `2nd`.
 *
 *     what does MODEL_PRICING say for claude-opus-4-6 in batch 25?  →  MODEL_PRICING, claude-opus-4-6 · 25
 */
export function writtenNames(question: string): AsWritten {
  const found = [...new Set((question.match(pieces) ?? []).filter(({ length }) => length <= longestName).map(bare))]
  const isShouted = question === question.toUpperCase()
  const names = found.filter((piece) => isName(piece) && !(isShouted && shouted(piece).test(piece)))
  return { names: names.slice(0, most), numbers: found.filter((piece) => /^\d{1,4}$/.test(piece) && !year.test(piece)) }
}

/** Strips the signs that end a sentence or mark a name. */
const bare = (piece: string): string =>
  piece
    .replace(/^[@#,;:!?*]+/, '')
    .replace(/[.,;:!?*…]+$/, '')
    .replace(/\(\)$/, '')

/** `5km`, `2nd`, `1990s`, `3.5`, `10am`: an amount, which is written in many ways. */
const amount = letterPattern(
  ({ alone, currency }) => `^[~+\\-]?[${currency}]?\\d+(?:[.,]\\d+)*(?:[${alone}]{1,3}|%|[${currency}])?$`,
)
/** `10-year-old`, `3-day`, `mid-1990s`, `18th-century` */
const compound = letterPattern(({ alone }) => `^\\d+[${alone}]{0,2}(?:-[${alone}]+)+$|^[${alone}]+-(?:\\d{2})?\\d{2}s$`)
const day = /^\d{1,4}([-/.])\d{1,2}(?:\1\d{1,4})?(?:T.*)?$/
const time = letterPattern(({ alone }) => `^\\d{1,2}:\\d{2}(?::\\d{2})?(?:[${alone}]{2})?$`)
const year = /^(?:19|20)\d{2}$/
const shouted = letterPattern(({ upper }) => `^[${upper}]+$`)

const name = letterPattern(({ letter, mark, alone, digit, upper, lower }) =>
  [
    // MODEL_PRICING
    `[${letter}]_[${letter}]`,
    // claude-opus-4-6, v1.2.3, web1: letters and digits in one
    `^(?=.*[${alone}])(?=.*\\d)[${letter}${mark}._/:@#+~\\-]+$`,
    // getName, MyFirstClass; but not iOS, YouTube or PhD, which are names as any other
    `^[${lower}]{2,}[${digit}]*[${upper}][${lower}]|^(?:[${upper}][${lower}]+){3,}$`,
    // ECONNREFUSED: what people say is shorter
    `^[${upper}]{6,}$`,
    // --no-verify, -n
    `^--[${alone}]|^-[${alone}]$`,
    // C++, C#, notepad++
    `^[${alone}]{1,2}[+#]{1,2}$|[${alone}]\\+\\+$|^[${alone}]+#$`,
    // foo.bar, .gitignore, a@b.org; but not U.S. or e.g
    `^\\.?[${alone}][${letter}\\-]+(?:[.@][${letter}\\-]{2,})+$|^\\.[${alone}]{2,}`,
    // src/x.ts, ~/notes, /etc/hosts, a\b\c, https://…, std::move
    `^[~.]?/[${alone}]|/.*[._\\d]|[._\\d].*/|/.+/|\\\\[${alone}]|::|://`,
    // 10.0.0.1, 1.2.3
    `^\\d+(?:\\.\\d+){2,}$`,
    // 36003; a shorter one is mostly an amount
    `^\\d{5,}$`,
  ].join('|'),
)

/** Whether a piece can have none of the forms above, as `Jürgen`. Checked first: Unicode's tables take 6 ms. */
function isPlainWord(piece: string): boolean {
  const rest = piece.slice(1)
  return rest === rest.toLowerCase() && !/[\d_+#.@/\\:-]/.test(piece)
}

const isName = (piece: string): boolean =>
  !isPlainWord(piece) &&
  !day.test(piece) &&
  !time(piece).test(piece) &&
  !year.test(piece) &&
  !compound(piece).test(piece) &&
  (/^\d{5,}$/.test(piece) || !amount(piece).test(piece)) &&
  name(piece).test(piece)
