import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/**
 * The text of a file of words, which stands beside its language's code: `en/words.txt`. `scripts/build.js` puts the texts
 * themselves in the place of this module.
 */
export const wordFile = (path: string): string => readFileSync(join(folder, path), 'utf8')

/** The files of one name, of the languages that have one: `en/statements.txt`. */
export const wordFilesOf = (name: string): string[] =>
  readdirSync(folder)
    .map((code) => `${code}/${name}`)
    .filter((path) => existsSync(join(folder, path)))
    .toSorted()
