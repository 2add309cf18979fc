/**
 * The structure of a note, as far as memory cares: text as written (inline
 * Markdown on one line), lines 1-based and counted from the top of the file.
 */
export type Block = Heading | Leaf | Item | Quote

interface Lines {
  readonly first: number
  readonly last: number
}
export interface Heading extends Lines {
  readonly kind: 'heading'
  readonly depth: number
  readonly text: string
  /** Whether a line of dashes below makes it a heading: its writer may have meant a rule between two entries. */
  readonly ruled: boolean
}
export interface Leaf extends Lines {
  readonly kind: 'paragraph' | 'code' | 'row'
  readonly text: string
}
export interface Item extends Lines {
  readonly kind: 'item'
  readonly children: readonly Block[]
}
export interface Quote extends Lines {
  readonly kind: 'quote'
  readonly children: readonly Block[]
}
