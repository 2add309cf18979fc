import { parsers } from './parsers.js'
import { noteParser } from './read-note.js'

/** Parses any note; `parsePlainNote` is the same for plain ones, without the libraries. */
export const parseNote = noteParser(parsers)
