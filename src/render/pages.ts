import { compare } from '../text/compare.js'
import type { EntityKey } from '../model/entity.js'
import { entityKey } from '../model/entity.js'
import type { Fact } from '../model/fact.js'
import { retainKinds, type Kind } from '../model/kind.js'

interface Grouping {
  readonly title: (fact: Fact, names: PageNames) => string
  /** How the groups are sorted by title; a list gives the order itself. */
  readonly order: 'ascending' | 'descending' | readonly string[]
}

export interface PageNames {
  readonly canonical: (key: EntityKey) => EntityKey
  readonly nameOf: (canonical: EntityKey) => string
}

/** The groups without a name or day, which sort behind the others. */
const noEntity = 'No one in particular'
const noDay = 'Undated'
/** Facts that are over or replaced, folded away at the end of every page. */
export const supersededTitle = 'No longer'
/** Facts drafted by rules or an agent that nobody has kept yet. */
export const suggestedTitle = 'Suggested'
/** Facts held back because of their origin. No entity's name reads like this. */
export const heldTitle = 'Held until kept'
/** The best supported facts of an entity, at the top of its page. */
export const leadTitle = 'In short'
/** World facts and experiences, by the day on which they were noted. */
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
  /** Whether the page begins with a few lines that say the most about its entity. */
  readonly lead?: boolean
}

/** The pages: one for each kind of fact, and `entity`, the form of every entity's page. */
export const pages = {
  world: { template: 'world.md', title: 'World', kinds: ['world'], grouping: byEntity },
  experience: { template: 'experience.md', title: 'Experience', kinds: ['experience'], grouping: byMonth },
  opinions: { template: 'opinions.md', title: 'Opinions', kinds: ['opinion'], grouping: byEntity },
  observations: { template: 'observations.md', title: 'Observations', kinds: ['observation'], grouping: byEntity },
  entity: { template: 'entity.md', title: '', kinds: retainKinds, grouping: bySection, lead: true },
} as const satisfies Record<string, PageSpec>

export type PageName = keyof typeof pages

/** The most lines of facts and headings: people still read a page of 200 lines. The logs of the rest are linked. */
export const mostLines = 184

export const kindPages = (Object.keys(pages) as PageName[]).filter((name) => name !== 'entity')

/** The pages of kinds that show facts of this kind. */
export const pagesOf = (kind: Kind): readonly PageName[] =>
  kindPages.filter((name) => (pages[name].kinds as readonly Kind[]).includes(kind))

/** The path of a page of a kind: `bank/world.md`. */
export const pagePath = (name: PageName): string => `bank/${name}.md`

/** The groups behind all others, in this order. */
const behindNames: readonly (readonly string[])[] = [
  [noEntity, noDay],
  [suggestedTitle],
  [heldTitle],
  [supersededTitle],
]

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
