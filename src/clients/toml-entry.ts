import { isDeepStrictEqual } from 'node:util'
import { parse, stringify, TomlError } from 'smol-toml'
import { blockStart, findBlock, withBlock, withoutBlock } from '../text/marked-block.js'
import { lineAt, misunderstood, type Editor } from './editor.js'

const begin = '# >>> workspace-memory'
const end = '# <<< workspace-memory'

type TomlTable = Record<string, unknown>

/**
 * A table at the end of a TOML file, between two comments. Other people's lines may have moved in between: the parsed
 * values tell whether the table is ours, and whether taking the block out leaves all else.
 *
 * @param keys of the table: `['mcp_servers', 'workspace-memory']`
 */
export function tomlEntry([group, key]: readonly [string, string], value: TomlTable, undo: string): Editor {
  const table = stringify({ [group]: { [key]: value } })
  const block = `${begin} (${undo})\n${table.trimEnd()}\n${end}\n`
  const name = `${group}.${key}`
  const groupIn = (values: TomlTable): TomlTable | undefined => values[group] as TomlTable | undefined

  const valueIn = (path: string, text: string): unknown => {
    const held = groupIn(parsed(path, text))
    return typeof held === 'object' ? held[key] : held
  }

  const rest = (path: string, text: string): TomlTable => {
    const values = parsed(path, text)
    const { [key]: _ours, ...others } = groupIn(values) ?? {}
    const { [group]: _group, ...without } = values
    return Object.keys(others).length > 0 ? { ...without, [group]: others } : without
  }

  return {
    name,
    shows: block.trimEnd(),
    valueIn,
    find(path, text) {
      const stands = valueIn(path, text)
      const part = findBlock(text, begin, end)
      if (stands === undefined && part === undefined) {
        const at = blockStart(text, begin)
        if (at !== undefined)
          throw misunderstood(path, lineAt(text, at), `our block begins there, and its last line, ${end}, is missing`)
        return 'missing'
      }
      if (!isDeepStrictEqual(plain({ stands }), plain({ stands: value }))) return 'changed'
      const cut = part && (withoutBlock(part) ?? '')
      return cut !== undefined && isTomlWith(cut, rest(path, text)) ? 'ours' : 'changed'
    },
    add(path, text) {
      const added = withBlock(text, block)
      // A table that is written on one line cannot be added to: `mcp_servers = {}`
      try {
        parse(added)
      } catch {
        const line = lineAt(text ?? '', Math.max(0, (text ?? '').search(new RegExp(`^[ \\t]*["']?${group}`, 'm'))))
        throw misunderstood(
          path,
          line,
          `${group} is written so that no table ${name} can follow: write it as tables, [${group}.…]`,
        )
      }
      return added
    },
    remove: (_path, text) => {
      const part = findBlock(text, begin, end)
      return part ? withoutBlock(part) : text
    },
  }
}

function parsed(path: string, text: string): TomlTable {
  try {
    return parse(text)
  } catch (cause) {
    const line = cause instanceof TomlError ? cause.line : 1
    const why = cause instanceof TomlError ? cause.message.split('\n')[0]! : 'it is nested too deeply'
    throw misunderstood(path, line, why.replace(/^Invalid TOML document: /, ''))
  }
}

function isTomlWith(text: string, values: TomlTable): boolean {
  try {
    return isDeepStrictEqual(plain(parse(text)), plain(values))
  } catch {
    return false
  }
}

/** Values in a form that can be compared: with the same prototypes, and dates as texts. */
const plain = (values: TomlTable): unknown =>
  JSON.parse(JSON.stringify(values, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
