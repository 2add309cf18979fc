/**
 * Where a merge left something for somebody to resolve: the 1-based lines of
 * `<<<<<<<`, in a text that holds `>>>>>>>` too, so that seven equal signs under
 * a title are none.
 */
export function conflictsIn(text: string): number[] {
  const lines = text.split(/\r?\n/)
  if (!lines.some((line) => /^>{7}(?: |$)/.test(line))) return []
  return lines.flatMap((line, at) => (/^<{7}(?: |$)/.test(line) ? [at + 1] : []))
}
