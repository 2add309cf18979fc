import { byPrecedence, type Anchor, type PlacedAssertion, type Wording } from './assertion.js'
import type { Fact, FactId } from './fact.js'
import { isBelief } from './kind.js'

/** An assertion, and the facts that its ids were found to mean. `target` is null where nothing is meant. */
export interface ResolvedAssertion extends PlacedAssertion {
  readonly target: FactId | null
  /** The opinion of a line about a fact and a belief; null for every other line, and where there is no such opinion. */
  readonly belief: FactId | null
}

type PlacedAs<A> = PlacedAssertion & { readonly assertion: A }

/** What a person decided about how a fact is told. */
export interface Telling {
  readonly words: readonly PlacedAs<Wording>[]
  /**
   * The confidences that people set. They count here only for a plain fact of which a wording made an opinion: those of
   * an opinion in the logs are steps of its fold.
   */
  readonly anchors: readonly PlacedAs<Anchor>[]
  readonly retired: boolean
}

const latest = <A extends Anchor | Wording>(placed: readonly PlacedAs<A>[]): A | undefined =>
  placed.toSorted(byPrecedence).at(-1)?.assertion

/** How to tell each fact that a person reworded or retired, by its id. */
export function tellingsOf(resolved: readonly ResolvedAssertion[]): Map<FactId, Telling> {
  const words = new Map<FactId, PlacedAs<Wording>[]>()
  const anchors = new Map<FactId, PlacedAs<Anchor>[]>()
  const retired = new Set<FactId>()
  for (const { target, page, line, assertion } of resolved) {
    if (target === null) continue
    if (assertion.what === 'retired') retired.add(target)
    if (assertion.what === 'wording') note(words, target, { page, line, assertion })
    if (assertion.what === 'anchor') note(anchors, target, { page, line, assertion })
  }
  return new Map(
    [...new Set([...words.keys(), ...retired])].map((id) => [
      id,
      {
        words: words.get(id) ?? [],
        anchors: anchors.get(id) ?? [],
        retired: retired.has(id),
      },
    ]),
  )
}

function note<T>(all: Map<FactId, T[]>, id: FactId, one: T): void {
  const known = all.get(id)
  if (known) known.push(one)
  else all.set(id, [one])
}

/** The words that hold, of all that people gave a fact; undefined where they gave none. */
export const lastSaid = (words: Telling['words']): Wording['said'] | undefined => latest(words)?.said

/** A fact in the words that a person gave it last; as it is where nobody did. */
export function tellingThatHolds<F extends Fact>(
  fact: F,
  words: Telling['words'] = [],
  anchors: Telling['anchors'] = [],
): F {
  const said = lastSaid(words)
  if (!said) return fact
  const { kind, text, mentions, leading, until } = said
  const isMade = isBelief(kind) && !isBelief(fact.kind)
  const confidence = isMade ? (latest(anchors)?.confidence ?? null) : fact.confidence
  return { ...fact, kind, text, mentions, leading, until, confidence }
}
