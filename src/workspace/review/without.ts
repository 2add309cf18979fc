import { MemoryError } from '../../model/error.js'
import { formatNames, importsFolder } from '../../model/origin.js'
import type { Without, WithoutSource } from '../../model/without.js'
import { withoutBullets } from '../../parse/without-bullets.js'
import { impactHeadline } from '../../render/impact.js'
import { withEditedTree } from '../../git/edited-tree.js'
import type { Head, PastCommit } from '../../git/git-output.js'
import type { Merged } from '../../git/merged.js'
import { revertCommits } from './revert-commits.js'
import type { Store } from '../../store/store.js'
import { bringTo } from '../session/at-commit.js'
import type { Opened } from '../session/opened.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { compareTrees } from './compare-trees.js'
import { authorNames, isCommitBy, mostCommits } from './source-commits.js'
import { unifiedDiff } from './unified-diff.js'

export async function withoutSource(opened: Opened, named: string): Promise<Without> {
  const { session } = opened
  const { repository } = session
  const head = repository.head()
  if (!head) throw new MemoryError('bad-argument', 'there is no commit yet')
  return opened.aside(async (store) => {
    await bringTo(session, store, head)
    return withSourceOut(session, store, named, async (source, after) => {
      const compared = await compareTrees(session, store, { before: { repository, head }, after })
      const { brought: _brought, credentials: _none, pageTexts, anchored: _code, ...found } = compared
      const { conflicts } = after
      const headline = impactHeadline({ ...compared, newWriters: [], credentials: [], anchors: [], conflicts })
      return { without: named, source, conflicts, headline, ...found, diff: unifiedDiff(pageTexts) }
    })
  })
}

/** Calls `work` with HEAD's tree without a source; `store` stands for HEAD. */
export async function withSourceOut<T>(
  session: Session,
  store: Store,
  named: string,
  work: (source: WithoutSource, after: Omit<Merged, 'wholeTree'>) => Promise<T>,
): Promise<T> {
  const { repository } = session
  const head = repository.head()!
  const edits = editsFor(session, store, head, named)
  if (edits) return work(edits.source, { ...withEditedTree(repository, head, edits.files), conflicts: [] })
  const taken = commitsNamed(session, head, named)
    .filter(({ parents }) => parents.length < 2)
    .toReversed()
  const { files, conflicts } = revertCommits(repository, head, taken)
  const source: WithoutSource = { what: 'commits', commits: taken.map(({ commit }) => commit) }
  return work(source, { ...withEditedTree(repository, head, files), conflicts })
}

interface SourceEdits {
  readonly source: WithoutSource
  readonly files: ReadonlyMap<string, Buffer | null>
}

/** The edits that take a fact, a path or an import out of the tree; undefined where `named` is none of these. */
function editsFor(session: Session, store: Store, head: Head, named: string): SourceEdits | undefined {
  const { repository } = session
  const [, id] = /^\^([0-9a-z]{10})$/.exec(named) ?? []
  if (id !== undefined) {
    const places = [
      ...new Set(store.factsById([id]).flatMap(({ kind, source }) => (kind === 'passage' ? [] : source.path))),
    ]
    if (places.length === 0) throw new MemoryError('bad-argument', `no note of HEAD states ${named}`)
    const { config } = session.config(store)
    const files = repository.files(head.tree, places).filter((file) => places.includes(file.path) && isRegular(file))
    const blobs = repository.blobs(files.map(({ oid }) => oid))
    const edits = files.map(({ path, oid }) => {
      const left = withoutBullets(path, textOf(blobs.get(oid)) ?? '', new Set([id]), config)
      if (!left)
        throw new MemoryError('bad-argument', `without ${named} the other bullets of ${path} would read otherwise`)
      return [path, Buffer.from(left.text)] as const
    })
    return { source: { what: 'fact', id }, files: new Map(edits) }
  }
  const isImport = named === 'import' || formatNames.some((name) => name === named)
  const path = isImport ? `${importsFolder}${named === 'import' ? '' : `/${named}`}` : named.replace(/^\.\/|\/+$/g, '')
  const isBelow = path !== '' && !/^(?:\/|\.\.(?:\/|$))/.test(path)
  const paths = isBelow ? repository.files(head.tree, [path]).map((file) => file.path) : []
  if (paths.length === 0) return undefined
  return { source: { what: 'files', paths }, files: new Map(paths.map((each) => [each, null])) }
}

/** @throws MemoryError bad-argument where no author and no commit has that name */
function commitsNamed({ repository }: Session, head: Head, named: string): readonly PastCommit[] {
  const all = repository.ancestry(head.commit, mostCommits) ?? []
  const range = /^(.+)\.\.(.*)$/s.exec(named)
  const [last, before] = range ? [range[2] || 'HEAD', range[1]!] : [named, undefined]
  const [tip, base] = [last, before].map((revision) => revision && repository.named(revision))
  if (tip && (before === undefined || base)) {
    const wanted = new Set(before === undefined ? [tip] : repository.commits(`${base}..${tip}`))
    const found = all.filter(({ commit }) => wanted.has(commit))
    if (found.length > 0) return found
    throw new MemoryError('bad-argument', `HEAD has nothing of memory from ${named.slice(0, 80)}`)
  }
  const theirs = all.filter(isCommitBy(named))
  if (theirs.length > 0) return theirs
  throw new MemoryError(
    'bad-argument',
    `--without takes an id, a path, an import (${formatNames[0]} …), a commit or an author: ${named.slice(0, 60)} is none; authors are ${authorNames(all)}`,
  )
}
