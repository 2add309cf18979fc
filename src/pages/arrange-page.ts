import { compare } from '../text/compare.js'
import { isHeld, isSuggested, isUnkept, type Fact } from '../model/fact.js'
import { weak } from '../model/opinion.js'
import {
  heldTitle,
  leadTitle,
  mostLines,
  sortTitles,
  suggestedTitle,
  supersededTitle,
  type PageNames,
  type PageSpec,
} from '../render/pages.js'
import type { ShownFact } from '../render/render-line.js'
import { inPlaceOrder } from '../belief/fold.js'

export interface Arranged {
  readonly groups: readonly { readonly title: string; readonly folded: boolean; readonly facts: readonly ShownFact[] }[]
  /** Whether some facts did not fit. Suggested and held facts do not count. */
  readonly full: boolean
}

/** Lines at the top of an entity's page. */
const mostInLead = 5

/** Lines that a heading or a fold adds, with the blank lines around it and the first fact. */
const [headed, folded] = [4, 6]

/**
 * The facts that a page shows, each once, below their headings. A page too small for all takes them in this order: the
 * lead; current facts, of which one section fills half the page at most before the others have a turn; hardly believed
 * ones; replaced ones; suggested and held ones, which so take no other line's place.
 */
export function arrangePage(facts: readonly ShownFact[], page: PageSpec, names: PageNames): Arranged {
  const lead = new Set(page.lead ? bestSupported(facts) : [])
  const titleOf = (shown: ShownFact): string =>
    isHeld(shown.fact)
      ? heldTitle
      : isSuggested(shown.fact)
        ? suggestedTitle
        : shown.superseded
          ? supersededTitle
          : lead.has(shown)
            ? leadTitle
            : page.grouping.title(shown.fact, names)

  const groups = new Map<string, ShownFact[]>()
  let [lines, stated] = [0, 0]
  for (const shown of inOrderOfWorth(facts, titleOf)) {
    const title = titleOf(shown)
    const group = groups.get(title)
    lines += group ? 1 : title === supersededTitle ? folded : headed
    if (lines > mostLines) break
    if (group) group.push(shown)
    else groups.set(title, [shown])
    if (!isUnkept(shown.fact)) stated++
  }
  return {
    groups: sortTitles([...groups.keys()], page.grouping).map((title) => ({
      title,
      folded: title === supersededTitle,
      facts: groups.get(title)!.toSorted(orderOf(title)),
    })),
    full: stated < facts.filter(({ fact }) => !isUnkept(fact)).length,
  }
}

function inOrderOfWorth(facts: readonly ShownFact[], titleOf: (shown: ShownFact) => string): ShownFact[] {
  const ranks: ShownFact[][] = [[], [], [], [], [], []]
  const share = new Map<string, number>()
  for (const shown of facts.toSorted(byWorth)) {
    const title = titleOf(shown)
    const taken = share.get(title) ?? 0
    share.set(title, taken + 1)
    const rank = isUnkept(shown.fact)
      ? 5
      : title === leadTitle
        ? 0
        : shown.superseded
          ? 4
          : isWeak(shown)
            ? 3
            : taken < mostLines / 2
              ? 1
              : 2
    ranks[rank]!.push(shown)
  }
  return ranks.flat()
}

const isWeak = ({ opinion }: ShownFact): boolean => opinion !== undefined && opinion.confidence < weak
const isConfirmed = (shown: ShownFact): boolean => supportOf(shown) > 1

/** First beliefs confirmed on another day, then the entries said or moved last. */
const byWorth = (a: ShownFact, b: ShownFact): number =>
  Number(isConfirmed(b)) - Number(isConfirmed(a)) ||
  compare(b.updated ?? '', a.updated ?? '') ||
  newestFirst(a.fact, b.fact)

/** The days for a belief less the days against it. A confidence set by a person counts as a day for it. */
function supportOf({ opinion }: ShownFact): number {
  if (!opinion) return 1
  return opinion.evidence
    .filter(({ counts }) => counts)
    .reduce(
      (days, { effect }) =>
        days + (effect === 'weakens' || effect === 'contradicts' || effect === 'supersedes' ? -1 : 1),
      0,
    )
}

/** The confidence of a statement without a number, in thousandths. */
const sure = 700

/** Words that say only that something is over, in English: `No longer lives in Graz`, `Anna stopped smoking`. */
const saysOver =
  /^(?:\p{Lu}\S* ){0,3}(?:(?:[Ii]s|[Ww]as|[Hh]as|[Hh]ave|[Dd]oes|[Dd]o|[Dd]id)\s*)?(?:[Nn]o longer|(?:not|n['’]t)\b.*\bany ?more|[Ss]topped|[Qq]uit|[Gg]ave up)\b/u

/**
 * The lead, in this order: firm beliefs of more than one day, most days first; world facts of undated notes, since
 * those are kept up to date; then the newest world facts that are not evidence for a belief that holds. So a belief of
 * one day drives no line out. Facts that are over are no lead.
 */
function bestSupported(facts: readonly ShownFact[]): ShownFact[] {
  const current = facts.filter(({ superseded, fact }) => !superseded && !isUnkept(fact) && fact.until === null)
  const told = new Set(current.flatMap(({ opinion }) => opinion?.evidence.map(({ fact }) => fact) ?? []))
  const confirmed = current.filter(
    (shown) => shown.opinion !== undefined && shown.opinion.confidence >= sure && isConfirmed(shown),
  )
  return [
    ...confirmed.toSorted((a, b) => supportOf(b) - supportOf(a) || newestFirst(a.fact, b.fact)),
    ...current
      .filter(({ fact }) => fact.kind === 'world' && !told.has(fact.id) && !saysOver.test(fact.text))
      .toSorted((a, b) => lasting(a.fact, b.fact)),
  ].slice(0, mostInLead)
}

function orderOf(title: string): (a: ShownFact, b: ShownFact) => number {
  if (title === leadTitle) return (a, b) => Number(!a.opinion) - Number(!b.opinion) || lasting(a.fact, b.fact)
  return (a, b) => newestFirst(a.fact, b.fact)
}

/** Newest first, undated last; facts of one day in the order of their log. */
const newestFirst = (a: Fact, b: Fact): number =>
  compare(b.day ?? '', a.day ?? '') || inPlaceOrder(a, b) || compare(a.id, b.id)

/** Undated first, then the newest. */
const lasting = (a: Fact, b: Fact): number => Number(a.day !== null) - Number(b.day !== null) || newestFirst(a, b)
