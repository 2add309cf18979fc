import { printable } from '../../text/safe-text.js'

/** HTML that is safe to stand in a page: made by `html` alone. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in HTML: text is escaped, nothing stands for nothing. */
export type HtmlPart = Markup | string | number | false | null | undefined | readonly HtmlPart[]

/**
 * HTML in which whatever is put is text, in an element or in an attribute between double quotes. Nothing is ever put into a
 * script or a style.
 *
 *     html`<p title="${who}">${what}</p>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  let text = strings[0]!
  for (const [at, part] of parts.entries()) text += partText(part) + strings[at + 1]!
  return new Markup(text)
}

function partText(part: HtmlPart): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  if (!part) return ''
  return part.map(partText).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What hides or turns text round stands as what it is, `\u{202e}`; white space is one blank. */
export const escapeHtml = (text: string): string =>
  printable(text.replace(/\s+/g, ' ').trim()).replace(/[&<>"']/g, (character) => entities[character]!)

/** Parts one after another. */
export const join = (parts: readonly HtmlPart[], between = ''): Markup => new Markup(parts.map(partText).join(between))
