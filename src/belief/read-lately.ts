import type { Fact, Statement } from '../model/fact.js'
import { lately } from '../text/lately.js'

/**
 * Copies a fact's text into an object that can be garbage-collected. The judge keeps what it reads with that object, a
 * hundred times its size: kept with every fact, it would exhaust the memory of a large rebuild. Equal texts share one
 * object. A small cache is enough: successive facts are compared with much the same others.
 */
export const readLately = (): ((fact: Fact) => Statement) =>
  lately(
    512,
    ({ kind, text, mentions, leading }: Fact): Statement => ({ kind, text, mentions, leading }),
    ({ kind, text, mentions, leading }) => `${kind} ${leading} ${mentions.join(' ')}\n${text}`,
  )
