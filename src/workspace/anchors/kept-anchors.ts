import { createHash } from 'node:crypto'
import { readRegular } from '../../files/files.js'
import { dropOwn, keepOwn } from '../../files/own-folder.js'
import type { AnchorHeld } from '../../model/anchor.js'
import { packageVersion, parserVersion } from '../../model/version.js'
import type { Session } from '../session/session.js'
import type { BroughtIn } from './brought-lines.js'

/** Who brought a bullet, and the commit at which somebody looked. */
export interface KeptRow extends BroughtIn {
  readonly seen: string
}

/** What was looked at of anchors. */
export interface KeptAnchors {
  readonly commit: string
  /** What ends the history that this clone holds. */
  readonly shallow: string
  /** By what a bullet's lines are. */
  readonly rows: Map<string, KeptRow>
  /** Of the one commit. */
  readonly held: Map<string, readonly AnchorHeld[]>
}

/**
 * What nobody wants to look up twice, beside the index. Lost or damaged it is looked up again:
 *
 *     .git/workspace-memory/anchors    <SHA-256 of the rest>
 *                                      {"by":"0.1.0 34","commit":"8c2f…","shallow":"","rows":{"Wq3…":["9d11…","2025-11-30","8c2f…"]},"held":{"told k3f9a2c1x7 memory/2025-11-27.md#L4 ":[{"at":"src/x.ts","state":"fresh"}]}}
 */
const keptName = 'anchors'
const mostBytes = 16_000_000
/** More than these are not kept. */
const mostRows = 20_000

const read = new WeakMap<Session, KeptAnchors>()

const shallowOf = ({ repository }: Session): string => [...repository.shallow()].toSorted().join(' ')

export function anchorsKept(session: Session, commit: string): KeptAnchors {
  const shallow = shallowOf(session)
  const last = read.get(session)
  const isOf = (kept: KeptAnchors): boolean => kept.shallow === shallow && kept.commit === commit
  if (last && isOf(last)) return last
  const stored = fromDisk(session) ?? last
  const kept = stored && isOf(stored) ? stored : { commit, shallow, rows: stored?.rows ?? new Map(), held: new Map() }
  read.set(session, kept)
  return kept
}

const digestOf = (rest: string): string => createHash('sha256').update(rest).digest('hex')
const by = `${packageVersion} ${parserVersion}`

export function keepAnchors(session: Session, { commit, shallow, rows, held }: KeptAnchors): void {
  // Memory as of another commit is asked now and then, and would take the place of HEAD's.
  if (commit !== session.repository.head()?.commit) return
  if (rows.size > mostRows) for (const [key, { seen }] of rows) if (seen !== commit) rows.delete(key)
  if (rows.size > mostRows || held.size > mostRows) return
  const written = Object.fromEntries([...rows].map(([key, row]) => [key, [row.commit, row.day, row.seen]]))
  const rest = JSON.stringify({ by, commit, shallow, rows: written, held: Object.fromEntries(held) })
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
      held: Record<string, AnchorHeld[]>
    }
    if (kept.by !== by) return undefined
    return {
      commit: kept.commit,
      shallow: kept.shallow,
      rows: new Map(Object.entries(kept.rows).map(([key, [commit, day, seen]]) => [key, { commit, day, seen }])),
      held: new Map(Object.entries(kept.held)),
    }
  } catch {
    return undefined // it is no file, or cannot be read
  }
}
