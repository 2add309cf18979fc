import { once } from '../../text/once.js'
import { printable } from '../../text/safe-text.js'

/** HTML that may stand in a page as it is. Made by `html`, or from texts of the package. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value that may be put into HTML. Text is escaped; false, null and undefined give nothing. */
export type HtmlPart = Markup | string | number | false | null | undefined | readonly HtmlPart[]

/**
 * HTML with values put into it as text, in an element or in an attribute between double quotes. Values are never put
 * into a script or a style.
 *
 *     html`<p title="${who}">${what}</p>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  const around = narrowed(strings)
  let text = around[0]!
  for (const [at, part] of parts.entries()) text += partText(part) + around[at + 1]!
  return new Markup(text)
}

/** A template without its indentation, which would be a third of a page's bytes. */
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

/** Escaped text. Characters that hide or turn text are shown by code, as `\u{202e}`; white space becomes one blank. */
export const escapeHtml = (text: string): string =>
  printable(text.replace(/\s+/g, ' ').trim()).replace(/[&<>"']/g, (character) => entities[character]!)

/** The first items that fit into so many bytes: a report has to be small enough to send by mail, in whatever script. */
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
