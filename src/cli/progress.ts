/** Milliseconds: shorter work shows no progress. */
const patience = 1000

/** Shows `Indexing 1200/3650` on a terminal, for work that takes longer than a second. */
export function progressOn(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
): (what: string, done: number, total: number) => void {
  let start = 0
  let last = 0
  return (what, done, total) => {
    if (!stream.isTTY) return
    const now = performance.now()
    if (done <= 1) start = now
    if (now - start < patience || (now - last < 100 && done < total)) return
    last = now
    stream.write(done < total ? `\r${what} ${done}/${total}\u001b[K` : '\r\u001b[K')
  }
}
