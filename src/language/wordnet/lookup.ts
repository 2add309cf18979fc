import { lookup } from '../../text/sorted-lines.js'
import { wordnet } from './words.js'

/** The axes a word lies on, as the extract writes them: `['-3f', 'k2', '>7a']`. */
export const axesOf = (word: string): readonly string[] => find(word)?.split(',') ?? []

export const isWord = (word: string): boolean => find(word) !== undefined

const find = lookup(wordnet, (told) => told)
