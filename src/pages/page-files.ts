/** The outcome of a write. `moved`: somebody wrote to the file since it was read, so it is left alone. */
export type ReplacedPage = 'written' | 'same' | 'moved'

/** The files of `bank/` in the working tree. */
export interface PageFiles {
  /** The text of a file; undefined where there is none. Null where its bytes are no text: it is never rewritten. */
  readonly read: (path: string) => string | null | undefined
  /** Writes only where the file still holds `was`, the text that was read there. */
  readonly write: (path: string, text: string, was: string | undefined) => ReplacedPage
  readonly remove: (path: string, was: string | undefined) => ReplacedPage
  /** The OID that Git gives a file of this text, in the hash function of the OID `like`. */
  readonly oidOf: (text: string, like: string) => string
  /** Paths of the entity pages that stand in the working tree. */
  readonly entityPages: () => string[]
}

export interface PagePlace {
  readonly path: string
  readonly title: string
}

/** The files, and also each of `begun` (path → text) that does not exist yet. */
export const withBegun = (files: PageFiles, begun: ReadonlyMap<string, string>): PageFiles => ({
  ...files,
  read(path) {
    const standing = files.read(path)
    return standing === undefined ? begun.get(path) : standing
  },
  entityPages: () => [...new Set([...files.entityPages(), ...begun.keys()])],
})
