import type { FactId, WordsId } from '../model/fact.js'
import type { Opinion } from '../model/opinion.js'
import type { Judgement } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import { foldOpinion, inFoldOrder } from './fold.js'
import { factsOf, judgedOf, whatPeopleSay } from './opinion-inputs.js'
import { isBelief } from '../model/kind.js'

/** The opinions that these statements make among themselves, each folded from all it rests on. */
export function foldFull(store: Store, of: readonly FactId[]): Opinion[] {
  const { beliefs } = store
  const rows = store.factsById(of).filter(({ kind }) => isBelief(kind))
  const statements = factsOf(rows)
  const say = whatPeopleSay(store)(rows)
  const words = beliefs.wordsOf([...statements.keys()])
  const judgements = beliefs.judgements([...statements.keys()])
  const facts = factsOf(store.factsById([...new Set(judgements.map(({ fact }) => fact))]))
  return components(words, judgements).map((component) => {
    const members = component.statements.map((id) => statements.get(id)!)
    const ids = new Map(component.statements.map((id) => [id, words.get(id)!]))
    return foldOpinion({
      members: members.toSorted((a, b) => inFoldOrder(a.fact, b.fact)),
      judged: judgedOf(ids, component.judgements, facts),
      ...say(new Set(component.statements)),
    })
  })
}

interface Component {
  readonly statements: FactId[]
  /** What was judged to do something to their words. */
  readonly judgements: Judgement[]
}

/** Opinions as their statements: connected by the same words, and by words that say the same. */
function components(words: ReadonlyMap<FactId, WordsId>, judgements: readonly Judgement[]): Component[] {
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
  for (const { words: said, fact, restates } of judgements) {
    const other = restates ? words.get(fact) : undefined
    const [one, two] = [root(said), root(other ?? said)]
    if (one !== two) above.set(one, two)
  }
  const found = new Map<WordsId, Component>()
  for (const [id, said] of words) {
    const component = found.get(root(said))
    if (component) component.statements.push(id)
    else found.set(root(said), { statements: [id], judgements: [] })
  }
  for (const judgement of judgements) found.get(root(judgement.words))!.judgements.push(judgement)
  return [...found.values()]
}
