/**
 * The places that citations on a page lead to; on `bank/world.md`:
 *
 *     ` · [2025-11-27](../memory/2025-11-27.md?plain=1#L4)` → `memory/2025-11-27.md#L4`
 */
export function citesIn(tail: string, page: string): string[] {
  const folder = page.split('/').slice(0, -1)
  return [...tail.matchAll(/\]\(([^()\s]+?)(?:\?plain=1)?(#L\d+(?:-L\d+)?)\)/g)].map(([, target, lines]) => {
    const parts = [...folder]
    for (const part of target!.split('/')) {
      if (part === '..') parts.pop()
      else parts.push(part)
    }
    return decodeCitation(parts.join('/')) + lines!
  })
}

/** A link's path, percent-decoded; unchanged where its encoding is broken. */
export function decodeCitation(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a person may have written it
  }
}
