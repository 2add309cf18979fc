import { anchorOf, isAdrift, type CodeAnchor } from '../../model/anchor.js'
import { isUnkept } from '../../model/fact.js'
import type { LostAnchor } from '../../model/impact.js'
import type { Day } from '../../model/time.js'
import { resultsOf } from '../../recall/answer/result.js'
import type { Repository } from '../../git/repository.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Session } from '../session/session.js'
import { anchorsHeld } from './anchor-states.js'
import { anchorsFrom, codeNamed } from './anchors.js'

/** Bullets that still hold, about code that is gone, sorted by note and line. */
export function lostAnchors(session: Session, store: Store, today: Day): LostAnchor[] {
  const facts = store.anchored()
  const heldBy = anchorsFrom(session, store, 'listed')(facts)
  const adrift = facts.filter((fact) => isAdrift(heldBy(fact), fact.at))
  return holding(store, adrift, today).map(({ fact, ...line }) => ({
    ...line,
    at: heldBy(fact).find(({ state }) => state === 'gone')!.at,
  }))
}

/**
 * How many bullets name by `at=` a file that a commit lacks. Only the commit's tree is read, so that a clone without
 * history counts the same.
 */
export function countUnheld({ repository }: Session, store: Store, commit: string | null): number {
  const facts = commit === null ? [] : store.anchored().filter(({ at }) => at !== null)
  const places = facts.map(({ at }) => [commit!, anchorOf(at!)!.path] as const)
  const entries = repository.entriesAt(places)
  return holding(
    store,
    facts.filter((_, at) => entries[at] === undefined),
  ).length
}

/** The bullets whose code the commit `before` has and the commit `after` lacks. */
export function lostBetween(
  repository: Repository,
  { before, after }: Readonly<Record<'before' | 'after', string>>,
  bullets: readonly AnchoredLine[],
): LostAnchor[] {
  const asked = bullets.flatMap((bullet) => bullet.code.map((anchor) => ({ anchor, bullet })))
  const held = anchorsHeld(
    repository,
    after,
    asked.map(({ anchor }) => ({ anchor, isSaid: false, broughtIn: { commit: before, day: '' } })),
    false,
  )
  return asked.flatMap(({ bullet: { code: _, ...line } }, at) =>
    held[at]?.state === 'gone' ? [{ ...line, at: held[at].at }] : [],
  )
}

export interface AnchoredLine extends Omit<LostAnchor, 'at'> {
  readonly code: readonly CodeAnchor[]
}

/** The bullets of an index that still hold and name code. */
export const anchoredLines = (repository: Repository, store: Store): AnchoredLine[] =>
  holding(store, store.anchored()).flatMap(({ fact, ...line }) => {
    const code = codeNamed(repository, fact).map(({ anchor }) => anchor)
    return code.length === 0 ? [] : [{ ...line, code }]
  })

/** @param today left out where no clock is read: then every fact with an end is over */
function holding(
  store: Store,
  facts: readonly StoredFact[],
  today?: Day,
): (Omit<LostAnchor, 'at'> & { readonly fact: StoredFact })[] {
  const asResult = resultsOf(store)
  return facts.flatMap((fact) => {
    const { id, content, source, until, retired, origin } = asResult(fact)
    const isOver = retired === true || (until !== undefined && until <= (today ?? until)) || isUnkept({ origin })
    return isOver ? [] : [{ id, content, source, fact }]
  })
}
