import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { parseFrontMatter } from './parse-front-matter.js'
import { structureOf } from './parse-structure.js'

/**
 * The parsers that need libraries, for `noteParser`. They stand beside the bundles, and nothing of a language stands
 * with them.
 */
export const parsers = {
  frontMatter: parseFrontMatter,
  structure: structureOf,
  named: (name: string): string | undefined => decodeNamedCharacterReference(name) || undefined,
} as const
