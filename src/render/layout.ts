/** The data for a template. Lines come ready made: a template decides headings and layout, never a bullet. */
export interface PageModel {
  /** The page's title, or the entity's name. */
  readonly title: string
  readonly groups: readonly PageGroup[]
  /** Narrative about an entity, and a line of links to more of it; empty where there is none. */
  readonly mentioned: { readonly lines: readonly string[]; readonly more: string }
  /** A line of links to the entities most related to the page's; empty where there are none. */
  readonly related: string
  /** Lines that name beliefs of an entity that speak against each other; empty where there are none. */
  readonly opposed: string
  /** Where a page cannot hold all facts: the years of the notes, newest first, with links to their first notes. */
  readonly older: readonly { readonly year: string; readonly link: string }[]
}

export interface PageGroup {
  readonly title: string
  /** Whether the group is folded away: replaced facts, which few readers want. */
  readonly folded: boolean
  readonly lines: readonly string[]
}

export const nothingMentioned: PageModel['mentioned'] = { lines: [], more: '' }

/** A template ready to be filled: it turns a model into a whole page. */
export type Layout = (model: PageModel) => string
