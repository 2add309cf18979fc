/**
 * A text without what stands between tags of these names, in linear time; a tag without its end is text.
 *
 *     withoutTagged('a <note>b</note> c', 'note')  →  { kept: 'a  c', cut: 1 }
 *
 * @param names the names, as in a regular expression: `note|hint`
 */
export function withoutTagged(text: string, names: string): { readonly kept: string; readonly cut: number } {
  const opens = new RegExp(`<(${names})>`, 'g')
  /** End tags that were not found, and so cannot stand further on. */
  const endless = new Set<string>()
  const kept: string[] = []
  let from = 0
  for (let open = opens.exec(text); open; open = opens.exec(text)) {
    const close = `</${open[1]!}>`
    const end = endless.has(close) ? -1 : text.indexOf(close, opens.lastIndex)
    if (end < 0) {
      endless.add(close)
      continue
    }
    kept.push(text.slice(from, open.index))
    from = opens.lastIndex = end + close.length
  }
  return { kept: [...kept, text.slice(from)].join(''), cut: kept.length }
}
