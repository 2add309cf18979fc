import type { TreeFile } from '../model/note.js'
import type { Repository } from '../git/repository.js'

export interface BlobSource {
  readonly repository: Pick<Repository, 'blobs' | 'sizes'>
  readonly largestNote: number
  /** The bytes of a note in the working tree; undefined where there is none, or one beyond `largestNote`. */
  readonly readWorkingTree: (path: string) => Buffer | undefined
  /** The OID that Git would give these bytes, by the hash algorithm of `like`. */
  readonly oidOf: (bytes: Buffer, like: string) => string
}

/** A file with its bytes, or with only their number where there are too many; undefined where this clone lacks them. */
export interface ReadFile {
  readonly file: TreeFile
  readonly bytes: Buffer | number | undefined
}

/** The limits of one batch. They bound memory; each batch costs one process. */
const mostFiles = 1000
const mostBytes = 32_000_000

/**
 * The bytes of a tree's files, batch by batch. A file of the working tree that hashes to the blob's OID is that blob,
 * and reading it spares a process. All others (an edit, a filter, another line end) are read from Git.
 */
export function* readBlobs(source: BlobSource, files: readonly TreeFile[]): Generator<readonly ReadFile[]> {
  const elsewhere: TreeFile[] = []
  let batch: ReadFile[] = []
  let held = 0
  for (const file of files) {
    const bytes = source.readWorkingTree(file.path)
    if (!bytes || source.oidOf(bytes, file.oid) !== file.oid) {
      elsewhere.push(file)
      continue
    }
    batch.push({ file, bytes })
    held += bytes.length
    if (batch.length < mostFiles && held < mostBytes) continue
    yield batch
    batch = []
    held = 0
  }
  yield batch
  yield* readFromGit(source, elsewhere)
}

function* readFromGit(
  { repository, largestNote }: BlobSource,
  files: readonly TreeFile[],
): Generator<readonly ReadFile[]> {
  const sizes = repository.sizes([...new Set(files.map(({ oid }) => oid))])
  const read = (batch: readonly TreeFile[]): ReadFile[] => {
    const wanted = batch.filter(({ oid }) => (sizes.get(oid) ?? Infinity) <= largestNote)
    const blobs = repository.blobs([...new Set(wanted.map(({ oid }) => oid))])
    return batch.map((file) => ({ file, bytes: blobs.get(file.oid) ?? tooMany(sizes.get(file.oid), largestNote) }))
  }
  let batch: TreeFile[] = []
  let held = 0
  for (const file of files) {
    const size = sizes.get(file.oid) ?? 0
    batch.push(file)
    held += size <= largestNote ? size : 0
    if (batch.length < mostFiles && held < mostBytes) continue
    yield read(batch)
    batch = []
    held = 0
  }
  yield read(batch)
}

const tooMany = (size: number | undefined, largest: number): number | undefined =>
  size !== undefined && size > largest ? size : undefined
