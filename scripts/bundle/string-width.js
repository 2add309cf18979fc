import { stripVTControlCharacters } from 'node:util'

export default (text) => [...stripVTControlCharacters(text)].length
