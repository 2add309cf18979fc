/** What became of a file: `moved` where somebody wrote to it since it was read, and it is left alone. */
export type ReplacedPage = 'written' | 'same' | 'moved'

/** The files of `bank/` in the working tree. */
export interface PageFiles {
  /** Undefined where there is no file, null where its bytes are no text: such a file is never rewritten. */
  readonly read: (path: string) => string | null | undefined
  /** Nothing is written where the file no longer holds `was`, which is what was read there. */
  readonly write: (path: string, text: string, was: string | undefined) => ReplacedPage
  readonly remove: (path: string, was: string | undefined) => ReplacedPage
  /** The OID that Git would give a file of this text, in the hash that `like` is of. */
  readonly oidOf: (text: string, like: string) => string
  /** Paths of the entity pages that stand in the working tree. */
  readonly entityPages: () => string[]
}

/** Where a page stands, and what it is called. */
export interface PagePlace {
  readonly path: string
  readonly title: string
}

/** Files among which these stand too, where there are none yet. */
export const withBegun = (files: PageFiles, begun: ReadonlyMap<string, string>): PageFiles => ({
  ...files,
  read(path) {
    const standing = files.read(path)
    return standing === undefined ? begun.get(path) : standing
  },
  entityPages: () => [...new Set([...files.entityPages(), ...begun.keys()])],
})
