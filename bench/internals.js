// Rooms of src/ for benches that look inside: bundled anew, so that what is measured is what stands there.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { wordFiles } from '../scripts/bundle/word-files.js'
import { committed } from './labelled.js'

const checkout = fileURLToPath(new URL('..', import.meta.url))

/**
 * What some lines of exports give, of the sources as they stand.
 *
 * @param contents `export { openStore } from './src/store/store.js'`
 */
export async function bundled(contents) {
  // Packages are found from where a bundle stands; in dist/ it could be packed.
  const folder = mkdtempSync(join(checkout, 'node_modules', '.memory-bench-'))
  const outfile = join(folder, 'bundle.mjs')
  try {
    await build({
      stdin: { contents, resolveDir: checkout, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      plugins: [wordFiles()],
      outfile,
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The rooms of src/recall and what they need. */
export const internals = () =>
  bundled(`
    export { openStore } from './src/store/store.js'
    export { gather } from './src/recall/rank/gather.js'
    export { measureRank, rank } from './src/recall/rank/rank.js'
    export { features } from './src/recall/rank/features.js'
    export { weights } from './src/recall/rank/weights.js'
    export { signsOf, supportModel } from './src/recall/rank/answerability.js'
    export { leastSupportOf } from './src/model/evidence.js'
    export { misspelt } from './src/recall/question/near-names.js'
    export { askedAsOf, notedDays } from './src/recall/question/as-of.js'
    export { parseQuery } from './src/recall/question/parse-query.js'
    export { dateAskedIn } from './src/language/dates.js'
    export { searches } from './src/vectors/search/searches.js'
    export { bytesOf, cosine, unit } from './src/model/vector.js'
    export { measure } from './src/vectors/measure.js'
    export { promptsOf, providerOf, providers } from './src/vectors/providers.js'
    export { meaningOf } from './src/workspace/embed.js'
    export { countCompany } from './src/recall/company/count.js'
    export { basisFrom, directionOf, placeWords, termsOf } from './src/recall/company/basis.js'`)

/** A labelled workspace's index, what its questions are read with, and both as of a day. */
export async function indexed({ openStore, countCompany, dateAskedIn, misspelt, askedAsOf, notedDays }, path, root) {
  await committed(path, root)
  const store = openStore(`${root}/.git/workspace-memory`)
  await store.write(() => countCompany(store, true))
  const today = '2030-01-01'
  const { canonical, keysOf } = store.entities()
  const context = {
    today,
    me: keysOf(canonical('user')),
    known: store.known,
    canonical,
    misspelt: (word) => misspelt(store, word),
    dateIn: dateAskedIn,
    ...notedDays(store),
  }
  // Beliefs of a day are not looked at here.
  const asOfDay = (asOf) => askedAsOf(store, { asOf }, { ...context, folded: () => [] })
  return { store, context, asOfDay }
}

/**
 * What a model makes of a question beside the lines of a store, made for all of them first.
 *
 * @param model a provider that has one of its own, `local`; undefined where none is asked
 */
export async function meantBy({ measure, promptsOf, providerOf, providers, meaningOf }, store, model) {
  if (model === undefined) return async () => undefined
  const settings = { provider: model, model: providers[model].model, url: '', allowRemote: false, search: 'auto' }
  const provider = providerOf(settings)
  const name = await provider.name()
  await store.write(() => store.vectors.madeBy(name))
  await measure(store, provider, { model: name, prompt: promptsOf(settings.model).line })
  return async (question) => (await meaningOf({}, store, settings, [question], false)).meant[0]
}
