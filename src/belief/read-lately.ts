import { wordsId, type Fact, type Statement } from '../model/fact.js'

/**
 * Of what was asked for last at least so many are there, at most twice as many. A fact is held against others from far
 * back, and the next one against many of the same: with a tenth of it, 29,200 facts of 600 names took twice the time.
 */
const most = 4096

/**
 * Facts as texts that can be let go of. What the judge reads of a text is kept with the object that holds it, and is a
 * hundred times the text: kept with every fact, it is what a large rebuild dies of. What is said again in the same letters
 * is read once.
 */
export function readLately(): (fact: Fact) => Statement {
  let [young, old] = [new Map<Fact | string, Statement>(), new Map<Fact | string, Statement>()]
  return (fact) => {
    const known = young.get(fact)
    if (known) return known
    const { kind, text, mentions, leading } = fact
    const letters = `${kind} ${leading} ${wordsId(fact)}`
    const found = old.get(fact) ?? young.get(letters) ?? old.get(letters) ?? { kind, text, mentions, leading }
    if (young.size >= 2 * most) [young, old] = [new Map(), young]
    young.set(fact, found).set(letters, found)
    return found
  }
}
