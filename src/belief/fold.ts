import { byPrecedence, type Anchor, type EditDay } from '../model/assertion.js'
import { compare } from '../text/compare.js'
import type { Confidence, Fact, FactId, Source, StanceOn } from '../model/fact.js'
import { foldConstants, type Evidence, type LedgerEffect, type Opinion } from '../model/opinion.js'
import { daysBetween, type Day } from '../model/time.js'
import type { Effect } from '../model/verdict.js'

/** A fact as its first place states it. */
export interface Stated {
  readonly fact: Fact
  /** The first confidence that any of its places states. */
  readonly confidence: Confidence | null
}

/** Makes one fact of the rows of all its places. */
export function asStated(sources: readonly Fact[]): Stated {
  const ordered = [...sources].toSorted(inFoldOrder)
  const [first, ...others] = ordered as [Fact, ...Fact[]]
  return {
    fact: others.some((fact) => fact.stances.length > 0) ? { ...first, stances: stancesOf(ordered) } : first,
    confidence: ordered.find((fact) => fact.confidence !== null)?.confidence ?? null,
  }
}

/** The stances of all its places; where two are on one belief, that of the first place. */
function stancesOf(sources: readonly Fact[]): StanceOn[] {
  const found = new Map<FactId, StanceOn>()
  for (const each of sources.flatMap(({ stances }) => stances))
    if (!found.has(each.belief)) found.set(each.belief, each)
  return [...found.values()]
}

/** Undated first, then by day; equal days by id, then by place. */
export function inFoldOrder(a: Fact, b: Fact): number {
  return compare(a.day ?? '', b.day ?? '') || compare(a.id, b.id) || inPlaceOrder(a, b)
}

/** By file, then by line; in a page by text, since lines move there when an edit is adopted. */
export const inPlaceOrder = (a: Fact, b: Fact): number =>
  compare(a.source.path, b.source.path) ||
  (a.source.path.startsWith('bank/') ? compare(a.text, b.text) : a.source.first - b.source.first)

export interface JudgedFact {
  readonly fact: Fact
  readonly effect: Exclude<Effect, 'unrelated'>
  readonly strong: boolean
  readonly cues: readonly string[]
}

export interface OpinionInputs {
  /** Its statements in fold order; the first one founds it. */
  readonly members: readonly Stated[]
  readonly judged: readonly JudgedFact[]
  /** Facts that a person rejected as evidence for it, and retired ones. A rejected statement still belongs to it. */
  readonly rejected: Pick<ReadonlySet<FactId>, 'has'>
  readonly anchors: readonly { readonly page: string; readonly line: number; readonly assertion: Anchor }[]
  /** The days on which people reworded it: each updates it, and counts among that day's edits. */
  readonly worded: readonly (EditDay | null)[]
  readonly retired: boolean
}

/** Ranks verdicts: the lowest of a day decides that day, then the first by id. */
const ranks: Record<'restates' | JudgedFact['effect'], number> = {
  // What ends the opinion decides the day, whatever else was noted on it.
  supersedes: 0,
  contradicts: 1,
  weakens: 2,
  restates: 3,
  reinforces: 3,
}

/** The state of a fold before a day, from which it can go on. */
export interface Checkpoint {
  readonly day: Day
  readonly confidence: Confidence
  readonly until: Day | null
  /** The last day that moved it. */
  readonly updated: Day | null
  /** Earlier days of a strong denial: soon after one, another weighs more. */
  readonly strongDays: readonly Day[]
}

interface Step {
  readonly fact: Fact
  readonly effect: 'restates' | JudgedFact['effect']
  readonly strong: boolean
  readonly cues: readonly string[]
  /** The value that the confidence moves towards. */
  readonly target: Confidence
}

/**
 * Folds one opinion from all it rests on, in order of note day, then fact id:
 *
 *     c ← c + α·w·(t − c), one step a day
 *
 * The founding statement is its day's step: no evidence of that day or earlier moves it. A person's anchor is its
 * day's step, too. Ten syncs and one rebuild end in the same bytes.
 *
 * @param from the checkpoint to go on from, on a day after the founding one. `judged` then has only what was noted
 *   since, `anchors` is empty, and the result has the evidence of those days only.
 */
export function foldOpinion(
  { members, judged, rejected, anchors, worded, retired }: OpinionInputs,
  from?: Checkpoint,
): Opinion {
  const founder = members[0]!
  const founded = founder.fact.day ?? ''
  const days = new Map<string, Step[]>()
  const since = from?.day ?? ''
  for (const step of stepsOf(members, judged)) {
    const day = step.fact.day ?? ''
    if (day < since || rejected.has(step.fact.id)) continue
    const steps = days.get(day)
    if (steps) steps.push(step)
    else days.set(day, [step])
  }
  const pins = anchors.filter(({ assertion }) => assertion.on === null).toSorted(byPrecedence)
  const dated = anchors.filter(({ assertion }) => assertion.on !== null).toSorted(byPrecedence)
  const anchorOf = new Map(dated.map((anchor) => [anchor.assertion.on?.day ?? '', anchor]))

  const evidence: Evidence[] = []
  let confidence = from?.confidence ?? founder.confidence ?? foldConstants.unstated
  let until: Day | null = from?.until ?? null
  const strongDays: Day[] = [...(from?.strongDays ?? [])]
  const write = (
    of: { readonly id: FactId; readonly day: Day | null; readonly source: Source },
    effect: LedgerEffect,
    counts: boolean,
    cues: readonly string[] = [],
  ): void => {
    evidence.push({ fact: of.id, day: of.day, effect, counts, confidence, source: of.source, cues })
  }

  const all = new Set([...(from ? [] : [founded]), ...days.keys(), ...anchorOf.keys()])
  for (const day of [...all].toSorted(compare)) {
    const anchor = anchorOf.get(day)
    const steps = (days.get(day) ?? []).toSorted(byRank)
    const deciding = day > founded && !anchor ? steps[0] : undefined
    // Evidence from before the founding day comes before the founding statement in the ledger, and does not count.
    const founding = day === founded
    if (founding) write(founder.fact, 'states', true)
    if (deciding) {
      confidence = moved(confidence, deciding, strongDays)
      if (deciding.strong && deciding.effect !== 'reinforces') strongDays.push(day)
      until =
        deciding.effect === 'supersedes'
          ? day
          : deciding.effect === 'weakens' || deciding.effect === 'contradicts'
            ? until
            : null
    }
    for (const step of steps) write(step.fact, step.effect, step === deciding, step.cues)
    if (anchor) {
      confidence = anchor.assertion.confidence
      until = null
      write({ id: anchor.assertion.of, day: day || null, source: placeOf(anchor) }, 'anchors', true)
    }
  }
  const pin = pins.at(-1)
  if (pin) {
    confidence = pin.assertion.confidence
    write({ id: pin.assertion.of, day: null, source: placeOf(pin) }, 'pins', true)
  }
  const edits = [...dated.map(({ assertion }) => assertion.on!), ...worded.filter((on) => on !== null)]
  const counted = evidence.filter(({ counts, effect }) => counts && effect !== 'pins').map((row) => row.day ?? '')
  const updated = [...counted, ...edits.map((on) => on.day ?? '')].reduce(
    (a, b) => (b > a ? b : a),
    from?.updated ?? founded,
  )
  return {
    id: founder.fact.id,
    members: members.map(({ fact }) => fact.id),
    confidence,
    updated: updated || null,
    edits: Math.max(0, ...edits.filter((on) => (on.day ?? '') === updated).map((on) => on.count)),
    until,
    retired,
    evidence,
  }
}

const placeOf = ({ page, line }: { page: string; line: number }): Source => ({ path: page, first: line, last: line })

function stepsOf(members: readonly Stated[], judged: readonly JudgedFact[]): Step[] {
  const restated = members.slice(1).map(({ fact, confidence }): Step => ({
    fact,
    effect: 'restates',
    strong: false,
    cues: [],
    target: confidence ?? 1000,
  }))
  return [
    ...restated,
    ...judged.map(({ fact, effect, strong, cues }): Step => ({
      fact,
      effect,
      strong,
      cues,
      target: effect === 'reinforces' ? 1000 : 0,
    })),
  ]
}

const byRank = (a: Step, b: Step): number => ranks[a.effect] - ranks[b.effect] || compare(a.fact.id, b.fact.id)

/** The confidence after one step towards its target. */
function moved(confidence: Confidence, { effect, strong, target, fact }: Step, strongDays: readonly Day[]): Confidence {
  const { step, against, again, within } = foldConstants
  const opposed = effect === 'contradicts' || effect === 'supersedes'
  const day = fact.day ?? ''
  // The days are in order: the last one is the nearest.
  const before = strongDays.at(-1) ?? ''
  const repeated = opposed && strong && before !== '' && daysBetween(before, day) <= within
  const weight = repeated ? again : opposed ? step * against : step
  return Math.round(confidence + weight * (target - confidence))
}
