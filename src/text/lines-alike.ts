/** The most pairs of lines that are compared; beyond that no line is matched. */
const mostPairs = 250_000

/**
 * Which new line came of which old one, by index. Lines that share the most words are matched first, each once; they
 * have to share a third of their words at least.
 *
 *     ['- tea', '- Lives in Graz']   ['- Lives in Linz']   →   1 → 0
 */
export function linesAlike(gone: readonly string[], come: readonly string[]): Map<number, number> {
  const found = new Map<number, number>()
  if (gone.length * come.length > mostPairs) return found
  const [left, right] = [gone, come].map((lines) => lines.map(wordsOf)) as [
    ReadonlySet<string>[],
    ReadonlySet<string>[],
  ]
  const pairs = left.flatMap((words, from) =>
    right.map((theirs, to) => {
      const common = [...words].filter((word) => theirs.has(word)).length
      return { from, to, share: common / Math.max(1, words.size, theirs.size) }
    }),
  )
  const taken = new Set<number>()
  for (const { from, to, share } of pairs.toSorted((a, b) => b.share - a.share)) {
    if (share < 1 / 3) break
    if (found.has(from) || taken.has(to)) continue
    found.set(from, to)
    taken.add(to)
  }
  return found
}

const wordsOf = (line: string): ReadonlySet<string> => new Set(line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
