import type { FactId, WordsId } from '../model/fact.js'
import type { Opinion } from '../model/opinion.js'
import type { Judgement } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import { foldOpinion, inFoldOrder } from './fold.js'
import { factsOf, judgedOf, whatPeopleSay } from './opinion-inputs.js'
import { isBelief } from '../model/kind.js'

const batch = 200

/** Folds these statements into opinions, each from all it rests on. */
export function* foldFull(store: Store, of: readonly FactId[]): Generator<Opinion, void> {
  const { beliefs } = store
  const words = beliefs.wordsOf(of)
  const sayingOf = whatPeopleSay(store)
  const opinions = components(words, beliefs.restatements(of))
  for (let at = 0; at < opinions.length; at += batch) {
    const some = opinions.slice(at, at + batch)
    const ids = some.flat()
    const rows = store.factsById(ids).filter(({ kind }) => isBelief(kind))
    const statements = factsOf(rows)
    const say = sayingOf(rows)
    const judgements = beliefs.judgements(ids)
    const doneTo = new Map<WordsId, Judgement[]>(judgements.map((judgement) => [judgement.words, []]))
    for (const judgement of judgements) doneTo.get(judgement.words)!.push(judgement)
    const facts = factsOf(store.factsById([...new Set(judgements.map(({ fact }) => fact))]))
    for (const members of some) {
      const said = new Map(members.map((id) => [id, words.get(id)!]))
      const judged = [...new Set(said.values())].flatMap((each) => doneTo.get(each) ?? [])
      yield foldOpinion({
        members: members.map((id) => statements.get(id)!).toSorted((a, b) => inFoldOrder(a.fact, b.fact)),
        judged: judgedOf(said, judged, facts),
        ...say(new Set(members)),
      })
    }
  }
}

/** Groups statements into opinions: those in the same words, or in words that say the same. */
function components(
  words: ReadonlyMap<FactId, WordsId>,
  restatements: readonly (readonly [WordsId, FactId])[],
): FactId[][] {
  const above = new Map<WordsId, WordsId>()
  const root = (of: WordsId): WordsId => {
    let top = of
    for (let next = above.get(top); next !== undefined; next = above.get(top)) top = next
    for (let at = of; at !== top;) {
      const next = above.get(at)!
      above.set(at, top)
      at = next
    }
    return top
  }
  for (const [said, fact] of restatements) {
    const [one, two] = [root(said), root(words.get(fact) ?? said)]
    if (one !== two) above.set(one, two)
  }
  const found = new Map<WordsId, FactId[]>()
  for (const [id, said] of words) {
    const statements = found.get(root(said))
    if (statements) statements.push(id)
    else found.set(root(said), [id])
  }
  return [...found.values()]
}
