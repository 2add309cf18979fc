/**
 * Finds where code declares a name, by a plain search: no language is parsed. A declaration begins on a line in one of
 * the language's forms for it. The lines below that are indented further belong to it, up to the one that closes it.
 */

type Forms = (name: string) => readonly string[]

const words = (...all: string[]): string => `(?:(?:${all.join('|')})\\s+)*`
const end = '(?![\\p{L}\\p{N}_$])'

const script: Forms = (name) => [
  `${words('export', 'default', 'declare', 'abstract', 'async', 'const')}(?:function\\s*\\*?|class|interface|type|enum|namespace|module|const|let|var)\\s+${name}${end}`,
  `(?:module\\.)?exports\\.${name}\\s*=`,
]
const python: Forms = (name) => [`(?:async\\s+)?(?:def|class)\\s+${name}${end}`, `${name}\\s*(?::[^=]+)?=(?!=)`]
const go: Forms = (name) => [
  `func\\s+(?:\\([^)]*\\)\\s*)?${name}${end}`,
  `(?:type|var|const)\\s+${name}${end}`,
  `${name}(?:\\s+[\\w.*\\[\\]]+)?\\s+=(?!=)`,
]
const rust: Forms = (name) => [
  `(?:pub(?:\\([^)]*\\))?\\s+)?${words('default', 'const', 'async', 'unsafe', 'extern(?:\\s+"[^"]*")?')}(?:fn|struct|enum|trait|type|mod|union|static(?:\\s+mut)?|const|impl(?:<[^{]*?>)?(?:\\s+[^{]*?\\s+for)?)\\s+${name}${end}`,
  `macro_rules!\\s+${name}${end}`,
]
const modifiers = words(
  '@\\w+(?:\\([^)]*\\))?',
  ...'public private protected internal static final abstract sealed default override virtual async synchronized native strictfp transient volatile readonly partial open suspend inline const constexpr extern data'.split(
    ' ',
  ),
)
const java: Forms = (name) => [
  `${modifiers}(?:class|interface|enum|record|struct|trait|object|namespace|union|@interface|fun|func|function|def|val|var|typealias|typedef)\\s+(?:\\w+\\.)?${name}${end}`,
  // A method or field: a type, then its name, then a bracket, a value or the end.
  `${modifiers}(?:<[^>(]*>\\s+)?(?!(?:return|new|else|throw|case|await|yield|delete|goto|import|package|using)\\s)[\\p{L}_][\\p{L}\\p{N}_.:]*(?:<[^(;=]*>)?(?:\\[\\])*[\\s*&]+(?:\\w+::)?${name}\\s*(?:\\((?!.*;\\s*$)|=(?!=)|;)`,
  // A constructor.
  `${words('public', 'private', 'protected', 'internal')}${name}\\s*\\((?!.*;\\s*$)`,
]
const shell: Forms = (name) => [
  `function\\s+${name}${end}`,
  `${name}\\s*\\(\\s*\\)`,
  `(?:export\\s+|readonly\\s+|local\\s+|declare\\s+(?:-\\w+\\s+)*)*${name}\\+?=`,
  `alias\\s+${name}=`,
]
const other: Forms = (name) => [
  `${modifiers}(?:def|class|module|function|func|fn|fun|sub|proc|type|struct|enum|interface|trait|const|let|var|defp|defmodule|local\\s+function)\\s+(?:self\\.)?${name}(?![\\p{L}\\p{N}_$?!])`,
  `${name}\\s*=(?!=)`,
]

const rows: readonly (readonly [endings: string, forms: Forms])[] = [
  ['ts tsx mts cts js jsx mjs cjs vue svelte', script],
  ['py pyi', python],
  ['go', go],
  ['rs', rust],
  ['java kt kts cs scala swift php c h cc cpp cxx hh hpp m mm dart groovy', java],
  ['sh bash zsh ksh bats', shell],
]

/** Forms of a member in the body of its holder: `  async parse(`, `  parse = `, `  parse: ` */
const member: Forms = (name) => [
  `${words('public', 'private', 'protected', 'static', 'readonly', 'override', 'abstract', 'declare', 'accessor', 'async', 'get', 'set')}[*#]?${name}(?:<[^(]*>)?[?!]?\\s*(?:\\(|=(?!=)|:|;|,|$)`,
]

function formsFor(path: string): Forms {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? 'sh'
  return rows.find(([endings]) => endings.split(' ').includes(ending))?.[1] ?? other
}

/**
 * The lines that declare a symbol, all of them where it is declared more than once; undefined where none does.
 *
 * @param symbol `parse`, `Parser.parse`, `Parser::parse`
 */
export function declarationOf(path: string, text: string, symbol: string): string | undefined {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const names = symbol.split(/\.|::|\//).filter((name) => name !== '')
  const forms = formsFor(path)
  if (names.length === 0) return undefined
  if (forms === go && names.length === 2) {
    const [type, method] = names.map(escaped)
    const methods = blocks(lines, [`func\\s+\\([^)]*${type}(?:\\[[^\\]]*\\])?\\)\\s*${method}${end}`])
    if (methods.length > 0) return joined(methods)
  }
  let within = blocks(lines, forms(escaped(names[0]!)))
  if (within.length === 0 && names.length === 1) within = blocks(lines, memberAlone(escaped(names[0]!)))
  for (const name of names.slice(1)) {
    within = within.flatMap((block) => {
      const [, ...body] = block
      const least = Math.min(...body.slice(0, -1).filter(isWritten).map(indentOf), Infinity)
      const own = (line: string): boolean => indentOf(line) === least
      return blocks(body, [...forms(escaped(name)), ...member(escaped(name))], own)
    })
  }
  return within.length === 0 ? undefined : joined(within)
}

const joined = (found: readonly (readonly string[])[]): string => found.map((block) => block.join('\n')).join('\n\n')

/** Forms of a member without its holder's name: it must open a body, else it may be a call. */
const memberAlone = (name: string): readonly string[] => member(name).map((form) => `${form}(?=.*\\{\\s*$)`)

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\#]/g, '\\$&')

const isWritten = (line: string): boolean => line.trim() !== ''
const indentOf = (line: string): number => line.length - line.trimStart().length

/** A line that closes a body, or goes on with another one, at the indentation of its head. */
const closing = /^(?:[)\]}]|end\b|fi\b|done\b|esac\b)/
const goesOn = /(?:[({[,:=\\]|=>|->)\s*$/

function blocks(
  lines: readonly string[],
  forms: readonly string[],
  isAsked: (line: string) => boolean = () => true,
): string[][] {
  const form = new RegExp(`^\\s*(?:${forms.join('|')})`, 'u')
  const found: string[][] = []
  let after = 0
  for (const [at, line] of lines.entries()) {
    if (at < after || !isAsked(line) || !form.test(line)) continue
    after = endOf(lines, at)
    found.push(lines.slice(at, after))
  }
  return found
}

/** The index of the first line below the declaration that begins on line `first`. */
function endOf(lines: readonly string[], first: number): number {
  const base = indentOf(lines[first]!)
  let last = first
  for (let at = first + 1; at < lines.length; at++) {
    const line = lines[at]!
    if (!isWritten(line)) continue
    const trimmed = line.trimStart()
    if (indentOf(line) > base) last = at
    else if (indentOf(line) < base) break
    else if (closing.test(trimmed)) {
      last = at
      if (!goesOn.test(line)) break
    } else if (/^(?:\{|where\b)/.test(trimmed) && last === at - 1) last = at
    else break
  }
  return last + 1
}
