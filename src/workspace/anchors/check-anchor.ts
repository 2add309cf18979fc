import { distance } from 'fastest-levenshtein'
import { declarationOf } from '../../code/declaration.js'
import type { Repository } from '../../git/repository.js'
import { anchorOf } from '../../model/anchor.js'
import { compare } from '../../text/compare.js'

/** Suggestions in one message, at most. */
const mostNear = 3

/** The most names that are looked up in the file: each takes a search of all of it. */
const mostTried = 100

/**
 * The message about a wrong `at=`: HEAD lacks the path, or the file declares no such symbol. It suggests names that are
 * spelt alike. Undefined where nothing is wrong.
 *
 * @param head undefined before the first commit
 */
export function wrongAnchor(repository: Repository, head: string | undefined, at: string): string | undefined {
  const { path, symbol } = anchorOf(at)!
  const entry = head === undefined ? undefined : repository.entriesAt([[head, path]])[0]
  if (entry === undefined)
    return `at: HEAD has no ${path}${orNear(nearPaths(head === undefined ? [] : repository.allPaths(head), path))}`
  if (symbol === null) return undefined
  const text = entry.type === 'blob' ? repository.blobs([entry.oid]).get(entry.oid)?.toString('utf8') : undefined
  if (text === undefined) return entry.type === 'blob' ? undefined : `at: ${path} is no file, and declares nothing`
  if (declarationOf(path, text, symbol) !== undefined) return undefined
  return `at: ${path} declares no ${symbol}${orNear(nearSymbols(path, text, symbol))}`
}

const orNear = (near: readonly string[]): string => (near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`)

/** Paths near to a path: first those of the same file name, then of the same without its ending, then any spelt alike. */
export function nearPaths(paths: readonly string[], path: string): string[] {
  const nameOf = (each: string): string => each.slice(each.lastIndexOf('/') + 1).toLowerCase()
  const name = nameOf(path)
  const stem = name.replace(/\.[^.]*$/, '')
  const far = Math.max(2, Math.floor(path.length / 4))
  const scored = paths.flatMap((each) => {
    const own = nameOf(each)
    const apart = distance(each.toLowerCase(), path.toLowerCase())
    if (own === name) return [{ each, far: 0, apart }]
    if (own.replace(/\.[^.]*$/, '') === stem) return [{ each, far: 1, apart }]
    return apart <= far ? [{ each, far: 2, apart }] : []
  })
  return scored
    .toSorted((a, b) => a.far - b.far || a.apart - b.apart || compare(a.each, b.each))
    .slice(0, mostNear)
    .map(({ each }) => each)
}

/** Names that the file declares and that are spelt like a symbol, or hold it. */
export function nearSymbols(path: string, text: string, symbol: string): string[] {
  const last = symbol.split(/\.|::|\//).findLast((part) => part !== '')
  if (last === undefined) return []
  const names = [...new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))]
  const alike = names
    .map((name) => ({ name, apart: distance(name.toLowerCase(), last.toLowerCase()) }))
    .filter(({ name, apart }) => apart <= Math.max(1, Math.floor(last.length / 3)) || name.includes(last))
    .toSorted((a, b) => a.apart - b.apart || compare(a.name, b.name))
  const near: string[] = []
  for (const { name } of alike.slice(0, mostTried)) {
    if (declarationOf(path, text, name) !== undefined) near.push(name)
    if (near.length === mostNear) break
  }
  return near
}
