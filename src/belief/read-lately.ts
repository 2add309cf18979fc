import type { Fact, Statement } from '../model/fact.js'
import { lately } from '../text/lately.js'

/**
 * Facts as texts that can be let go of. What the judge reads of a text is kept with the object that holds it, and is a
 * hundred times the text: kept with every fact, it is what a large rebuild dies of. What is said again in the same letters
 * is read once.
 *
 * A fact is held against some tens of others, and the next one against many of the same.
 */
export const readLately = (): ((fact: Fact) => Statement) =>
  lately(
    512,
    ({ kind, text, mentions, leading }: Fact): Statement => ({ kind, text, mentions, leading }),
    ({ kind, text, mentions, leading }) => `${kind} ${leading} ${mentions.join(' ')}\n${text}`,
  )
