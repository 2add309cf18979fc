import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { conflictsIn } from '../text/conflict.js'
import type { Source } from '../model/fact.js'
import { conflictCopyOf } from '../model/note.js'
import { rebuild } from '../pipeline/sync.js'
import { engineInWords } from '../sqlite/engine.js'
import { emptyInMemory, openStore, type Store } from '../store/store.js'
import { temporaryName, walk } from '../files/files.js'
import { oldIndexFiles, type OldIndexFile } from './session/old-index.js'
import { readableNote, type Session } from './session/session.js'

/** A line of a file that somebody should look at; 1-based. */
export type Finding = Readonly<{ path: string; line: number }>

/** Faults of a workspace that only a person or a rebuild can mend. */
export interface Examined {
  /** Where a merge left conflict markers, as the files stand in the working tree. */
  readonly conflicts: readonly Finding[]
  /** Typed bullets that stand in one log a second time. */
  readonly repeated: readonly Source[]
  /** Paths that a file system without case or with other Unicode forms cannot hold side by side. */
  readonly colliding: readonly (readonly string[])[]
  /** Copies of notes and pages that a program which syncs folders left, each with its original. */
  readonly copies: readonly { readonly path: string; readonly of: string }[]
  /** Files where the index stood once, which nothing reads. */
  readonly oldIndex: readonly OldIndexFile[]
  /** Whether the index differs from one built anew from HEAD. */
  readonly indexDiffers: boolean
  /** Why the index cannot be written: `the disk is full`; null where it can. */
  readonly hindrance: string | null
  /** The engine that opens the index: `node:sqlite, SQLite 3.53.4`. */
  readonly sqlite: string
}

export async function examine(session: Session, store: Store, tree: string | null): Promise<Examined> {
  const { root, repository } = session
  const inHead = (tree === null ? [] : repository.files(tree)).map(({ path }) => path)
  const standing = [...walk(root, 'memory'), ...walk(root, 'bank')]
  const read = (path: string): string => readableNote(root, path)?.toString('utf8') ?? ''
  return {
    conflicts: [...new Set([...inHead, ...standing])]
      .toSorted()
      .flatMap((path) => conflictsIn(read(path)).map((line) => ({ path, line }))),
    repeated: store.repeated(),
    colliding: collidingPaths(inHead),
    copies: copiesAmong([...inHead, ...standing, ...readdirSync(root).filter((name) => coreNames.test(name))]),
    oldIndex: oldIndexFiles(repository),
    indexDiffers: (await store.read(() => store.digest())) !== (await freshDigest(session, store)),
    hindrance: session.hindrance ?? null,
    sqlite: engineInWords(),
  }
}

/** The digest of an index built from nothing: on the disk beside the one in use, or in memory where that one is. */
async function freshDigest(session: Session, { isOnDisk }: Store): Promise<string> {
  const folder = join(session.repository.ownFolder, temporaryName('examine'))
  try {
    const fresh = isOnDisk ? openStore(folder) : emptyInMemory(folder)
    try {
      await rebuild(session.syncContext(fresh, 'Comparing'))
      return fresh.digest()
    } finally {
      fresh.close()
    }
  } finally {
    if (isOnDisk) rmSync(folder, { recursive: true, force: true })
  }
}

/** Names of the files that an agent always knows, and of their copies. */
const coreNames = /^(?:MEMORY|SOUL|USER|IDENTITY)[ .]/i

/** Conflict copies among paths. `Cyprus (conflict).md` without `Cyprus.md` is somebody's own note. */
function copiesAmong(paths: readonly string[]): Examined['copies'] {
  const all = new Set(paths)
  return [...all].toSorted().flatMap((path) => {
    const of = /\.md$/i.test(path) ? conflictCopyOf(path) : undefined
    const isOne = of !== undefined && (all.has(of) || /sync-conflict|conflicted copy/i.test(path))
    return isOne ? [{ path, of }] : []
  })
}

/** Groups of paths that a file system would take for one, if it folds case or Unicode forms. */
function collidingPaths(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const folded = path.normalize('NFC').toLowerCase()
    groups.set(folded, [...(groups.get(folded) ?? []), path])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
