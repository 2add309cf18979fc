import { workspacePaths, type TreeFile } from '../model/note.js'
import { whenAsked } from '../text/once.js'
import { emptyTree } from './head.js'
import {
  oidForm,
  parseTreeEntries,
  parsePairs,
  parseRawDiff,
  parseTree,
  type ShimReport,
  type TreeChange,
  type TreeEntry,
} from './git-output.js'
import { notHeld, run, verifyRevision, type Runner } from './run-git.js'

export const rawDiff = ['-z', '--raw', '--no-renames', '--no-abbrev']

/** What differs between two trees. */
export const diffTree: readonly string[] = ['diff-tree', '-r', ...rawDiff]

/**
 * The trees of commits, of Git's index and of the newest stash, and what differs between two.
 *
 * @param told what a hook learned: between the two trees that it names, Git need not be asked
 */
export function trees(git: Runner, told: ShimReport | undefined) {
  return {
    /** The workspace's tree in a commit; undefined where it has none. */
    treeOf: (commit: string): string | undefined => verifyRevision(git, git.treeIn(commit)),

    /** The workspace's tree in a commit's first parent; undefined where there is none. */
    parentTree: (commit: string): string | undefined => verifyRevision(git, git.treeIn(`${commit}^`)),

    /** Every file of a tree that could be ours, by path; or those with these names, or below them. */
    files(tree: string, names: readonly string[] = workspacePaths): TreeFile[] {
      const ran = git.atTop(['ls-tree', '-r', '-z', tree, '--', ...names])
      if (ran.status !== 0) throw notHeld(git.root, 'every folder of HEAD')
      return parseTree(ran.stdout)
    },

    /** What differs between two trees; undefined where the older one is no longer in the repository. */
    changes(from: string, to: string): readonly TreeChange[] | undefined {
      // An index that was damaged, or is unfinished, may call anything a tree; an option of Git's is none.
      if (!oidForm.test(from)) return undefined
      if (from === to) return []
      if (told?.from === from && told.head.tree === to) return told.changes
      const ran = git.atTop([...diffTree, from, to, '--', ...workspacePaths])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** What differs between each of these pairs of trees, by `FROM TO`; in one process. */
    changesOfPairs(pairs: readonly (readonly [from: string, to: string])[]): Map<string, readonly TreeChange[]> {
      if (pairs.length === 0) return new Map()
      const asked = pairs.map((pair) => `${pair.join(' ')}\n`).join('')
      const differing = parsePairs(git.output([...diffTree, '--stdin', '--', ...workspacePaths], asked))
      return new Map(pairs.map((pair) => [pair.join(' '), differing.get(pair.join(' ')) ?? []]))
    },

    /** The workspace's trees in commits, in their order; a folder that one does not hold has an empty tree. In one process. */
    treesOf(commits: readonly string[]): string[] {
      if (commits.length === 0) return []
      const asked = commits.map((commit) => `${git.treeIn(commit)}\n`).join('')
      const { stdout } = git.atRoot(['cat-file', '--batch-check=%(objectname)'], asked)
      const named = stdout.toString('utf8').trimEnd().split('\n')
      const none = whenAsked(() => emptyTree(git))
      return named.map((line) => (oidForm.test(line) ? line : none()))
    },

    /**
     * What commits, or trees of the whole repository, hold at paths from its top, in the order asked; undefined where there
     * is nothing. In one process, and one more for each of them that lacks something: there what a partial clone has not
     * fetched looks the same.
     */
    entriesAt(asked: readonly (readonly [tree: string, path: string])[]): (TreeEntry | undefined)[] {
      if (asked.length === 0) return []
      const input = asked.map(([tree, path]) => `${tree}:${path}\n`).join('')
      const found = parseTreeEntries(git.atTop(['cat-file', '--batch-check=%(objecttype) %(objectname)'], input).stdout)
      const lacking = new Map<string, string[]>()
      for (const [at, [tree, path]] of asked.entries())
        if (found[at] === undefined) lacking.set(tree, [...(lacking.get(tree) ?? []), path])
      const listed = new Map(
        [...lacking].flatMap(([tree, paths]) =>
          [...listedIn(git, tree, paths)].map(([path, entry]) => [`${tree}:${path}`, entry] as const),
        ),
      )
      return asked.map(([tree, path], at) => found[at] ?? listed.get(`${tree}:${path}`))
    },

    /** Every path of a commit, or of a tree, from the top of the repository. */
    allPaths(tree: string): string[] {
      const ran = git.atTop(['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])
      return ran.status === 0 ? ran.stdout.toString('utf8').split('\0').filter(Boolean) : []
    },

    /** What an index holds below a folder that a commit does not, or holds otherwise; an index of its own while Git commits. */
    staged(against: string, below: string, indexFile: string | undefined): TreeChange[] | undefined {
      const env = indexFile === undefined ? git.env : { ...git.env, GIT_INDEX_FILE: indexFile }
      const ran = run(git.top, env, ['diff-index', '--cached', ...rawDiff, against, '--', below])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** What differs below a folder from one commit to another; undefined where one of them is not there. */
    between(from: string, to: string, below: string): TreeChange[] | undefined {
      const ran = git.atTop([...diffTree, '--end-of-options', from, to, '--', below])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** The files of the workspace that the newest stash would bring back, those that Git did not know among them; none where nothing is stashed. */
    stashed(): TreeFile[] {
      const inStash = ['refs/stash', 'refs/stash^3'].map((commit) => verifyRevision(git, git.treeIn(commit)))
      return inStash.flatMap((tree) => (tree === undefined ? [] : this.files(tree)))
    },
  }
}

/** @throws MemoryError git-failed where the commit or a folder on the way is not here: nothing is known of it then */
function listedIn(git: Runner, tree: string, paths: readonly string[]): Map<string, TreeEntry> {
  const ran = git.atTop(['ls-tree', '-z', '--full-tree', tree, '--', ...new Set(paths)])
  if (ran.status !== 0) throw notHeld(git.root, tree)
  return new Map(
    ran.stdout
      .toString('utf8')
      .split('\0')
      .flatMap((line): [string, TreeEntry][] => {
        const [, type, oid, path] = /^\d+ (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
        return type === undefined ? [] : [[path!, { type, oid: oid! }]]
      }),
  )
}
