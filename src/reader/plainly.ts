import { withoutEmphasis } from '../suggest/sentences.js'
import { foldText } from '../text/folded.js'

/** `[the post](https://…)` says both. */
const link = /!?\[([^\]\n]{0,300})\]\(([^()\s]{0,2000})\)/g

/** A line without what only marks it: the sign of its list or heading, its box, emphasis, the gutter of a quotation. */
export const plainly = (line: string): string =>
  withoutEmphasis(
    line
      .replace(/^(?:\s*>)+/, '')
      .replace(/^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/, '')
      .replace(/^\[[ xX]\]\s+/, '')
      .replaceAll(link, '$1 $2'),
  ).trim()

/** A text as words of another are looked for in it: in one case and width, without marks of code and quotation, with single blanks. */
export const literalForm = (text: string): string =>
  foldText(text)
    .toLowerCase()
    .replaceAll(/[`"“”„«»「」『』*]/g, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[‐‑–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
