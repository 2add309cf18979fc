import type { PagePlace } from './page-files.js'
import { compare } from '../text/compare.js'
import { isUnkept } from '../model/fact.js'
import { entityKey, type EntityKey } from '../model/entity.js'
import { linkLabel, linkTarget } from '../render/escape.js'
import { seal } from '../model/page.js'
import type { Arranged } from './arrange-page.js'

const mostRelated = 8
/** One fact about both may be chance; and each such fact would change this line of two pages. */
const fewestShared = 2

/** Links, by name, to the entities that share most facts with this page. Each entity mentioned on a page has a page. */
export function relatedTo(
  key: EntityKey,
  groups: Arranged['groups'],
  canonical: (key: EntityKey) => EntityKey,
  named: (key: EntityKey) => PagePlace,
): string {
  const shared = new Map<EntityKey, number>()
  for (const { fact } of groups.flatMap(({ facts }) => facts).filter((shown) => !isUnkept(shown.fact)))
    for (const other of new Set(fact.mentions.map((name) => canonical(entityKey(name)))))
      if (other !== key) shared.set(other, (shared.get(other) ?? 0) + 1)
  const links = [...shared]
    .filter(([, count]) => count >= fewestShared)
    .toSorted(([a, left], [b, right]) => right - left || compare(a, b))
    .slice(0, mostRelated)
    .toSorted(([a], [b]) => compare(a, b))
    .map(([other]) => {
      const { path, title } = named(other)
      return `[${linkLabel(title)}](${linkTarget(path.slice(path.lastIndexOf('/') + 1))})`
    })
  return links.length === 0 ? '' : seal(`Related: ${links.join(' · ')}`)
}
