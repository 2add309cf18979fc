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

/** What stands on a page, in its order. */
export interface Arranged {
  readonly groups: readonly { readonly title: string; readonly folded: boolean; readonly facts: readonly ShownFact[] }[]
  /** Whether some of the facts that are stated no longer fit. */
  readonly full: boolean
}

/** Lines at the top of an entity's page. */
const mostInLead = 5

/** A heading and a fold with the blank lines around them, and the first fact. */
const [headed, folded] = [4, 6]

/**
 * Which facts a page shows, each once, and under which headings. Where there
 * are more than a page holds, it keeps the lead, then what is believed or true
 * now, no section more than half the page while others have more to say, then
 * what is hardly believed, then what has been replaced, then what waits
 * to be kept, which so takes no other line's place; the latest of each.
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

/** Beliefs that another day confirmed, then what was said or moved last. */
const byWorth = (a: ShownFact, b: ShownFact): number =>
  Number(isConfirmed(b)) - Number(isConfirmed(a)) ||
  compare(b.updated ?? '', a.updated ?? '') ||
  newestFirst(a.fact, b.fact)

/** Days that speak for it less those that speak against it; a person's confidence counts as a day for it. */
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

/** As sure as what somebody says without a number. */
const sure = 700

/** What says no more than that something is over, in English: `No longer lives in Graz`, `Anna stopped smoking`. */
const saysOver =
  /^(?:\p{Lu}\S* ){0,3}(?:(?:[Ii]s|[Ww]as|[Hh]as|[Hh]ave|[Dd]oes|[Dd]o|[Dd]id)\s*)?(?:[Nn]o longer|(?:not|n['’]t)\b.*\bany ?more|[Ss]topped|[Qq]uit|[Gg]ave up)\b/u

/**
 * The lead: beliefs held for sure on more than one day, most days first; what
 * a note without a date says, for such notes are written to last; then what was
 * last said to be so and is not told by a belief that it moved and that holds.
 * Only a world fact can drive a line out, and never one that another day
 * confirmed or that stands in such a note. What is over is no lead.
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

/** Undated last; facts of one day as they stand in its log. */
const newestFirst = (a: Fact, b: Fact): number =>
  compare(b.day ?? '', a.day ?? '') || inPlaceOrder(a, b) || compare(a.id, b.id)

/** Undated first, then the newest. */
const lasting = (a: Fact, b: Fact): number => Number(a.day !== null) - Number(b.day !== null) || newestFirst(a, b)
