import type { JsonNode } from './json-entry.js'
import { lineAt, misunderstood } from './editor.js'

/** How deep objects and lists may nest. */
const deepest = 200

const blank = /(?:[ \t\r\n]+|\/\/[^\r\n]*|\/\*[^]*?\*\/)+/y
const quotedText = /"(?:[^"\\\r\n]|\\(?:\r\n|[^]))*"|'(?:[^'\\\r\n]|\\(?:\r\n|[^]))*'/y
const bareKey = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$_\u200c\u200d]*/uy
const bareWord = /[^\s,:{}[\]"'/]+/y
const numberForm = /^[-+]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$/
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * Reads JSON5 (https://spec.json5.org), such as keys without quotes, single quotes and hexadecimal numbers, into the
 * tree that `jsonEntry` works on. Only the white space of JSON is taken, so that a comma is found by the rules of JSON.
 *
 * @throws MemoryError bad-config with the line
 */
export function json5Tree(path: string, text: string): JsonNode {
  let at = 0
  const fail = (why: string, offset = at): never => {
    throw misunderstood(path, lineAt(text, offset), why)
  }
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at
    const found = form.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const next = (): string | undefined => {
    take(blank)
    return text[at]
  }
  const leaf = (from: number, type: JsonNode['type'], value: unknown): JsonNode => ({
    type,
    value,
    offset: from,
    length: at - from,
  })

  function element(depth: number): JsonNode {
    if (depth > deepest) fail('it is nested too deeply')
    const from = (next(), at)
    if (text[at] === '{' || text[at] === '[') return group(depth, text[at] === '{')
    const quoted = take(quotedText)
    if (quoted !== undefined) return leaf(from, 'string', unquoted(quoted))
    const word = take(bareWord)
    if (word === undefined) return fail('a value is expected')
    if (words.has(word)) return leaf(from, word === 'null' ? 'null' : 'boolean', words.get(word))
    return numberForm.test(word) ? leaf(from, 'number', numberOf(word)) : fail('a value is expected', from)
  }

  function group(depth: number, isObject: boolean): JsonNode {
    const close = isObject ? '}' : ']'
    const children: JsonNode[] = []
    const from = at++
    while (next() !== close) {
      children.push(isObject ? property(depth + 1) : element(depth + 1))
      if (next() === ',') at++
      else if (text[at] !== close) return fail(`a comma, or ${close}, is expected`)
    }
    at++
    const node: JsonNode = { type: isObject ? 'object' : 'array', offset: from, length: at - from, children }
    for (const child of children) (child as { parent: JsonNode }).parent = node
    return node
  }

  function property(depth: number): JsonNode {
    const from = at
    const quoted = take(quotedText)
    const key = quoted === undefined ? take(bareKey) : unquoted(quoted)
    if (key === undefined) return fail('a key is expected')
    const name = leaf(from, 'string', key)
    if (next() !== ':') return fail('a colon is expected')
    const colonOffset = at++
    const held = element(depth)
    const node: JsonNode = { type: 'property', offset: from, length: at - from, colonOffset, children: [name, held] }
    for (const child of node.children!) (child as { parent: JsonNode }).parent = node
    return node
  }

  if (next() === undefined) return fail('it is empty: write {}')
  const root = element(0)
  if (next() !== undefined) fail('something stands behind its end')
  return root
}

const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }

/** `'it\'s'` → `it's`; a line that ends in a backslash goes on. */
const unquoted = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replace(
      /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g,
      (_whole, unicode?: string, hex?: string, sign = '') => {
        const code = unicode ?? hex
        if (code !== undefined) return String.fromCharCode(parseInt(code, 16))
        return /[\r\n\u2028\u2029]/.test(sign) ? '' : (signs[sign] ?? sign)
      },
    )

const numberOf = (word: string): number =>
  word.startsWith('-') ? -Number(word.slice(1)) : Number(word.replace(/^\+/, ''))

/** The value of a part of the tree. Any key is possible, `__proto__` too. */
export function json5Value({ type, children = [], value }: JsonNode): unknown {
  if (type === 'array') return children.map(json5Value)
  if (type !== 'object') return value
  return Object.fromEntries(children.map(({ children: [key, held] = [] }) => [key!.value, json5Value(held!)]))
}
