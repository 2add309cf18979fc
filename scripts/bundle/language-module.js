import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const language = fileURLToPath(new URL('../../src/language/', import.meta.url))

/**
 * A module of `src/language`, run now: what it makes stands ready in a bundle.
 *
 * @param {string} name
 */
export async function languageModule(name) {
  const { outputFiles } = await build({
    entryPoints: [`${language}${name}.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { 'import.meta.dirname': JSON.stringify(language) },
    write: false,
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}
