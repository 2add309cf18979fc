import { startOf } from '../text/start-of.js'

/** Where a text stops being JSON. */
export interface JsonFault {
  /** In characters from its start. */
  readonly at: number
  /** What stands there: ``` `no}, {"uu` ```, or that nothing does. */
  readonly found: string
  /** What belongs there. */
  readonly right: string
}

/** `found` where a text is JSON as far as it goes, but is cut off. */
export const cutShort = 'it ends in the middle'

const blank = /[ \t\n\r]*/y
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

type WantedJson = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'more' | 'end'

/**
 * The first place at which a text is no JSON; `JSON.parse` tells it only of short texts, and only in words. Takes
 * linear time, however deep the value is.
 *
 *     jsonFaultIn('{"id": no}')  →  { at: 7, found: '`no}`', right: 'a value' }
 */
export function jsonFaultIn(text: string): JsonFault | undefined {
  const open: ('[' | '{')[] = []
  let wanted: WantedJson = 'value'
  const done = (): WantedJson => (open.length === 0 ? 'end' : 'more')
  const behind = (form: RegExp, at: number): number => {
    form.lastIndex = at
    return form.test(text) ? form.lastIndex : at
  }
  const fault = (at: number, right: string): JsonFault => ({ at, found: quoteAt(text, at), right })
  for (let at = behind(blank, 0); ; at = behind(blank, at)) {
    const sign = text[at]
    if (wanted === 'end') return sign === undefined ? undefined : fault(at, 'the end')
    if (wanted === 'more') {
      const closes = open.at(-1) === '[' ? ']' : '}'
      if (sign === ',') wanted = open.at(-1) === '[' ? 'value' : 'name'
      else if (sign === closes) {
        open.pop()
        wanted = done()
      } else return fault(at, `a comma or ${closes}`)
      at++
    } else if (wanted === 'colon') {
      if (sign !== ':') return fault(at, 'a colon')
      wanted = 'value'
      at++
    } else if ((sign === ']' && wanted === 'first value') || (sign === '}' && wanted === 'first name')) {
      open.pop()
      wanted = done()
      at++
    } else if (sign === '"') {
      const end = endOfString(text, at, behind)
      if (text[end] !== '"')
        return fault(end, text[end] === '\\' ? 'an escape such as \\n' : 'the rest of a text, and "')
      wanted = wanted.endsWith('name') ? 'colon' : done()
      at = end + 1
    } else if (wanted.endsWith('name')) return fault(at, 'a name in quotes')
    else if (sign === '[' || sign === '{') {
      open.push(sign)
      wanted = sign === '[' ? 'first value' : 'first name'
      at++
    } else {
      const end = behind(plain, at)
      if (end === at) return fault(at, 'a value')
      wanted = done()
      at = end
    }
  }
}

/** Where a string ends: at its closing `"`, or at what cannot stand in a string. */
function endOfString(text: string, start: number, behind: (form: RegExp, at: number) => number): number {
  let at = start + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) {
      const end = behind(escape, at)
      if (end === at) return at
      at = end
    } else if (code === 0x22 || code < 0x20 || Number.isNaN(code)) return at
    else at++
  }
}

const mostQuoted = 20

/** The end of a text that stops within an escape, a word or a number: `\u00`, `tru`, `1e` behind its 1. */
const begun = /^(?:\\(?:u[0-9a-fA-F]{0,3})?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|\.|[eE][+-]?)?$/

function quoteAt(text: string, at: number): string {
  if (text.length - at < 6 && begun.test(text.slice(at))) return cutShort
  const [line = ''] = startOf(text.slice(at, at + 2 * mostQuoted), mostQuoted).split(/\r\n|[\r\n]/)
  return line === '' ? 'the end of a line' : `\`${line}\``
}
