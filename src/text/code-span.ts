/**
 * A stretch of inline Markdown: a code span with its backticks, an HTML comment where asked for, or the text between.
 */
export interface Stretch {
  readonly kind: 'text' | 'code' | 'comment'
  readonly text: string
}

/**
 * Cuts inline Markdown at its code spans, in linear time; `with comments` at its HTML comments too. A statement holds
 * no comments: they were taken out, and what looks like one is text.
 *
 *     'a `b` <!-- c -->'  →  'a ' | '`b`' | ' ' | '<!-- c -->'
 *
 * Whichever starts first wins (CommonMark 6.1, 6.6). A run of backticks closes only at a run of the same length, a
 * comment at `-->` (`<!-->` is a whole comment). An opener without an end is text, and so is `\<!--`.
 */
export function stretches(text: string, comments: 'with comments' | 'no comments' = 'no comments'): Stretch[] {
  if (!text.includes('`') && !(comments === 'with comments' && text.includes('<!--'))) return [{ kind: 'text', text }]
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ at: run.index, end: run.index + run[0].length }))
  const closers = new Map<number, number>() // start of a run → end of the next run of its size
  const later = new Map<number, number>()
  for (const run of runs.toReversed()) {
    const size = run.end - run.at
    const close = later.get(size)
    if (close !== undefined) closers.set(run.at, close)
    later.set(size, run.end)
  }
  const lastComment = text.lastIndexOf('-->')
  const found: Stretch[] = []
  let from = 0
  const opener = comments === 'with comments' ? /\\[\\<]|`+|<!--/g : /`+/g
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const at = match.index
    if (match[0].startsWith('\\')) continue // `\<!--` shows itself
    const code = match[0] !== '<!--'
    const close = code ? closers.get(at) : lastComment >= at + 2 ? text.indexOf('-->', at + 2) + 3 : undefined
    if (close === undefined) continue
    if (at > from) found.push({ kind: 'text', text: text.slice(from, at) })
    found.push({ kind: code ? 'code' : 'comment', text: text.slice(at, close) })
    from = opener.lastIndex = close
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) })
  return found
}
