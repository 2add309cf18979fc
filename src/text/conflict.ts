/**
 * The 1-based lines of `<<<<<<<` where a merge left a conflict to resolve; none in a text without `>>>>>>>`. Seven
 * equal signs are not looked for, since they may underline a title.
 */
export function conflictsIn(text: string): number[] {
  const lines = text.split(/\r?\n/)
  if (!lines.some((line) => /^>{7}(?: |$)/.test(line))) return []
  return lines.flatMap((line, at) => (/^<{7}(?: |$)/.test(line) ? [at + 1] : []))
}

/** The 1-based lines where a whole conflict begins: `<<<<<<<`, then `=======`, then `>>>>>>>`, each at the margin. */
export function wholeConflictsIn(text: string): number[] {
  if (!text.includes('<<<<<<<')) return []
  const found: number[] = []
  let [begun, parted] = [0, false]
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^<{7}(?: |$)/.test(line)) [begun, parted] = [at + 1, false]
    else if (begun > 0 && line === '=======') parted = true
    else if (parted && /^>{7}(?: |$)/.test(line)) {
      found.push(begun)
      begun = 0
      parted = false
    }
  }
  return found
}
