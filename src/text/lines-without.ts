/** The lines less the others, counted: of a line twice here and once among the others one is left. */
export const linesWithout = (lines: readonly string[], others: readonly string[]): string[] =>
  itemsWithout(lines, others, (line) => line)

/** The same for items, compared by their text. */
export function itemsWithout<T>(items: readonly T[], others: readonly T[], textOf: (item: T) => string): T[] {
  const left = new Map<string, number>()
  for (const item of others) left.set(textOf(item), (left.get(textOf(item)) ?? 0) + 1)
  return items.filter((item) => {
    const more = left.get(textOf(item)) ?? 0
    if (more > 0) left.set(textOf(item), more - 1)
    return more === 0
  })
}
