import { conflictsIn } from './memory/conflict.js'
import type { Source } from './memory/fact.js'
import type { TreeFile } from './memory/note.js'

/** A line of a file that somebody should look at; 1-based. */
export type Finding = Readonly<{ path: string; line: number }>

/** What a workspace may suffer from that only a person can mend, or a rebuild. */
export interface Examined {
  /** Where a merge left conflict markers, as the files stand in the working tree. */
  readonly conflicts: readonly Finding[]
  /** Typed bullets that stand in one log a second time. */
  readonly repeated: readonly Source[]
  /** Paths that a file system without case or with other Unicode forms cannot hold side by side. */
  readonly colliding: readonly (readonly string[])[]
  readonly trackedIndex: readonly string[]
  /** Whether the index is another than one built anew from HEAD. */
  readonly indexDiffers: boolean
}

interface Given extends Pick<Examined, 'repeated' | 'indexDiffers'> {
  /** HEAD's files that could be ours. */
  readonly files: readonly TreeFile[]
  readonly inWorkingTree: readonly string[]
  /** Empty where there is no such file, or none that can be read. */
  readonly read: (path: string) => string
}

export function examinedOf({ files, inWorkingTree, read, repeated, indexDiffers }: Given): Examined {
  const inHead = files.map(({ path }) => path)
  return {
    conflicts: [...new Set([...inHead, ...inWorkingTree])]
      .toSorted()
      .flatMap((path) => conflictsIn(read(path)).map((line) => ({ path, line }))),
    repeated,
    colliding: collidingPaths(inHead),
    trackedIndex: inHead.filter((path) => path.startsWith('.memory/index.')),
    indexDiffers,
  }
}

/** Paths that a file system which folds case or Unicode forms would take for one. */
function collidingPaths(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const folded = path.normalize('NFC').toLowerCase()
    groups.set(folded, [...(groups.get(folded) ?? []), path])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
