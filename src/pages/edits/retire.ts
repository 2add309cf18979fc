import { MemoryError } from '../../model/error.js'
import { sameEdit, type Assertion, type PlacedAssertion } from '../../model/assertion.js'
import { idMeant, isFactId, type Fact, type FactId } from '../../model/fact.js'
import { splitPage } from '../../model/page.js'
import { assertionsIn } from '../../parse/parse-page.js'
import { pagePath, pagesOf } from '../../render/pages.js'
import { renderAssertion } from '../../render/render-assertion.js'
import type { Store } from '../../store/store.js'
import { withCurated } from './curated.js'
import { isBelief } from '../../model/kind.js'

/** A person's no, to a fact itself or to a fact as evidence. */
export interface Retirement {
  /** With or without `^`. */
  readonly fact: string
  /** The opinion that it is no evidence for, or the world fact that it does not end; left out, it is itself retired. */
  readonly for?: string | undefined
  readonly why?: string | undefined
}

export interface Retiring {
  readonly page: string
  /** The bullet; where nothing was written, the line that says the same already. */
  readonly bullet: string
  readonly written: boolean
  /** Whether a reason was given that the standing line lacks. */
  readonly reasonLost: boolean
}

export interface No {
  /** The page whose `## Curated` gets the bullet. */
  readonly page: string
  readonly bullet: string
  /** Further pages that said the same no when the index was made. */
  readonly others: readonly string[]
  /** Whether an assertion says the same: with any reason, by any id of the same belief, or by a line struck through. */
  readonly isSaid: (assertion: Assertion) => boolean
}

/**
 * The bullet for a no, and the page that it belongs on.
 *
 * @throws MemoryError not-found | bad-argument
 */
export function retirement(store: Store, { fact, for: opinion, why }: Retirement): No {
  const retired = factNamed(store, fact)
  if (opinion === undefined) {
    const bullet = renderAssertion({ what: 'retired', of: retired.id, said: retired, was: null, cites: null }, null)
    const ids = statementsOf(store, retired)
    return {
      page: pageOf(retired),
      bullet: why === undefined ? bullet : `${bullet} <!-- ${comment(why)} -->`,
      ...standing(
        store.assertions.all('retired').filter(({ target }) => target !== null && ids.has(target)),
        (said) => said.what === 'retired' && ids.has(said.of),
      ),
    }
  }
  const believed = factNamed(store, opinion)
  if (!isBelief(believed.kind) && believed.kind !== 'world')
    throw new MemoryError(
      'bad-argument',
      `--for takes an opinion or a world fact, ^${believed.id} is ${believed.kind === 'passage' ? 'a' : 'an'} ${believed.kind}`,
    )
  if (!bearsOn(store, retired.id, believed))
    throw new MemoryError(
      'bad-argument',
      `^${retired.id} neither moves nor ends ^${believed.id}: memory show ^${believed.id} lists what does`,
    )
  const bullet = renderAssertion({ what: 'rejected', fact: retired.id, opinion: believed.id, said: retired }, null)
  const ids = statementsOf(store, believed)
  return {
    page: pageOf(believed),
    bullet: why === undefined ? bullet : `${bullet} — ${oneLine(why)}`,
    ...standing(
      store.assertions
        .all('rejected')
        .filter(({ target, belief }) => target === retired.id && belief !== null && ids.has(belief)),
      (said) => said.what === 'rejected' && said.fact === retired.id && ids.has(said.opinion),
    ),
  }
}

/** The ids of all statements of a fact's belief: a belief is retired as one. */
const statementsOf = (store: Store, { id, kind }: Fact): ReadonlySet<FactId> =>
  new Set([id, ...((isBelief(kind) && store.opinionOf(id)?.members) || [])])

/** The pages where the index has this no already, and a test for lines that say it. The index knows old ids too. */
function standing(known: readonly PlacedAssertion[], isSame: No['isSaid']): Pick<No, 'others' | 'isSaid'> {
  const keys = new Set(known.map(({ assertion }) => sameEdit(assertion)))
  return {
    others: [...new Set(known.map(({ page }) => page))],
    isSaid: (assertion) => isSame(assertion) || keys.has(sameEdit(assertion)),
  }
}

/** Whether a fact is evidence for an opinion or ends a world fact, or was rejected as either before. */
function bearsOn(store: Store, fact: FactId, { id, kind }: Fact): boolean {
  const isNo = ({ assertion }: PlacedAssertion): boolean =>
    assertion.what === 'rejected' && assertion.fact === fact && assertion.opinion === id
  const ends = kind === 'world' && store.endings.of(id)?.by === fact
  // A statement of the opinion and a person's own setting of it cannot be rejected as evidence.
  const moves =
    isBelief(kind) &&
    store
      .opinionOf(id)
      ?.evidence.some((each) => each.fact === fact && !['states', 'anchors', 'pins'].includes(each.effect)) === true
  return ends || moves || store.assertions.all('rejected').some(isNo)
}

/** The line of a page that says this no already. */
export function lineThatSays(path: string, text: string, { isSaid }: No): string | undefined {
  const found = assertionsIn(path, text).find(({ assertion }) => isSaid(assertion))
  return found && splitPage(text).lines[found.line - 1]
}

/** A page with one more bullet under `## Curated`. */
export function withBullet(text: string, bullet: string): string {
  const page = splitPage(text)
  const cut = page.block ? page.block.end + 1 : 0
  const eol = text.includes('\r\n') ? '\r' : ''
  return [...page.raw.slice(0, cut), ...withCurated(page.raw.slice(cut), [bullet], eol)].join('\n')
}

export const givesReason = (line: string, why: string): boolean =>
  line.includes(oneLine(why)) || line.includes(comment(why))

function factNamed(store: Store, reference: string): Fact {
  const id = idMeant(reference)
  const found = isFactId(id) ? store.factsById([id]) : []
  const fact = found.find(({ kind }) => kind !== 'passage')
  const [passage] = found
  if (!fact && passage)
    throw new MemoryError(
      'bad-argument',
      `^${id} is a passage, of which no page has a line: change it at ${passage.source.path}#L${passage.source.first}, or memory forget ^${id}`,
    )
  if (!fact) throw new MemoryError('not-found', `no fact is called ${reference}: give its id, as in ^k3f9a2c1x7`)
  return fact
}

const pageOf = ({ kind }: Fact): string => pagePath(pagesOf(kind)[0]!)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const comment = (text: string): string => oneLine(text).replaceAll('-->', '--&gt;')
