import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { parseFrontMatter } from './parse-front-matter.js'
import { structureOf } from './parse-structure.js'

/** The parsers that need libraries, for `noteParser`: a bundle of their own, without any of the language tables. */
export const parsers = {
  frontMatter: parseFrontMatter,
  structure: structureOf,
  named: (name: string): string | undefined => decodeNamedCharacterReference(name) || undefined,
} as const
