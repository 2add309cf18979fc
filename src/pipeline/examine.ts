/** A line of a file that somebody should look at. */
export interface Finding {
  readonly path: string
  /** 1-based. */
  readonly line: number
  readonly text: string
}

/** Lines that a merge left for somebody to resolve: both ends, so that seven equal signs under a title are none. */
export function conflictMarkers(path: string, text: string): Finding[] {
  const lines = text.split(/\r?\n/)
  const ends = lines.some((line) => /^>{7}(?: |$)/.test(line))
  if (!ends) return []
  return lines.flatMap((line, at) => (/^<{7}(?: |$)/.test(line) ? [{ path, line: at + 1, text: line }] : []))
}

/** Paths that a file system which folds case or Unicode forms would take for one. */
export function collidingPaths(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const folded = path.normalize('NFC').toLowerCase()
    groups.set(folded, [...(groups.get(folded) ?? []), path])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
