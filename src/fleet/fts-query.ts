/** An FTS5 query as recall writes it: quoted phrases (with `*`: prefixes), OR, AND and brackets. */
export type FtsQuery =
  | { readonly phrase: string; readonly begins: boolean }
  | { readonly or: readonly FtsQuery[] }
  | { readonly and: readonly FtsQuery[] }

/**
 * Parses a query: ("rome") OR ("went" AND "go"*)  →  { or: [ "rome", { and: ["went", "go"*] } ] }
 *
 * @throws Error for a form that recall does not write
 */
export function parseFtsQuery(text: string): FtsQuery {
  const parts = text.match(/"(?:[^"]|"")*"\*?|\(|\)|\bOR\b|\bAND\b/g) ?? []
  let at = 0
  const refuse = (): never => {
    throw new Error(`no query of ours: ${text}`)
  }
  const joined = (word: 'OR' | 'AND', next: () => FtsQuery): FtsQuery[] => {
    const list = [next()]
    while (parts[at] === word) {
      at++
      list.push(next())
    }
    return list
  }
  const either = (): FtsQuery => {
    const list = joined('OR', both)
    return list.length === 1 ? list[0]! : { or: list }
  }
  const both = (): FtsQuery => {
    const list = joined('AND', one)
    return list.length === 1 ? list[0]! : { and: list }
  }
  const one = (): FtsQuery => {
    const part = parts[at++]
    if (part === '(') {
      const inner = either()
      return parts[at++] === ')' ? inner : refuse()
    }
    if (part === undefined || !part.startsWith('"')) return refuse()
    const begins = part.endsWith('*')
    return { phrase: part.slice(1, begins ? -2 : -1).replaceAll('""', '"'), begins }
  }
  const query = either()
  return at === parts.length ? query : refuse()
}
