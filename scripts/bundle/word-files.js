import { readdirSync } from 'node:fs'
import { language, languageModule } from './language-module.js'

/**
 * Puts the languages' files of words into a bundle, which may stand anywhere.
 *
 * @param {(path: string) => boolean} isWanted `en/words.txt`
 * @returns {import('esbuild').Plugin}
 */
export const wordFiles = (isWanted = () => true) => ({
  name: 'word-files',
  setup({ onLoad }) {
    onLoad({ filter: /src\/language\/word-file\.ts$/ }, async () => {
      const { wordFile } = await languageModule('word-file')
      const paths = readdirSync(language, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.txt') && isWanted(path))
        .toSorted()
      const texts = paths.map((path) => [path, JSON.stringify(wordFile(path))])
      const contents = `const texts = ${JSON.stringify(Object.fromEntries(texts))}
        export const wordFile = (path) => JSON.parse(texts[path])
        export const wordFilesOf = (name) => Object.keys(texts).filter((path) => path.endsWith('/' + name))`
      return { contents, loader: 'js' }
    })
  },
})
