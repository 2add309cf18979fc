import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What WordNet 3.1 knows of 15,000 words, as sorted lines: `abide lq,25r`.
 * Made by scripts/extract-wordnet.js; see NOTICE beside it. A build puts a
 * reader of its own copy in the place of this module.
 */
export const wordnet = readFileSync(join(import.meta.dirname, 'words.txt'), 'utf8')
