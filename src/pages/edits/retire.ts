import { MemoryError } from '../../model/error.js'
import type { PlacedAssertion } from '../../model/assertion.js'
import { isFactId, type Fact, type FactId } from '../../model/fact.js'
import { splitPage } from '../../model/page.js'
import { pagePath, pagesOf } from '../../render/pages.js'
import { renderAssertion } from '../../render/render-assertion.js'
import type { Store } from '../../store/store.js'
import { withCurated } from './curated.js'
import { isBelief } from '../../model/kind.js'

/** A person's no: to a fact, or to a fact as evidence for one opinion. */
export interface Retirement {
  /** With or without `^`. */
  readonly fact: string
  /** The opinion that the fact says nothing of, or the world fact that it does not end; the fact itself is retired where this is left out. */
  readonly for?: string | undefined
  readonly why?: string | undefined
}

/**
 * The bullet that says it, and the page that it belongs under `## Curated` of.
 *
 * @throws MemoryError not-found | bad-argument
 */
export function retirement(store: Store, { fact, for: opinion, why }: Retirement): { page: string; bullet: string } {
  const retired = factNamed(store, fact)
  if (opinion === undefined) {
    const bullet = renderAssertion({ what: 'retired', of: retired.id, said: retired, was: null, cites: null }, null)
    return { page: pageOf(retired), bullet: why === undefined ? bullet : `${bullet} <!-- ${comment(why)} -->` }
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
  return { page: pageOf(believed), bullet: why === undefined ? bullet : `${bullet} — ${oneLine(why)}` }
}

/** Whether a fact is evidence for an opinion, or ends a world fact, or was said to do neither already. */
function bearsOn(store: Store, fact: FactId, { id, kind }: Fact): boolean {
  const isNo = ({ assertion }: PlacedAssertion): boolean =>
    assertion.what === 'rejected' && assertion.fact === fact && assertion.opinion === id
  const ends = kind === 'world' && store.endings.of(id)?.by === fact
  const moves = isBelief(kind) && store.opinionOf(id)?.evidence.some((each) => each.fact === fact) === true
  return ends || moves || store.assertions.all('rejected').some(isNo)
}

/** A page with one more bullet under `## Curated`; as it was where it says so already, be it with a reason that was not given now. */
export function withBullet(text: string, bullet: string): string {
  const page = splitPage(text)
  if (page.lines.some((line) => line === bullet || reasons.some((why) => line.startsWith(`${bullet}${why}`))))
    return text
  const cut = page.block ? page.block.end + 1 : 0
  const eol = text.includes('\r\n') ? '\r' : ''
  return [...page.raw.slice(0, cut), ...withCurated(page.raw.slice(cut), [bullet], eol)].join('\n')
}

/** What a reason begins with, behind each of the two. */
const reasons = [' <!-- ', ' — '] as const

function factNamed(store: Store, reference: string): Fact {
  const id = reference.trim().replace(/^\^/, '').toLowerCase()
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
