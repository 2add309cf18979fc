/** Columns of a terminal that a character takes. */
export const widthOf = (character: string): number =>
  /\p{M}|\p{Cf}/u.test(character)
    ? 0
    : /\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|\p{Emoji_Presentation}|[\uff01-\uff60]/u.test(character)
      ? 2
      : 1

/**
 * A line cut to so many columns at most, at a blank where there is one, with `…` behind it. A line that fits stays
 * whole.
 */
export function beginningOf(line: string, most: number): string {
  let [standing, columns] = ['', 0]
  for (const character of line) {
    columns += widthOf(character)
    if (columns > most) {
      const blank = standing.lastIndexOf(' ')
      return `${(blank > 0 ? standing.slice(0, blank) : [...standing].slice(0, -1).join('')).replace(/[\s,;:.–—-]+$/u, '')}…`
    }
    standing += character
  }
  return line
}
