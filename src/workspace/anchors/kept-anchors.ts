import { createHash } from 'node:crypto'
import { readRegular } from '../../files/files.js'
import { dropOwn, keepOwn } from '../../files/own-folder.js'
import type { AnchorHeld } from '../../model/anchor.js'
import { packageVersion, parserVersion } from '../../model/version.js'
import type { Session } from '../session/session.js'
import type { BroughtIn } from './brought-lines.js'

/** The commit that brought a bullet, and the commit at which that was looked up. */
export interface KeptRow extends BroughtIn {
  readonly seen: string
}

/** Cached lookups of anchors. */
export interface KeptAnchors {
  readonly commit: string
  /** The commits at which the history of a shallow clone ends; empty for a whole one. */
  readonly shallow: string
  /** By a digest of a bullet's path and lines. */
  readonly rows: Map<string, KeptRow>
  /** What was found at `commit`, by bullet. */
  readonly held: Map<string, KeptAnswer>
  /** Whether all of it is on disk. */
  isWritten: boolean
}

/** The states of one bullet's anchors, and the files that they rest on, by path from the top of the repository. */
export interface KeptAnswer {
  readonly paths: readonly string[]
  readonly anchors: readonly AnchorHeld[]
}

/**
 * The file beside the index that keeps what was looked up. Where it is lost or damaged, all is looked up again:
 *
 *     .git/workspace-memory/anchors    <SHA-256 of the rest>
 *                                      {"by":"0.1.0 34","commit":"8c2f…","shallow":"","rows":{"Wq3…":["9d11…","2025-11-30","8c2f…"]},"held":{"told k3f9a2c1x7 memory/2025-11-27.md#L4 ":[["memory/2025-11-27.md","src/x.ts"],[{"at":"src/x.ts","state":"fresh"}]]}}
 */
const keptName = 'anchors'
const mostBytes = 16_000_000
/** More rows or answers than these are not kept. */
const mostRows = 20_000

const read = new WeakMap<Session, KeptAnchors>()

const shallowOf = ({ repository }: Session): string => [...repository.shallow()].toSorted().join(' ')

export function anchorsKept(session: Session, commit: string): KeptAnchors {
  const shallow = shallowOf(session)
  const last = read.get(session)
  const isOf = (kept: KeptAnchors): boolean => kept.shallow === shallow && kept.commit === commit
  if (last && isOf(last)) return last
  const stored = last ?? fromDisk(session)
  if (stored && isOf(stored)) {
    read.set(session, stored)
    return stored
  }
  const carried = stored?.shallow === shallow ? carriedOver(session, stored, commit) : new Map<string, KeptAnswer>()
  const kept = { commit, shallow, rows: stored?.rows ?? new Map<string, KeptRow>(), held: carried, isWritten: false }
  read.set(session, kept)
  return kept
}

/** Where more commits lie between two lookups, all is looked up again. */
const mostOnTheWay = 200

/** The answers that hold at another commit too: no path that they rest on was changed on the way. */
function carriedOver({ repository }: Session, earlier: KeptAnchors, commit: string): Map<string, KeptAnswer> {
  const changed = earlier.held.size === 0 ? undefined : repository.changedOnTheWay(commit, earlier.commit, mostOnTheWay)
  if (changed === undefined) return new Map()
  const folders = new Set(
    [...changed].flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
  )
  const isSteady = (path: string): boolean => {
    // A file may have become a folder, and a folder a file.
    const above = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
    return ![path, ...above].some((each) => changed.has(each)) && !folders.has(path)
  }
  return new Map([...earlier.held].filter(([, { paths }]) => paths.every(isSteady)))
}

const digestOf = (rest: string): string => createHash('sha256').update(rest).digest('hex')
const by = `${packageVersion} ${parserVersion}`

export function keepAnchors(session: Session, kept: KeptAnchors): void {
  const { commit, shallow, rows, held } = kept
  kept.isWritten = true
  // HEAD's answers stay on disk when another commit is asked about.
  if (commit !== session.repository.head()?.commit) return
  if (rows.size > mostRows) for (const [key, { seen }] of rows) if (seen !== commit) rows.delete(key)
  if (rows.size > mostRows || held.size > mostRows) return
  const written = Object.fromEntries([...rows].map(([key, row]) => [key, [row.commit, row.day, row.seen]]))
  const rest = JSON.stringify({
    by,
    commit,
    shallow,
    rows: written,
    held: Object.fromEntries([...held].map(([key, { paths, anchors }]) => [key, [paths, anchors]])),
  })
  if (rest.length > mostBytes) dropOwn(session.repository.ownFolder, keptName)
  else keepOwn(session.repository.ownFolder, keptName, `${digestOf(rest)}\n${rest}`)
}

export function dropAnchors(session: Session): void {
  read.delete(session)
  dropOwn(session.repository.ownFolder, keptName)
}

function fromDisk({ repository }: Session): KeptAnchors | undefined {
  try {
    const text = readRegular(repository.ownFolder, keptName, mostBytes)?.toString('utf8') ?? ''
    const end = text.indexOf('\n')
    const rest = text.slice(end + 1)
    if (end < 0 || text.slice(0, end) !== digestOf(rest)) return undefined
    const kept = JSON.parse(rest) as {
      by: string
      commit: string
      shallow: string
      rows: Record<string, [string, string, string]>
      held: Record<string, [paths: string[], anchors: AnchorHeld[]]>
    }
    if (kept.by !== by) return undefined
    return {
      commit: kept.commit,
      shallow: kept.shallow,
      rows: new Map(Object.entries(kept.rows).map(([key, [commit, day, seen]]) => [key, { commit, day, seen }])),
      held: new Map(Object.entries(kept.held).map(([key, [paths, anchors]]) => [key, { paths, anchors }])),
      isWritten: true,
    }
  } catch {
    return undefined // it is no file, or cannot be read
  }
}
