import { hash } from 'node:crypto'
import { MemoryError } from '../model/error.js'
import type { Store } from '../store/store.js'
import { basisFrom, directionOf, placeWords, termsOf, type Direction } from './latent.js'
import type { Provider } from './provider.js'

/** No model but the notes themselves: words that stand beside the same words mean nearly the same (latent.ts). */
export function lsa(store: Store): Provider {
  /** Words that were looked up, and what is known of some of them. */
  const [lookedUp, known] = [new Set<string>(), new Map<string, Direction>()]
  return {
    atOnce: 5000,
    async name() {
      const model = store.vectors.model()
      if (model?.startsWith('lsa ')) return model
      throw new MemoryError('embeddings-failed', 'what words stand beside is not counted: memory embed')
    },
    async learn() {
      const notes = store.vectors.textsByNote().map((texts) => texts.map(termsOf))
      const basis = basisFrom(notes)
      const told = basis.map(
        ({ term, weight, bytes }) => `${term} ${weight} ${Buffer.from(bytes.buffer).toString('base64')}`,
      )
      await store.write(() => {
        store.vectors.madeBy(`lsa ${hash('sha256', told.join('\n')).slice(0, 12)}`)
        store.vectors.keepBasis(basis)
      })
      lookedUp.clear()
      known.clear()
    },
    async embed(texts) {
      const terms = texts.map(termsOf)
      const others: string[] = []
      for (const line of terms)
        for (const term of line)
          if (!lookedUp.has(term)) {
            lookedUp.add(term)
            others.push(term)
          }
      for (const word of store.vectors.basisOf(others)) known.set(word.term, directionOf(word))
      const width = store.vectors.basisWidth()
      return terms.map((each) => placeWords(each, known, width))
    },
  }
}
