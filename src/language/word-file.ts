import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The text of a file of words, which stands beside its language's code: `en/words.txt`. `scripts/build.js` puts the texts
 * themselves in the place of this module.
 */
export const wordFile = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')
