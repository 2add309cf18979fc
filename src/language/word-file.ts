import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/**
 * The sections of a file of words, which stands beside its language's code: `en/words.txt`. An entry ends with a comma
 * or with its line; a line that begins with `#` is a comment. `scripts/build.js` replaces this module by what it reads.
 *
 *     # Says that something is so since lately.
 *     [now]
 *     currently, now
 *     nowadays
 */
export function wordFile(path: string): Readonly<Record<string, string>> {
  const parts = readFileSync(join(folder, path), 'utf8')
    .replace(/^(?:#.*)?\n/gm, '')
    .split(/^\[/m)
    .slice(1)
  const named = parts.map((part): [string, string] => {
    const end = part.indexOf(']')
    return [part.slice(0, end), part.slice(end + 1)]
  })
  return Object.fromEntries(named)
}

/** The paths of all files of one name, one for each language that has it: `en/statements.txt`. */
export const wordFilesOf = (name: string): string[] =>
  readdirSync(folder)
    .map((code) => `${code}/${name}`)
    .filter((path) => existsSync(join(folder, path)))
    .toSorted()
