/** One of CommonMark's seven kinds of HTML block. `ends` is what ends it; left out where a blank line does. */
export interface HtmlKind {
  readonly begins: RegExp
  readonly ends?: RegExp
}

const blocks =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const attribute = String.raw`[ \t]+[A-Za-z_:][A-Za-z0-9:._-]*(?:[ \t]*=[ \t]*(?:[^ \t"'=<>${'`'}]+|'[^']*'|"[^"]*"))?`

const kinds: readonly HtmlKind[] = [
  { begins: /^<(?:script|pre|textarea|style)(?:[ \t>]|$)/i, ends: /<\/(?:script|pre|textarea|style)>/i },
  { begins: /^<!--/, ends: /-->/ },
  { begins: /^<\?/, ends: /\?>/ },
  { begins: /^<![A-Za-z]/, ends: />/ },
  { begins: /^<!\[CDATA\[/, ends: /\]\]>/ },
  { begins: new RegExp(String.raw`^<\/?(?:${blocks})(?:[ \t]|\/?>|$)`, 'i') },
]
/** A whole tag alone on its line; it cannot interrupt a paragraph. */
const alone: HtmlKind = {
  begins: new RegExp(
    String.raw`^<(?:[A-Za-z][A-Za-z0-9-]*(?:${attribute})*[ \t]*\/?>|\/[A-Za-z][A-Za-z0-9-]*[ \t]*>)[ \t]*$`,
  ),
}

/** The kind of block that begins with a line, which starts with `<`; undefined where the line is text. */
export function htmlKindOf(line: string, inParagraph: boolean): HtmlKind | undefined {
  const found = kinds.find(({ begins }) => begins.test(line))
  return found ?? (!inParagraph && alone.begins.test(line) ? alone : undefined)
}

export const htmlEnds = ({ ends }: HtmlKind, line: string): boolean => ends?.test(line) ?? false
