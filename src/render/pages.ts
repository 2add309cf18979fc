import { compare } from '../text/compare.js'
import type { EntityKey } from '../model/entity.js'
import { entityKey } from '../model/entity.js'
import type { Fact } from '../model/fact.js'
import { retainKinds, type Kind } from '../model/kind.js'

/** How a page is cut into groups: the heading that a fact stands under. */
interface Grouping {
  readonly title: (fact: Fact, names: PageNames) => string
  /** Groups stand in this order of titles. */
  readonly order: 'ascending' | 'descending' | readonly string[]
}

export interface PageNames {
  readonly canonical: (key: EntityKey) => EntityKey
  readonly nameOf: (canonical: EntityKey) => string
}

/** What sorts behind every name. */
const noEntity = 'No one in particular'
const noDay = 'Undated'
/** What another fact has taken the place of, folded away at the end of every page. */
export const supersededTitle = 'No longer'
/** What rules or an agent drafted, and nobody has kept yet. */
export const suggestedTitle = 'Suggested'
/** What is held for what it came by; no name is called so. */
export const heldTitle = 'Held until kept'
/** The facts of an entity that are best supported, at the top of its page. */
export const leadTitle = 'In short'
/** What happened and what came to be so, in the order of the days on which it was noted. */
const timelineTitle = 'Timeline'

const byEntity: Grouping = {
  title: (fact, names) =>
    fact.mentions[0] === undefined ? noEntity : names.nameOf(names.canonical(entityKey(fact.mentions[0]))),
  order: 'ascending',
}
const byMonth: Grouping = { title: (fact) => fact.day?.slice(0, 7) ?? noDay, order: 'descending' }
const sections: Record<Kind, string> = {
  opinion: 'Beliefs',
  world: timelineTitle,
  experience: timelineTitle,
  observation: 'Observations',
  passage: 'Passages',
}
const bySection: Grouping = {
  title: (fact) => sections[fact.kind],
  order: [leadTitle, ...new Set(Object.values(sections))],
}

export interface PageSpec {
  readonly template: string
  readonly title: string
  readonly kinds: readonly Kind[]
  readonly grouping: Grouping
  /** Whether it begins with a few lines that say the most of what it is about. */
  readonly lead?: boolean
}

/** One row per page that is made of a kind of fact; `entity` is the page that each entity gets. */
export const pages = {
  world: { template: 'world.md', title: 'World', kinds: ['world'], grouping: byEntity },
  experience: { template: 'experience.md', title: 'Experience', kinds: ['experience'], grouping: byMonth },
  opinions: { template: 'opinions.md', title: 'Opinions', kinds: ['opinion'], grouping: byEntity },
  observations: { template: 'observations.md', title: 'Observations', kinds: ['observation'], grouping: byEntity },
  entity: { template: 'entity.md', title: '', kinds: retainKinds, grouping: bySection, lead: true },
} as const satisfies Record<string, PageSpec>

export type PageName = keyof typeof pages

/** Of facts and their headings: a page of 200 lines is still read. The rest stays in the logs, linked. */
export const mostLines = 184

export const kindPages = (Object.keys(pages) as PageName[]).filter((name) => name !== 'entity')

/** The pages, but for entities', that show facts of a kind. */
export const pagesOf = (kind: Kind): readonly PageName[] =>
  kindPages.filter((name) => (pages[name].kinds as readonly Kind[]).includes(kind))

/** `bank/world.md` for a page of a kind. */
export const pagePath = (name: PageName): string => `bank/${name}.md`

/** What stands behind every other group, in this order. */
const behindNames: readonly (readonly string[])[] = [
  [noEntity, noDay],
  [suggestedTitle],
  [heldTitle],
  [supersededTitle],
]

/** Groups in the order of the page. */
export function sortTitles(titles: readonly string[], { order }: Grouping): string[] {
  const last = (title: string): number => behindNames.findIndex((group) => group.includes(title))
  if (typeof order !== 'string')
    return titles.toSorted((a, b) => last(a) - last(b) || order.indexOf(a) - order.indexOf(b))
  const direction = order === 'descending' ? -1 : 1
  const keys = new Map(titles.map((title) => [title, entityKey(title)]))
  return titles.toSorted(
    (a, b) =>
      last(a) - last(b) ||
      // By key, then by spelling, in code point order: no locale.
      direction * (compare(keys.get(a)!, keys.get(b)!) || compare(a, b)),
  )
}
