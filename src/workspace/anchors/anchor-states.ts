import { declarationOf } from '../../code/declaration.js'
import type { TreeEntry } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import { writeAnchor, type CodeAnchor, type AnchorHeld } from '../../model/anchor.js'
import type { BroughtIn } from './brought-lines.js'

/** An anchor to compare with a commit. */
export interface AskedAnchor {
  readonly anchor: CodeAnchor
  /** Whether the bullet names it by `at=`: if so, a path that neither tree has counts as `gone`. */
  readonly isSaid: boolean
  /** The commit that brought the bullet; `uncommitted` where none did, undefined where that is not known. */
  readonly broughtIn: BroughtIn | 'uncommitted' | undefined
}

/** A symbol of a larger file is not looked for: the file is compared whole. */
const mostBytes = 4_000_000
/** In one answer, commits are counted for this many changed anchors at most. */
const mostCounted = 20

/**
 * What became of each anchor from the commit that brought its bullet up to `head`; null where no `at=` names it and
 * neither tree has its path.
 *
 * @param counts whether commits are counted, which asks Git once for each anchor that changed
 */
export function anchorsHeld(
  repository: Repository,
  head: string,
  asked: readonly AskedAnchor[],
  counts: boolean,
): (AnchorHeld | null)[] {
  const looked = asked.map(({ broughtIn }) => (typeof broughtIn === 'object' ? broughtIn.commit : head))
  const names = new Map(
    asked.flatMap(({ anchor: { path } }, nth) =>
      [head, looked[nth]!].map((tree) => [`${tree}:${path}`, [tree, path] as const]),
    ),
  )
  const found = repository.entriesAt([...names.values()])
  const entries = new Map([...names.keys()].map((name, nth) => [name, found[nth]]))
  const modules = submodulesOf(
    repository,
    asked.flatMap(({ anchor: { path }, isSaid }, nth) =>
      isSaid
        ? [head, looked[nth]!].flatMap((tree) => (entries.get(`${tree}:${path}`) ? [] : [[tree, path] as const]))
        : [],
    ),
  )
  const at = (tree: string, { path }: CodeAnchor): PlacedEntry | undefined => {
    const entry = entries.get(`${tree}:${path}`)
    return entry ? { ...entry, path } : modules.get(`${tree}:${path}`)
  }
  const symbolIn = declarations(
    repository,
    asked.flatMap(({ anchor }, nth) =>
      anchor.symbol === null ? [] : [at(head, anchor), at(looked[nth]!, anchor)].flatMap((entry) => entry ?? []),
    ),
  )
  let counted = 0
  return asked.map(({ anchor, isSaid, broughtIn }, nth) => {
    const [was, now] = [at(looked[nth]!, anchor), at(head, anchor)]
    if (was === undefined && now === undefined && !isSaid) return null
    const told = (state: AnchorHeld['state']): AnchorHeld => ({
      at: writeAnchor(anchor),
      state,
      ...(typeof broughtIn === 'object' ? { since: broughtIn.day } : {}),
    })
    if (now === undefined) return told('gone')
    if (broughtIn === undefined) return told('unknown')
    const state = stateOf(anchor, was, now, symbolIn)
    if (state !== 'changed' || !counts || typeof broughtIn !== 'object' || counted++ >= mostCounted) return told(state)
    // In a shallow clone some of the commits may be missing.
    if (repository.shallow().size > 0) return told(state)
    const changed = now.type === 'commit' ? { path: now.path, symbol: null } : anchor
    return { ...told(state), commits: commitsChanging(repository, head, broughtIn.commit, changed, symbolIn) }
  })
}

/** An entry with the path that it stands at. */
type PlacedEntry = TreeEntry & { readonly path: string }

/**
 * The submodules in which paths stand that trees do not have, by `tree:path`: of the code in one this repository knows
 * no more than the commit.
 */
function submodulesOf(
  repository: Repository,
  lacking: readonly (readonly [tree: string, path: string])[],
): ReadonlyMap<string, PlacedEntry> {
  const above = lacking.flatMap(([tree, path]) =>
    [...path.matchAll(/\//g)].map(({ index }) => ({ name: `${tree}:${path}`, tree, path: path.slice(0, index) })),
  )
  const found = repository.entriesAt(above.map(({ tree, path }) => [tree, path]))
  return new Map(
    above.flatMap(({ name, path }, nth) => {
      const entry = found[nth]
      return entry?.type === 'commit' ? [[name, { ...entry, path }] as const] : []
    }),
  )
}

/**
 * The declaration of an anchor's symbol in a file; undefined where this clone lacks the file, null where the file has
 * none. A file that is too large to look into stands for its symbols by its OID.
 */
type SymbolIn = (anchor: CodeAnchor, entry: Pick<TreeEntry, 'oid'>) => string | null | undefined

function declarations(repository: Repository, entries: readonly TreeEntry[]): SymbolIn {
  const read = new Map<string, string | null | undefined>()
  const load = (oids: readonly string[]): void => {
    const wanted = [...new Set(oids)].filter((oid) => !read.has(oid))
    const sizes = repository.sizes(wanted)
    const small = wanted.filter((oid) => (sizes.get(oid) ?? Infinity) <= mostBytes)
    const blobs = repository.blobs(small)
    for (const oid of wanted) read.set(oid, sizes.has(oid) ? (blobs.get(oid)?.toString('utf8') ?? null) : undefined)
  }
  load(entries.flatMap(({ type, oid }) => (type === 'blob' ? [oid] : [])))
  return ({ path, symbol }, { oid }) => {
    if (!read.has(oid)) load([oid])
    const text = read.get(oid)
    if (text === undefined) return undefined
    return text === null ? oid : (declarationOf(path, text, symbol!) ?? null)
  }
}

function stateOf(
  anchor: CodeAnchor,
  was: TreeEntry | undefined,
  now: TreeEntry,
  symbolIn: SymbolIn,
): AnchorHeld['state'] {
  if (was?.oid === now.oid) {
    const declared = anchor.symbol === null || now.type === 'commit' ? '' : symbolIn(anchor, now)
    // A symbol that the file does not declare stands for the whole file.
    return declared === undefined ? 'unknown' : 'fresh'
  }
  if (anchor.symbol === null || now.type !== 'blob') return 'changed'
  const [before, after] = [was?.type === 'blob' ? symbolIn(anchor, was) : null, symbolIn(anchor, now)]
  if (before === undefined || after === undefined) return 'unknown'
  if (after === null) return before === null ? 'changed' : 'gone'
  return before === after ? 'fresh' : 'changed'
}

function commitsChanging(
  repository: Repository,
  head: string,
  since: string,
  anchor: CodeAnchor,
  symbolIn: SymbolIn,
): number {
  const changes = repository.changesOfFile(head, since, anchor.path)
  if (anchor.symbol === null) return changes.length
  const declared = (oid: string | undefined): string | null | undefined =>
    oid === undefined ? null : symbolIn(anchor, { oid })
  const isFile = changes.every(({ was, now }) => (declared(was) ?? declared(now?.oid) ?? null) === null)
  return isFile ? changes.length : changes.filter(({ was, now }) => declared(was) !== declared(now?.oid)).length
}
