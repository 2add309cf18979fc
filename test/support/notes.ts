/** A note with a Retain section; its first bullet stands on line 2. */
export const retain = (...bullets: readonly string[]): string =>
  `## Retain\n${bullets.map((bullet) => `- ${bullet}\n`).join('')}`

/** `day(3)` is `memory/2025-11-03.md`. */
export const day = (number: number): string => `memory/2025-11-${String(number).padStart(2, '0')}.md`
