/** What a template is given. Lines come ready made: a template owns headings and layout, never a bullet. */
export interface PageModel {
  /** The page's title, or the entity's name. */
  readonly title: string
  readonly groups: readonly { readonly title: string; readonly lines: readonly string[] }[]
  /** Years whose facts no longer fit, each with a link to where they begin. */
  readonly older: readonly { readonly year: string; readonly link: string }[]
}

/** A template, ready to be filled: a model in, a whole page out. */
export type Layout = (model: PageModel) => string
