import { isAbsolute, resolve } from 'node:path'
import { unreadableName, type TreeFile } from '../model/note.js'

/** A commit, and the workspace's tree in it. */
export interface Head {
  readonly commit: string
  readonly tree: string
}

export const oidForm = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

export interface Where {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
}

/** Git's answers to a hook's shim, which asks while Node starts. */
export interface ShimReport extends Where {
  readonly head: Head
  /** The workspace's tree in `HEAD@{1}`. */
  readonly from: string
  readonly changes: readonly TreeChange[]
}

/** The end of a shim's report. Without it Git failed or was cut short, and nothing in the report is believed. */
export const toldEnd = 'told'

/**
 * Read a shim's report:
 *
 *     <commit>\n<tree>\n<tree before>\n<top>\n<Git folder>\n<common folder>\n<diff-tree -z>told
 *
 * @returns undefined where the report is not whole; Git is then asked
 */
export function parseTold(bytes: Buffer): ShimReport | undefined {
  const lines: string[] = []
  let at = 0
  while (lines.length < 6) {
    const end = bytes.indexOf(10, at)
    if (end < 0) return undefined
    lines.push(bytes.toString('utf8', at, end))
    at = end + 1
  }
  const [commit, tree, from, top, gitDir, commonDir] = lines
  const head = headOf([commit!, tree!])
  const raw = bytes.subarray(at)
  if (!head || !oidForm.test(from!) || !top || !gitDir || !commonDir) return undefined
  if (!isAbsolute(top) || !isAbsolute(gitDir)) return undefined // a line break in a path
  const differences = raw.subarray(0, raw.length - toldEnd.length)
  const whole = differences.length === 0 || differences.at(-1) === 0
  if (!whole || raw.toString('latin1', differences.length) !== toldEnd) return undefined
  const changes = parseRawDiff(differences)
  return { top, gitDir, commonDir: resolve(top, commonDir), head, from: from!, changes }
}

function headOf([commit, tree]: readonly string[]): Head | undefined {
  return commit && tree && oidForm.test(commit) && oidForm.test(tree) ? { commit, tree } : undefined
}

const fileOf = (path: string, mode: string, oid: string): TreeFile => ({
  path,
  mode: isUnreadable({ path }) ? unreadableName : mode,
  oid,
})

/** Whether a path was no UTF-8, or cannot be told from one that was not: decoded, several of these may be one text. */
const isUnreadable = ({ path }: { readonly path: string }): boolean => path.includes('\uFFFD')

const submodule = '160000'

/**
 * The files in the output of `git ls-tree -r -z`; of those whose unreadable names are one text, the last:
 *
 *     100644 blob 8c2f0e…\tmemory/2025-11-27.md\0
 */
export function parseTree(output: Buffer): TreeFile[] {
  const files = output
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const tab = entry.indexOf('\t')
      const [mode, type, oid] = entry.slice(0, tab).split(' ')
      return type === 'blob' ? [fileOf(entry.slice(tab + 1), mode!, oid!)] : []
    })
  return files.some(isUnreadable) ? [...new Map(files.map((file) => [file.path, file])).values()] : files
}

/** A path that differs between two trees, with the file there now, if any. */
export interface TreeChange {
  readonly path: string
  readonly now: TreeFile | undefined
  /** The OID of the blob before; undefined where there was none. */
  readonly was: string | undefined
}

/**
 * Changes as two listings of trees tell them. A difference names only those of several files with one unreadable name
 * that changed; what stands at that name only the listings tell.
 *
 * @param listed gives the files of either tree; asked only where a name is unreadable
 */
export function asListed(
  changes: readonly TreeChange[],
  listed: () => Readonly<Record<'before' | 'after', readonly TreeFile[]>>,
): readonly TreeChange[] {
  const paths = new Set(changes.filter(isUnreadable).map(({ path }) => path))
  if (paths.size === 0) return changes
  const { before, after } = listed()
  const fileIn = (files: readonly TreeFile[], path: string) => files.find((file) => file.path === path)
  const unreadable = [...paths].flatMap((path): TreeChange[] => {
    const [was, now] = [fileIn(before, path)?.oid, fileIn(after, path)]
    return was === now?.oid ? [] : [{ path, now, was }]
  })
  return [...changes.filter((change) => !isUnreadable(change)), ...unreadable]
}

/**
 * The changes in the output of `git diff-tree -r -z --raw --no-renames --no-abbrev`:
 *
 *     :100644 100644 8c2f0e… 9d11aa… M\0memory/2025-11-27.md\0
 *     :100644 000000 8c2f0e… 000000… D\0memory/2025-11-26.md\0
 */
export const parseRawDiff = (output: Buffer): TreeChange[] => changesOf(output.toString('utf8').split('\0'))

function changesOf(parts: readonly string[]): TreeChange[] {
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [modeBefore, mode, before, oid, status] = parts[at]!.split(' ')
    const path = parts[at + 1]!
    const gone = status === 'D' || mode === submodule
    const was = /^0*$/.test(before!) || modeBefore!.endsWith(`:${submodule}`) ? undefined : before
    changes.push({ path, now: gone ? undefined : fileOf(path, mode!, oid!), was })
  }
  return changes
}

/**
 * The changes between each pair of trees, by `FROM TO`, from `git diff-tree --stdin -z --raw`:
 *
 *     <from> <to>\n:100644 100644 8c2f0e… 9d11aa… M\0bank/opinions.md\0<from> <to>\n…
 */
export function parsePairs(output: Buffer): Map<string, readonly TreeChange[]> {
  const found = new Map<string, readonly TreeChange[]>()
  const parts = output.toString('utf8').split('\0')
  let pair: string | undefined
  let begin = 0
  const end = (at: number): void => {
    if (pair !== undefined) found.set(pair, changesOf(parts.slice(begin, at)))
  }
  for (const [at, part] of parts.entries()) {
    const [, headers, rest] = /^((?:[0-9a-f]{40,64} [0-9a-f]{40,64}\n)+)(.*)$/s.exec(part) ?? []
    if (headers === undefined) continue
    end(at)
    const pairs = headers.trimEnd().split('\n')
    // A pair without differences has only its line.
    for (const same of pairs.slice(0, -1)) found.set(same, [])
    pair = pairs.at(-1)
    parts[at] = rest!
    begin = at
  }
  end(parts.length)
  return found
}

/** A commit, with its changes of the paths that were asked about. */
export interface PastChange {
  readonly commit: string
  /** The author's date, in the author's time zone. */
  readonly day: string
  readonly author: string
  /** The author's e-mail address. */
  readonly address: string
  /** The value of its last trailer `Agent: …`; '' where it has none. */
  readonly agent: string
  /** The names in its trailers `Co-authored-by: Ada <ada@example.org>`. */
  readonly coauthors: readonly string[]
  /** The value of its last trailer `Origin: …`; '' where it has none. */
  readonly origin: string
  readonly subject: string
  readonly changes: readonly TreeChange[]
}

/** A format that prints the values of a commit's trailers of one key, separated by `\x1f`. */
export const trailers = (key: string): string => `%(trailers:key=${key},valueonly,unfold,separator=%x1f)`
const pastFields = ['%H', '%as', '%an', '%ae', trailers('Agent'), trailers('Co-authored-by'), trailers('Origin'), '%s']
export const pastForm = pastFields.join('%x00')

/**
 * The commits in the output of `git log -z --raw --no-renames --no-abbrev --format=` with `pastForm`; several trailers
 * of one key are separated by `\x1f`:
 *
 *     <commit>\0<day>\0<author>\0<address>\0<agents>\0<co-authors>\0<origins>\0<subject>\0\n:100644 100644 8c2f0e… 9d11aa… M\0bank/opinions.md\0<commit>\0…
 */
export function parseLog(output: Buffer): PastChange[] {
  const parts = output.toString('utf8').split('\0')
  const found: PastChange[] = []
  for (let at = 0; at + pastFields.length <= parts.length;) {
    const from = at + pastFields.length
    const signed = signedBy(parts.slice(at, from))
    for (at = from; /^\n?:/.test(parts[at] ?? '');) at += 2
    const changes = changesOf(parts.slice(from, at))
    found.push({ ...signed, changes })
  }
  return found
}

/** @param fields in the order of `pastForm` */
function signedBy(fields: readonly string[]): Omit<PastChange, 'changes'> {
  const [commit = '', day = '', author = '', address = '', agents = '', others = '', origins = '', subject = ''] =
    fields
  return {
    commit,
    day,
    author,
    address,
    agent: trailerValues(agents).at(-1) ?? '',
    coauthors: trailerValues(others).map((value) => value.replace(/ *<[^<>]*>$/, '')),
    origin: trailerValues(origins).at(-1) ?? '',
    subject,
  }
}

export const trailerValues = (joined: string): string[] => joined.split('\x1f').flatMap((value) => value.trim() || [])

/** A commit of a history that Git simplified to some paths; `parents` are its nearest ancestors in it. */
export interface PastCommit extends Omit<PastChange, 'changes'> {
  readonly parents: readonly string[]
}

export const ancestryForm = `${pastForm}%x00%P`

/** The commits in the output of `git log -z --format=` with `ancestryForm`. */
export function parseAncestry(output: Buffer): PastCommit[] {
  const parts = output.toString('utf8').split('\0')
  const found: PastCommit[] = []
  const each = pastFields.length + 1
  for (let at = 0; at + each <= parts.length; at += each) {
    const fields = parts.slice(at, at + each)
    found.push({ ...signedBy(fields), parents: fields.at(-1)!.split(' ').filter(Boolean) })
  }
  return found
}

/** A commit of a history that Git simplified to notes, with its changes against its first parent. */
export interface NoteCommit {
  readonly commit: string
  /** Its nearest ancestors in that history. */
  readonly parents: readonly string[]
  /** The author's date, in the author's time zone. */
  readonly day: string
  readonly changes: readonly TreeChange[]
}

export const noteForm = '%H%x00%P%x00%as'

/** The commits in the output of `git log -z --raw --no-renames --no-abbrev --format=` with `noteForm`. */
export function parseNoteLog(output: Buffer): NoteCommit[] {
  const parts = output.toString('utf8').split('\0')
  const found: NoteCommit[] = []
  for (let at = 0; at + 2 < parts.length;) {
    const [commit, parents, day] = parts.slice(at, at + 3) as [string, string, string]
    const from = at + 3
    for (at = from; /^\n?:\d/.test(parts[at] ?? '');) at += 2
    const changes = changesOf(parts.slice(from, at))
    found.push({ commit, parents: parents.split(' ').filter(Boolean), day, changes })
  }
  return found
}

export interface TreeEntry {
  readonly type: string
  readonly oid: string
}

/** The entries from `git cat-file --batch-check='%(objecttype) %(objectname)'`; undefined where one is missing. */
export const parseTreeEntries = (output: Buffer): (TreeEntry | undefined)[] =>
  output
    .toString('utf8')
    .split('\n')
    .map((line) => {
      const [, type, oid] = /^(blob|tree|commit) ([0-9a-f]{40,64})$/.exec(line) ?? []
      return type === undefined ? undefined : { type, oid: oid! }
    })

export interface WholeCommit extends Omit<PastChange, 'author' | 'address' | 'agent' | 'coauthors' | 'origin'> {
  readonly parents: readonly string[]
  readonly message: string
}

/**
 * The commits in the output of `git log -z --raw --no-renames --no-abbrev --format=%H%x00%P%x00%as%x00%s%x00%B`:
 *
 *     <commit>\0<parents>\0<day>\0<subject>\0<message>\0\n:100644 100644 8c2f0e… 9d11aa… M\0bank/opinions.md\0<commit>\0…
 */
export function parseWholeLog(output: Buffer): WholeCommit[] {
  const parts = output.toString('utf8').split('\0')
  const found: WholeCommit[] = []
  for (let at = 0; at + 4 < parts.length;) {
    const [commit, parents, day, subject, message] = parts.slice(at, at + 5) as [string, string, string, string, string]
    const from = at + 5
    for (at = from; /^\n?:\d/.test(parts[at] ?? '');) at += 2
    const changes = changesOf(parts.slice(from, at))
    found.push({ commit, parents: parents.split(' ').filter(Boolean), day, subject, message, changes })
  }
  return found
}

export interface Ref {
  /** `refs/heads/main` */
  readonly name: string
  readonly oid: string
  /** The commit that it leads to; undefined where it leads to another kind of object. */
  readonly commit: string | undefined
  /** Whether it is a tag with a message of its own; `oid` is then the tag object. */
  readonly annotated: boolean
}

/**
 * The refs in the output of `git for-each-ref
 * --format=%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)`, a line each.
 */
export function parseRefs(output: Buffer): Ref[] {
  const lines = output.toString('utf8').split('\n')
  return lines.flatMap((line) => {
    const [name, type, oid, peeledType, peeled] = line.split('\0')
    if (!name || !oid) return []
    const commit = type === 'commit' ? oid : peeledType === 'commit' ? peeled : undefined
    return [{ name, oid, commit, annotated: type === 'tag' }]
  })
}

/**
 * The blobs in the output of `git cat-file --batch`, by OID:
 *
 *     8c2f0e… blob 213\n
 *     <213 bytes>\n
 *     9d11aa… missing\n
 */
export function parseBatch(output: Buffer): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at)
    if (end < 0) break
    const [oid, type, size] = output.toString('latin1', at, end).split(' ')
    at = end + 1
    if (type === 'missing' || size === undefined) continue
    const length = Number(size)
    blobs.set(oid!, output.subarray(at, at + length))
    at += length + 1
  }
  return blobs
}

/**
 * The sizes of the objects asked for, from `git cat-file --batch-check='%(objectname) %(objectsize)'`:
 *
 *     8c2f0e… 213\n
 *     9d11aa… missing\n
 */
export function parseSizes(output: Buffer, oids: readonly string[]): Map<string, number> {
  const asked = new Set(oids)
  const sizes = new Map<string, number>()
  for (const line of output.toString('latin1').split('\n')) {
    const [oid = '', size = ''] = line.split(' ')
    if (asked.has(oid) && /^\d+$/.test(size)) sizes.set(oid, Number(size))
  }
  return sizes
}

/**
 * The attributes that are set or have a value, by path, from `git check-attr -z`: `path NUL attribute NUL value NUL`.
 */
export function parseAttributes(output: Buffer): Map<string, Map<string, string>> {
  const parts = output.toString('utf8').split('\0')
  const found = new Map<string, Map<string, string>>()
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [path, name, value] = parts.slice(at, at + 3) as [string, string, string]
    if (value === 'unspecified' || value === 'unset') continue
    found.set(path, (found.get(path) ?? new Map<string, string>()).set(name, value))
  }
  return found
}
