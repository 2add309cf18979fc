import { wordsId, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { isBelief } from '../model/kind.js'
import { lineCue, stances, type Stance } from '../model/stance.js'
import type { JudgedBy } from '../model/verdict.js'
import type { Judgement } from '../store/judgements.js'
import type { Store } from '../store/store.js'

/** A person's verdict on a fact and words; no rule is asked about the two. */
export type Outright = Omit<Judgement, 'words' | 'fact'>

export interface Spoken {
  /**
   * The verdicts that a fact's own bullet, or else a line of `bank/`, states, by the words of the belief; a shared
   * entity is not needed. Of two lines about one pair the later one holds.
   */
  readonly of: (fact: Fact) => ReadonlyMap<WordsId, Outright>
  /**
   * Whether a person's verdict relates statements in these two wordings. Then neither is taken to restate the other.
   */
  readonly isApart: (one: WordsId, other: WordsId) => boolean
}

export function spokenIn({ assertions, beliefs }: Store): Spoken {
  const anyLine = assertions.holdsJudged()
  const apart = new Set(beliefs.apart().map(([one, other]) => `${one} ${other}`))
  return {
    of(fact) {
      const found = new Map<WordsId, Outright>()
      if (fact.of !== null) return found
      const attributes = [
        ...(fact.was === null ? [] : [{ name: 'was', stance: 'replaces' as const, belief: fact.was }]),
        ...fact.stances.map((each) => ({ name: each.stance, ...each })),
      ]
      const said = anyLine ? assertions.judgedOf(fact.id) : []
      if (attributes.length === 0 && said.length === 0) return found
      const words = beliefs.wordsOf([...said, ...attributes].map(({ belief }) => belief))
      const add = (stance: Stance, belief: FactId, source: JudgedBy, cue: string): void => {
        const about = words.get(belief)
        if (about !== undefined) found.set(about, outright(stance, source, cue))
      }
      for (const { page, stance, belief } of said) add(stance, belief, 'line', lineCue(page))
      for (const { name, stance, belief } of attributes) add(stance, belief, 'bullet', `${name}=`)
      // Nothing speaks about itself.
      if (isBelief(fact.kind)) found.delete(wordsId(fact))
      return found
    },
    isApart: (one, other) => apart.has(`${one} ${other}`) || apart.has(`${other} ${one}`),
  }
}

function outright(stance: Stance, source: JudgedBy, cue: string): Outright {
  const effect = stances[stance]
  return { effect, source, strong: effect === 'contradicts' || effect === 'supersedes', restates: false, cues: [cue] }
}
