import { blobOid } from '../files/files.js'
import type { TreeFile } from '../model/note.js'
import type { Head, TreeChange } from './git-output.js'
import type { Repository } from './repository.js'

/**
 * A repository in which a commit's tree has these edits. Nothing is written: only reads of the returned tree see them.
 *
 * @param edits path → bytes; null removes the file, and a new path adds one
 */
export function withEditedTree(
  repository: Repository,
  { commit, tree }: Head,
  edits: ReadonlyMap<string, Buffer | null>,
): { readonly head: Head; readonly repository: Repository } {
  const oids = new Map([...edits].map(([path, bytes]) => [path, bytes && blobOid(bytes, tree)]))
  const edited = blobOid(Buffer.from(JSON.stringify([tree, ...oids])), tree)
  const made = new Map([...edits].flatMap(([path, bytes]) => (bytes ? [[oids.get(path)!, bytes] as const] : [])))
  const changedIn = (files: readonly TreeFile[]): readonly TreeFile[] =>
    files.flatMap((file) => {
      const oid = oids.get(file.path)
      return oid === undefined ? file : oid === null ? [] : { ...file, oid }
    })
  const changes = (): TreeChange[] => {
    const before = new Map(repository.files(tree, [...edits.keys()]).map((file) => [file.path, file]))
    return [...oids].flatMap(([path, oid]): TreeChange[] => {
      const was = before.get(path)
      const now = oid === null ? undefined : { path, mode: was?.mode ?? '100644', oid }
      return was?.oid === oid ? [] : [{ path, now, was: was?.oid }]
    })
  }
  const known = <T>(
    asked: readonly string[],
    here: (bytes: Buffer) => T,
    others: (asked: string[]) => Map<string, T>,
  ) =>
    new Map([
      ...asked.flatMap((oid) => (made.has(oid) ? [[oid, here(made.get(oid)!)] as const] : [])),
      ...others(asked.filter((oid) => !made.has(oid))),
    ])
  return {
    head: { commit, tree: edited },
    repository: {
      ...repository,
      files: (asked, names) =>
        asked === edited ? [...changedIn(repository.files(tree, names))] : repository.files(asked, names),
      changes: (from, to) => (to !== edited ? repository.changes(from, to) : from === tree ? changes() : undefined),
      blobs: (asked) => known(asked, (bytes) => bytes, repository.blobs),
      sizes: (asked) => known(asked, (bytes) => bytes.length, repository.sizes),
    },
  }
}
