import { anchorsShown, type AnchorHeld } from '../../model/anchor.js'
import { withoutCredentials } from '../../credentials/without.js'
import { entityKey } from '../../model/entity.js'
import {
  cite,
  drawnFrom,
  isUnkept,
  placesShown,
  placesThatCount,
  type Confidence,
  type FactId,
} from '../../model/fact.js'
import { isBelief, type Kind } from '../../model/kind.js'
import { originClassOf, type OriginClass } from '../../model/origin-class.js'
import type { LabelKind } from '../../model/label.js'
import type { Annotations } from '../../model/annotations.js'
import type { Evidence, Opinion } from '../../model/opinion.js'
import { tellingsOf, tellingThatHolds, type Telling } from '../../model/telling.js'
import type { Day, Span } from '../../model/time.js'
import type { Writer } from '../../model/writer.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { estimateTokens } from './budget.js'
import type { FoundBy } from '../rank/gather.js'
import { factorsOf, type Factor, type Ranked } from '../rank/rank.js'
import { underOf } from '../../narrative/under.js'

/** One step of an opinion's evidence, as an answer shows it. */
export interface AnswerEvidence {
  readonly id: FactId
  readonly timestamp: string | null
  readonly effect: string
  /** 0 to 1, after this step. */
  readonly confidence: number
  readonly source: string
  /** What the verdict rests on; `memory show` only. */
  readonly cues?: readonly string[]
  /** The line of `bank/` that says so, with the reason beside it; `memory show` only. */
  readonly said?: { readonly source: string; readonly why: string | null; readonly writer?: Writer }
  /** The step counts for nothing: another fact decided its day, or it is older than the opinion; `memory show` only. */
  readonly ignored?: true
  /** Who committed the edit that made this step, if a commit of the asked window did; `memory log --beliefs` only. */
  readonly broughtBy?: Writer
  /** Who committed the line that it rests on, if anybody did; `memory show` and `memory log --beliefs` only. */
  readonly writer?: Writer
}

/** A fact in an answer. Field names are OpenClaw's and Hindsight's. */
export interface Result {
  readonly id: FactId
  readonly kind: Kind
  /** `suggested`: drafted from a log; `held`: held back by the settings. Neither is evidence until it is kept. */
  readonly origin: string
  /** The class of its origin, if the bullet, its note or the settings state one. */
  readonly originClass?: OriginClass
  /** The day it was noted; null where the note has none. */
  readonly timestamp: string | null
  /** The days it speaks of. */
  readonly occurred?: Span
  readonly entities: readonly string[]
  readonly content: string
  /** The headings that a short passage stands under, where they say more than its day. */
  readonly under?: string
  /** Set where `content` is a part of a long passage; `context` shows all of it. */
  readonly cut?: true
  /** `memory/2025-11-27.md#L4`, or for a page `bank/opinions.md ^id`. */
  readonly source: string
  /** Further places that say the same. */
  readonly sources?: readonly string[]
  /** Of a bullet: the places of the lines that it was made of, where those still stand. */
  readonly from?: readonly string[]
  /** The code that a bullet is about, and what became of it since. */
  readonly anchors?: readonly AnchorHeld[]
  readonly score: number
  /** Opinions only; 0 to 1. */
  readonly confidence?: number
  readonly evidence?: readonly AnswerEvidence[]
  /** No longer true from this date on. */
  readonly until?: string
  /** A later fact with another value for what can have only one, such as a home; nothing says that this one is over. */
  readonly otherwise?: { readonly id: FactId; readonly timestamp: string; readonly source: string }
  readonly retired?: true
  /** Its label, from itself, its list or a heading above it. */
  readonly label?: LabelKind
  /** What the comments beside it say, such as its status. */
  readonly annotations?: Annotations
  /** Set where HEAD's version of the note does not say it. */
  readonly uncommitted?: true
  /** Who committed its line, if anybody did; `memory show` only. */
  readonly writer?: Writer
  readonly why: Why
}

/** How a result came to its place. */
export interface Why {
  readonly found: readonly FoundBy[]
  /** Their sum is the score. */
  readonly factors: readonly Factor[]
}

/** How many tokens this result takes in an answer, estimated. */
export const tokensOf = ({ content, source, under = '', from = [], anchors = [] }: Result): number =>
  estimateTokens(content + source + under + placesShown(source, from).join('') + anchorsShown(anchors).join(''))

export const resultsOf =
  (store: Store, otherwise = toldOtherwise(store)) =>
  (fact: StoredFact, one?: Ranked): Result =>
    resultOf(store, otherwise, fact, one)

/** Facts that are told otherwise than a log states them: by a person's word, or by a later fact that replaced them. */
export interface ToldOtherwise {
  readonly tellings: ReadonlyMap<FactId, Telling>
  readonly replaced: ReadonlyMap<FactId, Day>
}

export const toldOtherwise = (store: Store): ToldOtherwise => ({
  tellings: tellingsOf(store.assertions.all('anchor', 'wording', 'retired')),
  replaced: store.replaced(),
})

/** The fields of a result that need no other line of the index: what a fact says and what became of it. */
export type StatedResult = Pick<
  Result,
  | 'id'
  | 'kind'
  | 'origin'
  | 'originClass'
  | 'timestamp'
  | 'entities'
  | 'content'
  | 'source'
  | 'until'
  | 'retired'
  | 'label'
  | 'annotations'
>

/** A fact in the words that a person gave it or its opinion, and with the anchors that a person gave it. */
function toldIn({ tellings }: ToldOtherwise, stored: StoredFact, opinion: Opinion | undefined): StoredFact {
  const { words, anchors } = tellings.get(stored.id) ?? {}
  // The words that a person gives one statement hold for its whole opinion.
  return tellingThatHolds(
    stored,
    opinion?.members.flatMap((member) => tellings.get(member)?.words ?? []) ?? words,
    anchors,
  )
}

/** @param opinion the opinion that the fact is a statement of */
export function statementOf(
  store: Store,
  otherwise: ToldOtherwise,
  stored: StoredFact,
  opinion?: Opinion,
  fact = toldIn(otherwise, stored, opinion),
): StatedResult {
  const retired = otherwise.tellings.get(stored.id)?.retired === true || opinion?.retired === true
  const until = opinion?.until ?? fact.until ?? (otherwise.replaced.get(stored.id) || null)
  const { nameOf, canonical } = store.entities()
  return {
    id: fact.id,
    kind: fact.kind,
    origin: fact.origin,
    ...(fact.originMark === null ? {} : { originClass: originClassOf(fact.originMark) }),
    timestamp: fact.day,
    entities: [...new Set(fact.mentions.map((name) => nameOf(canonical(entityKey(name)))))],
    content: withoutCredentials(fact.text),
    source: cite(fact.source, fact.id),
    ...(until ? { until } : {}),
    ...(retired ? { retired: true } : {}),
    ...(fact.label ? { label: fact.label } : {}),
    ...(fact.annotations ? { annotations: fact.annotations } : {}),
  }
}

function resultOf(store: Store, otherwise: ToldOtherwise, found: StoredFact, one?: Ranked): Result {
  // A fact that is suggested or held in one place and stated in another is stated.
  const stored = isUnkept(found) ? placesThatCount([found, ...store.factsById([found.id])])[0]! : found
  const opinion = isBelief(stored.kind) ? store.opinionOf(stored.id) : undefined
  const fact = toldIn(otherwise, stored, opinion)
  const { id, kind, origin, originClass, timestamp, entities, content, source, ...ends } = statementOf(
    store,
    otherwise,
    stored,
    opinion,
    fact,
  )
  const places = store.factsById(opinion?.members ?? [stored.id]).map((place) => cite(place.source, place.id))
  const others = places.filter((place) => place !== source)
  const made = drawnFrom(stored)
  const from = made.length === 0 ? [] : store.placesDrawn(made).map(({ id: part, source: place }) => cite(place, part))
  const under = underOf({ ...fact, text: content })
  return {
    id,
    kind,
    origin,
    ...(originClass === undefined ? {} : { originClass }),
    timestamp,
    ...(fact.occurred ? { occurred: fact.occurred } : {}),
    entities,
    content,
    ...(under === undefined ? {} : { under: withoutCredentials(under) }),
    source,
    ...(others.length > 0 ? { sources: others } : {}),
    ...(from.length > 0 ? { from } : {}),
    score: Math.round((one?.score ?? 0) * 10_000) / 10_000,
    // A person may have made a plain fact of an opinion.
    ...(!isBelief(kind)
      ? {}
      : opinion
        ? {
            confidence: shown(opinion.confidence),
            evidence: opinion.evidence.filter(({ counts }) => counts).map(stepOf),
          }
        : fact.confidence === null
          ? {}
          : { confidence: shown(fact.confidence) }),
    ...ends,
    ...(fact.uncommitted ? { uncommitted: true } : {}),
    why: one ? { found: one.found, factors: factorsOf(one) } : { found: [], factors: [] },
  }
}

const stepOf = ({ fact, day, effect, confidence, source }: Evidence): AnswerEvidence => ({
  id: fact,
  timestamp: day,
  effect,
  confidence: shown(confidence),
  source: cite(source, fact),
})

/** Every row of an opinion's ledger, those that moved nothing too. */
export const ledgerOf = (evidence: readonly Evidence[]): AnswerEvidence[] =>
  evidence.map((row) => ({ ...stepOf(row), cues: row.cues, ...(row.counts ? {} : { ignored: true as const }) }))

const shown = (confidence: Confidence): number => Math.round(confidence / 10) / 100
