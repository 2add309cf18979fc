import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { parseFrontMatter } from './parse-front-matter.js'
import { structureOf } from './parse-structure.js'

/** What takes the libraries, as `noteParser` is given it; it stands beside the bundles, and nothing of a language with it. */
export const parsers = {
  frontMatter: parseFrontMatter,
  structure: structureOf,
  named: (name: string): string | undefined => decodeNamedCharacterReference(name) || undefined,
} as const
