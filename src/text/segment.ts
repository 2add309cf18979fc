const noNames: ReadonlySet<string> = new Set()

/**
 * The words in a run of letters of a script without blanks: known words, the longest first. Unknown letters stand one
 * by one; small Latin letters and digits stay together.
 */
export function segment(run: string, isKnown: (word: string) => boolean, names = noNames): string[] {
  const out: string[] = []
  const letters = [...run]
  for (let at = 0; at < letters.length;) {
    const size = latinAt(letters, at) || knownAt(letters, at, (word) => isKnown(word) || names.has(word))
    out.push(letters.slice(at, at + size).join(''))
    at += size
  }
  return out
}

function latinAt(letters: readonly string[], start: number): number {
  let end = start
  while (end < letters.length && /[a-z0-9.,:]/.test(letters[end]!)) end++
  return end - start
}

function knownAt(letters: readonly string[], at: number, isKnown: (word: string) => boolean): number {
  for (let size = Math.min(6, letters.length - at); size > 1; size--)
    if (isKnown(letters.slice(at, at + size).join(''))) return size
  return 1
}
