import { withoutEmphasis } from '../suggest/sentences.js'
import { foldText } from '../text/folded.js'

/** A Markdown link, of which both label and target are kept: `[the post](https://…)`. */
const link = /!?\[([^\]\n]{0,300})\]\(([^()\s]{0,2000})\)/g

/** A line without its marks: sign of a list or heading, box, emphasis, the `>` of a quotation. */
export const plainly = (line: string): string =>
  withoutEmphasis(
    line
      .replace(/^(?:\s*>)+/, '')
      .replace(/^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/, '')
      .replace(/^\[[ xX]\]\s+/, '')
      .replaceAll(link, '$1 $2'),
  ).trim()

/** A text in the form to search words in: one case and width, no marks of code or quotation, single blanks. */
export const literalForm = (text: string): string =>
  foldText(text)
    .toLowerCase()
    .replaceAll(/[`"“”„«»「」『』*]/g, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[‐‑–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
