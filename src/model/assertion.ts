import { compare } from '../text/compare.js'
import { entityKey } from './entity.js'
import type { Attributes, Confidence, FactId, Statement } from './fact.js'
import type { Stance } from './stance.js'
import type { Day } from './time.js'

/**
 * What a person says about a fact in `bank/` (docs/pages.md). An edited line says it where it stands; once the edit is
 * adopted, a bullet under `## Curated` says it.
 *
 *     - O(c=0.50, of=^k3f9a2c1x7, on=2025-11-29+2) @Peter: Likes tea <!-- was: O @Peter: Loves tea -->
 *     - retired ^k3f9a2c1x7: O @Peter: Likes tea
 *     - not ^12m7d97uez for ^k3f9a2c1x7: "W @Peter: Bought a teapot" — it was a present
 *     - ^12m7d97uez supports ^k3f9a2c1x7: "W @Peter: Bought a teapot" about "O @Peter: Likes tea" <!-- for himself -->
 */
export type Assertion = Anchor | Wording | RetiredEdit | Rejected | JudgedPair

/** The fact's confidence from the day of the edit on; without a day, for all days (a pin). */
export interface Anchor extends OverrideEdit {
  readonly what: 'anchor'
  readonly confidence: Confidence
}

/** From now on the fact is told in these words. */
export interface Wording extends OverrideEdit {
  readonly what: 'wording'
}

interface OverrideEdit extends AboutFact {
  /** Null: a pin, or words without a date. */
  readonly on: EditDay | null
  /** For a line not adopted yet: whether its words were changed too, so that they match nothing in the logs. */
  readonly reworded: boolean
}

/** The fact is no longer told. */
export interface RetiredEdit extends AboutFact {
  readonly what: 'retired'
}

/** This fact is no evidence for that opinion. */
export interface Rejected {
  readonly what: 'rejected'
  readonly fact: FactId
  readonly opinion: FactId
  /** What the fact says, by which it is found again when its id changes. */
  readonly said: Words | null
}

/** This is what the fact does to that belief. */
export interface JudgedPair {
  readonly what: 'judged'
  readonly fact: FactId
  readonly stance: Stance
  /** The id of any statement of the belief. */
  readonly opinion: FactId
  /** The fact's words, and in `believed` the belief's: both are found again by them when their ids change. */
  readonly said: Words | null
  readonly believed: Words | null
}

interface AboutFact {
  readonly of: FactId
  readonly said: Words
  /** What the fact said when the edit was adopted, where that is something else. */
  readonly was: Words | null
  /** The place that the line cites first, `memory/2025-11-27.md#L4`; null in a bullet. */
  readonly cites: string | null
}

/** The words of a bullet: its statement and its `until`, without its confidence and the fact that it is about. */
export type Words = Statement & Pick<Attributes, 'until'>

/** The day of an edit, and its number among the edits adopted on that day: `2025-11-29+2`. */
export interface EditDay {
  /** Null: before all days. */
  readonly day: Day | null
  readonly count: number
}

export interface PlacedAssertion {
  readonly page: string
  /** 1-based. */
  readonly line: number
  readonly assertion: Assertion
}

/** `2025-11-29+2`, `2025-11-29`, `-+1`, `-`. */
export const showEditDay = ({ day, count }: EditDay): string => `${day ?? '-'}${count > 0 ? `+${count}` : ''}`

export function readEditDay(text: string): EditDay {
  const [day = '-', count] = text.split('+')
  return { day: day === '-' ? null : day, count: Number(count ?? 0) }
}

export const leadingKeys = ({ mentions, leading }: Words): string => mentions.slice(0, leading).map(entityKey).join(' ')

/** Two assertions with one key say the same; which page they stand on does not matter. */
export function assertionKey(assertion: Assertion): string {
  const words = (said: Words | null): unknown =>
    said && [said.kind, said.mentions.slice(0, said.leading), said.text, said.until]
  switch (assertion.what) {
    case 'anchor': {
      const { of, confidence, on, said } = assertion
      return JSON.stringify(['anchor', of, confidence, on && showEditDay(on), words(said)])
    }
    case 'wording':
      return JSON.stringify(['wording', assertion.of, assertion.on && showEditDay(assertion.on), words(assertion.said)])
    case 'retired':
      return JSON.stringify(['retired', assertion.of, words(assertion.said)])
    case 'rejected':
      return JSON.stringify(['rejected', assertion.fact, assertion.opinion, words(assertion.said)])
    case 'judged': {
      const { fact, stance, opinion, said, believed } = assertion
      return JSON.stringify(['judged', fact, stance, opinion, words(said), words(believed)])
    }
  }
}

/** A key shared by edits that say the same of a fact, whatever their days. Adopting an edit does not change its key. */
export function sameEdit(assertion: Assertion): string {
  switch (assertion.what) {
    case 'anchor':
      return JSON.stringify(['anchor', assertion.of, assertion.confidence])
    case 'wording':
      return JSON.stringify(['wording', assertion.of, assertion.said.text])
    case 'retired':
      return JSON.stringify(['retired', assertion.of])
    case 'rejected':
      return JSON.stringify(['rejected', assertion.fact, assertion.opinion])
    case 'judged':
      return JSON.stringify(['judged', assertion.fact, assertion.stance, assertion.opinion])
  }
}

/** Whether an assertion is about a fact as evidence for a belief, and not about how a fact is told. */
export const isAboutPair = (assertion: Assertion): assertion is Rejected | JudgedPair =>
  assertion.what === 'rejected' || assertion.what === 'judged'

export const factSpokenOf = (assertion: Assertion): FactId => (isAboutPair(assertion) ? assertion.fact : assertion.of)

/** The order of assertions about one thing, of which the last one holds: by day, then by count, page and bytes. */
export function byPrecedence(
  a: { readonly page: string; readonly assertion: Anchor | Wording },
  b: { readonly page: string; readonly assertion: Anchor | Wording },
): number {
  const [left, right] = [a.assertion.on, b.assertion.on]
  return (
    compare(left?.day ?? '', right?.day ?? '') ||
    (left?.count ?? 0) - (right?.count ?? 0) ||
    pageRank(b.page) - pageRank(a.page) ||
    compare(b.page, a.page) ||
    compare(assertionKey(a.assertion), assertionKey(b.assertion))
  )
}

const pageRank = (page: string): number => (page === 'bank/opinions.md' ? 0 : page.startsWith('bank/entities/') ? 1 : 2)
