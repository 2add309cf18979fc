import { stretches } from '../text/code-span.js'

/**
 * A statement as Markdown: outside code spans, whatever could begin a tag, a comment or a character reference is
 * escaped. The rest stays as written. Reading the result back gives the statement again.
 */
export function escapeStatement(text: string): string {
  if (!/[<&]/.test(text)) return text
  return stretches(text)
    .map((stretch) => (stretch.kind === 'code' ? stretch.text : escapeText(stretch.text)))
    .join('')
}

const escapeText = (text: string): string =>
  text
    .replace(/&(?=#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[0-9A-Za-z]{2,31};)/g, '&amp;')
    .replace(/<(?=[A-Za-z/!?])/g, '&lt;')

/** A path as the target of a Markdown link: no space, bracket or control character survives. */
export const linkTarget = (path: string): string =>
  encodeURI(path).replace(/[()#?[\]]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

export const linkLabel = (text: string): string => (/^[\w .^-]*$/.test(text) ? text : otherLabel(text))

const otherLabel = (text: string): string => text.replace(/[^\p{L}\p{N} ._^-]/gu, '-')
