import type { Fact, Statement } from '../model/fact.js'
import { lately } from '../text/lately.js'

/**
 * Copies facts to texts that can be let go of. The judge keeps what it reads with the object that holds the text, a
 * hundred times its size: kept with every fact, it would exhaust the memory of a large rebuild. Equal texts are read
 * once.
 *
 * A fact is held against some tens of others, and the next one against many of the same.
 */
export const readLately = (): ((fact: Fact) => Statement) =>
  lately(
    512,
    ({ kind, text, mentions, leading }: Fact): Statement => ({ kind, text, mentions, leading }),
    ({ kind, text, mentions, leading }) => `${kind} ${leading} ${mentions.join(' ')}\n${text}`,
  )
