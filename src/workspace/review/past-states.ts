import type { PastCommit, TreeChange } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import { MemoryError } from '../../model/error.js'
import { syncTo } from '../../pipeline/sync.js'
import type { Store } from '../../store/store.js'
import { contextAt } from '../session/at-commit.js'
import type { Session } from '../session/session.js'

/** What was found at each commit; undefined for one whose settings cannot be read. */
export type StatesByCommit<S> = ReadonlyMap<string, S | undefined>

/** How many trees' notes are read from Git at once, and held. */
const atOnce = 100

/**
 * Looks at memory at each of these commits: an index in memory goes from tree to tree and reads only what differs. No
 * tree is looked at twice.
 *
 * @param commits in an order in which neighbours differ little, as `ancestry` has them
 */
export async function statesAlong<S>(
  session: Session,
  store: Store,
  commits: readonly PastCommit[],
  look: () => S,
): Promise<StatesByCommit<S>> {
  const { repository } = session
  const trees = repository.treesOf(commits.map(({ commit }) => commit))
  // A tree that several commits have is looked at as of the first of them.
  const commitOf = new Map(trees.map((tree, at) => [tree, commits[at]!.commit] as const).toReversed())
  const inOrder = [...new Set(trees)]
  const found = new Map<string, S | undefined>()
  const report = session.progress('Reading history')
  for (let at = 0; at < inOrder.length; at += atOnce) {
    const batch = inOrder.slice(at, at + atOnce)
    const context = {
      ...contextAt(session, store, readAhead(repository, inOrder.slice(Math.max(0, at - 1), at + atOnce))),
      readWorkingTree: () => undefined,
      progress: undefined,
    }
    for (const [done, tree] of batch.entries()) {
      found.set(tree, await lookedAt(() => syncTo(context, { commit: commitOf.get(tree)!, tree }), look))
      report?.(at + done + 1, inOrder.length)
    }
  }
  return new Map(commits.map(({ commit }, at) => [commit, found.get(trees[at]!)]))
}

async function lookedAt<S>(bring: () => Promise<unknown>, look: () => S): Promise<S | undefined> {
  try {
    await bring()
  } catch (cause) {
    if (cause instanceof MemoryError && cause.code === 'bad-config') return undefined
    throw cause
  }
  return look()
}

/** A repository that has read ahead what differs from each tree to the next, blobs included. */
function readAhead(repository: Repository, trees: readonly string[]): Repository {
  const known = repository.changesOfPairs(trees.slice(1).map((to, at) => [trees[at]!, to]))
  const oids = [...known.values()].flatMap((changes: readonly TreeChange[]) => changes.map(({ now }) => now?.oid))
  const blobs = repository.blobs([...new Set(oids.filter((oid) => oid !== undefined))])
  return {
    ...repository,
    changes: (from, to) => known.get(`${from} ${to}`) ?? repository.changes(from, to),
    sizes(asked) {
      const missing = asked.filter((oid) => !blobs.has(oid))
      const here = asked.flatMap((oid) => (blobs.has(oid) ? [[oid, blobs.get(oid)!.length] as const] : []))
      return new Map([...here, ...repository.sizes(missing)])
    },
    blobs(asked) {
      const missing = asked.filter((oid) => !blobs.has(oid))
      const here = asked.flatMap((oid) => (blobs.has(oid) ? [[oid, blobs.get(oid)!] as const] : []))
      return new Map([...here, ...repository.blobs(missing)])
    },
  }
}
