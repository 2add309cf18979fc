/** `[label]: target`, or with a title on the line: forms that cannot be anything else. */
const definition =
  /^\[(?=[^\]]*[^\s\]])[^[\]\\]{1,900}\]:[ \t]*(?:<[^<>\\]*>|[^\s<()\\\u0000-\u001f\u007f][^\s()\\\u0000-\u001f\u007f]*)(?:[ \t]+(?:"[^"\\]*"|'[^'\\]*'|\([^()\\]*\)))?$/
/** `[^1]: words and more words`: behind a target only a title may stand, so it is text. */
const footnote = /^\[[^[\]\\]{1,900}\]:[ \t]*[^\s<()\\\u0000-\u001f\u007f][^\s()\\\u0000-\u001f\u007f]*[ \t]+[^\s"'(]/
const titleBegins = /^["'(]/

/**
 * The link reference definitions that a paragraph begins with, one a line. `unsure` where only an inline parser can
 * tell: a title or a label may go over two lines.
 */
export function readDefinitions(lines: readonly string[]): 'none' | 'unsure' | string[] {
  if (!lines[0]!.startsWith('[')) return 'none'
  const found: string[] = []
  for (const [at, line] of lines.entries()) {
    if (!definition.test(line) || titleBegins.test(lines[at + 1] ?? '')) break
    found.push(line)
  }
  if (mayDefine(lines, found.length)) return 'unsure'
  return found.length > 0 ? found : 'none'
}

function mayDefine(lines: readonly string[], from: number): boolean {
  if (!lines[from]?.startsWith('[') || footnote.test(lines[from])) return false
  for (let at = from; at < lines.length; at++) {
    if (lines[at]!.includes(']:')) return true
  }
  return false
}
