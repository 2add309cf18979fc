import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { parseFrontMatter } from './parse-front-matter.js'
import { structureOf } from './parse-structure.js'
import type { Parsers } from './read-note.js'

/** What takes the libraries; it stands beside the bundles, and nothing of a language with it. */
export const parsers: Parsers = {
  frontMatter: parseFrontMatter,
  structure: structureOf,
  named: (name) => decodeNamedCharacterReference(name) || undefined,
}
