import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { parseFrontMatter } from './parse-front-matter.js'
import { structureOf } from './parse-structure.js'
import { noteParser } from './read-note.js'

const named = (name: string): string | undefined => decodeNamedCharacterReference(name) || undefined

/** Parses any note; `parsePlainNote` is the same for plain ones, without the libraries. */
export const parseNote = noteParser({ frontMatter: parseFrontMatter, structure: structureOf, named })
