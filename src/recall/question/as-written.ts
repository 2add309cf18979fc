import { spaceless } from '../../text/letters.js'

/** What a question names as it is written, whatever its words: an identifier, version, path, flag or number. */
export interface AsWritten {
  /** Of which a line that holds it comes first, and of which it is told where none does. */
  readonly names: readonly string[]
  /** Short numbers, which tell lines apart that say the same else: `Batch 25 of the winter plan`. */
  readonly numbers: readonly string[]
}

/** A question of more of these is a text that was pasted. */
const most = 8
/** Characters of one; what is longer was pasted too, and the forms below look twice at each part of it. */
const longestName = 200

const pieces = new RegExp(`[^\\s${spaceless}"'“”„‘’«»<>()\\[\\]{}\`|，。；：？！、（）「」『』《》]+(?:\\(\\))?`, 'gu')

/**
 * What of a question is as it is written, by its form alone, so that ordinary words never are: `follow-up`, `and/or`, `U.S.`,
 * `10:30`, `5km`, `2nd`.
 *
 *     what does MODEL_PRICING say for claude-opus-4-6 in batch 25?  →  MODEL_PRICING, claude-opus-4-6 · 25
 */
export function writtenIn(question: string): AsWritten {
  const found = [...new Set((question.match(pieces) ?? []).filter(({ length }) => length <= longestName).map(bare))]
  const isShouted = question === question.toUpperCase()
  const names = found.filter((piece) => isName(piece) && !(isShouted && /^\p{Lu}+$/u.test(piece)))
  return { names: names.slice(0, most), numbers: found.filter((piece) => /^\d{1,4}$/.test(piece) && !year.test(piece)) }
}

/** Without what ends a sentence or marks a name. */
const bare = (piece: string): string =>
  piece
    .replace(/^[@#,;:!?*]+/, '')
    .replace(/[.,;:!?*…]+$/, '')
    .replace(/\(\)$/, '')

/** `5km`, `2nd`, `1990s`, `3.5`, `10am`: an amount, which is written in many ways. */
const amount = /^[~+-]?\p{Sc}?\d+(?:[.,]\d+)*(?:\p{L}{1,3}|%|\p{Sc})?$/u
/** `10-year-old`, `3-day`, `mid-1990s`, `18th-century` */
const compound = /^\d+\p{L}{0,2}(?:-\p{L}+)+$|^\p{L}+-(?:\d{2})?\d{2}s$/u
const day = /^\d{1,4}([-/.])\d{1,2}(?:\1\d{1,4})?(?:T.*)?$/
const time = /^\d{1,2}:\d{2}(?::\d{2})?(?:\p{L}{2})?$/u
const year = /^(?:19|20)\d{2}$/

const forms: readonly RegExp[] = [
  // MODEL_PRICING
  /[\p{L}\p{N}]_[\p{L}\p{N}]/u,
  // claude-opus-4-6, v1.2.3, web1: letters and digits in one
  /^(?=.*\p{L})(?=.*\d)[\p{L}\p{N}\p{M}._/:@#+~-]+$/u,
  // getName, MyFirstClass; but not iOS, YouTube or PhD, which are names as any other
  /^\p{Ll}{2,}\p{N}*\p{Lu}\p{Ll}|^(?:\p{Lu}\p{Ll}+){3,}$/u,
  // ECONNREFUSED: what people say is shorter
  /^\p{Lu}{6,}$/u,
  // --no-verify, -n
  /^--\p{L}|^-\p{L}$/u,
  // C++, C#, notepad++
  /^\p{L}{1,2}[+#]{1,2}$|\p{L}\+\+$|^\p{L}+#$/u,
  // foo.bar, .gitignore, a@b.org; but not U.S. or e.g
  /^\.?\p{L}[\p{L}\p{N}-]+(?:[.@][\p{L}\p{N}-]{2,})+$|^\.\p{L}{2,}/u,
  // src/x.ts, ~/notes, /etc/hosts, a\b\c, https://…, std::move
  /^[~.]?\/\p{L}|\/.*[._\d]|[._\d].*\/|\/.+\/|\\\p{L}|::|:\/\//u,
  // 10.0.0.1, 1.2.3
  /^\d+(?:\.\d+){2,}$/,
  // 36003; a shorter one is mostly an amount
  /^\d{5,}$/,
]

const isName = (piece: string): boolean =>
  !day.test(piece) &&
  !time.test(piece) &&
  !year.test(piece) &&
  !compound.test(piece) &&
  (/^\d{5,}$/.test(piece) || !amount.test(piece)) &&
  forms.some((form) => form.test(piece))
