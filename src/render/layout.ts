/** What a template is given. Lines come ready made: a template owns headings and layout, never a bullet. */
export interface PageModel {
  /** The page's title, or the entity's name. */
  readonly title: string
  readonly groups: readonly PageGroup[]
  /** What narrative says of an entity, and a line of links to where more stands; empty where it says nothing. */
  readonly mentioned: { readonly lines: readonly string[]; readonly more: string }
  /** A line of links to the entities that have most to do with a page's; empty where there are none. */
  readonly related: string
  /** Lines that name beliefs of an entity that stand against each other; empty where none do. */
  readonly opposed: string
  /** Where a page cannot hold all its facts: their years, newest first, each with a link to where it begins. */
  readonly older: readonly { readonly year: string; readonly link: string }[]
}

export interface PageGroup {
  readonly title: string
  /** Not read by most: what has been replaced. */
  readonly folded: boolean
  readonly lines: readonly string[]
}

export const nothingMentioned: PageModel['mentioned'] = { lines: [], more: '' }

/** A template, ready to be filled: a model in, a whole page out. */
export type Layout = (model: PageModel) => string
