import type { PageFiles } from './page-files.js'
import { nameWritten } from '../model/entity.js'

/** A page's entity: the file's name or, where that had to be altered (`a-b~1f2e3d4c`), the page's field `name:`. */
export function nameOfPage(files: PageFiles, path: string): string | undefined {
  const stem = path.slice('bank/entities/'.length).replace(/\.md$/i, '')
  if (!stem.includes('~')) return stem
  const quoted = /^name: "((?:[^"\\\n]|\\.)*)"\s*$/m.exec(files.read(path) ?? '')?.[1]
  return (quoted !== undefined && nameWritten(unescaped(quoted) ?? '')) || undefined
}

/** YAML's escapes between double quotes, by the character behind the backslash; JSON lacks some of them. */
const escapes: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
}

/** `Caf\xe9` → `Café`. Undefined for an escape that YAML refuses; the parser of notes reports that one. */
function unescaped(quoted: string): string | undefined {
  let isSound = true
  const text = quoted.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g,
    (_, two, four, eight, one) => {
      const code = parseInt(two ?? four ?? eight ?? '0', 16)
      const character = one === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : escapes[one]
      if (character === undefined) isSound = false
      return character ?? ''
    },
  )
  return isSound ? text : undefined
}
