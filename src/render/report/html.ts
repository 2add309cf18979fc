import { once } from '../../text/once.js'
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
  const around = narrowed(strings)
  let text = around[0]!
  for (const [at, part] of parts.entries()) text += partText(part) + around[at + 1]!
  return new Markup(text)
}

/** A template as it is sent: how its source is indented is a third of a page's bytes. */
const narrowed = once((strings: TemplateStringsArray): readonly string[] =>
  strings.map((text) => text.replace(/\s*\n\s*/g, '\n')),
)

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

/**
 * The first of these that stay within so many bytes together: whatever logs say, and in whatever letters, a report can be
 * sent by mail.
 */
export function withinBytes<T>(all: readonly T[], most: number, told: (each: T) => Markup): readonly Markup[] {
  const parts: Markup[] = []
  let bytes = 0
  for (const each of all) {
    const part = told(each)
    bytes += Buffer.byteLength(part.text)
    if (bytes > most) break
    parts.push(part)
  }
  return parts
}
