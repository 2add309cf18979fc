import { workspacePaths, type TreeFile } from '../model/note.js'
import { whenAsked } from '../text/once.js'
import { emptyTree } from './head.js'
import {
  asListed,
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

export const diffTree: readonly string[] = ['diff-tree', '-r', ...rawDiff]

/**
 * Reads the trees of commits, of Git's index and of the newest stash, and the changes between two.
 *
 * @param told the report of a hook's shim, which has the changes between its two trees
 */
export function trees(git: Runner, told: ShimReport | undefined) {
  const files = (tree: string, names: readonly string[] = workspacePaths): TreeFile[] => {
    const ran = git.atTop(['ls-tree', '-r', '-z', tree, '--', ...names])
    if (ran.status !== 0) throw notHeld(git.root, 'every folder of HEAD')
    return parseTree(ran.stdout)
  }
  const asBothList = (from: string, to: string, changes: readonly TreeChange[]): readonly TreeChange[] =>
    asListed(changes, () => ({ before: files(from), after: files(to) }))

  return {
    /** The workspace's tree in a commit; undefined where it has none. */
    treeOf: (commit: string): string | undefined => verifyRevision(git, git.treeIn(commit)),

    /** The workspace's tree in a commit's first parent; undefined where there is none. */
    parentTree: (commit: string): string | undefined => verifyRevision(git, git.treeIn(`${commit}^`)),

    /** The files of a tree at or below `names`; by default wherever a workspace can have files. */
    files,

    /** The changes between two trees; undefined where the repository no longer has the older one. */
    changes(from: string, to: string): readonly TreeChange[] | undefined {
      // A damaged or unfinished index may name anything as its tree. It must not reach Git as an option.
      if (!oidForm.test(from)) return undefined
      if (from === to) return []
      if (told?.from === from && told.head.tree === to) return asBothList(from, to, told.changes)
      const ran = git.atTop([...diffTree, from, to, '--', ...workspacePaths])
      return ran.status === 0 ? asBothList(from, to, parseRawDiff(ran.stdout)) : undefined
    },

    /** The changes between each of these pairs of trees, by `FROM TO`. Takes one process. */
    changesOfPairs(pairs: readonly (readonly [from: string, to: string])[]): Map<string, readonly TreeChange[]> {
      if (pairs.length === 0) return new Map()
      const asked = pairs.map((pair) => `${pair.join(' ')}\n`).join('')
      const differing = parsePairs(git.output([...diffTree, '--stdin', '--', ...workspacePaths], asked))
      return new Map(pairs.map((pair) => [pair.join(' '), asBothList(...pair, differing.get(pair.join(' ')) ?? [])]))
    },

    /**
     * The workspace's trees in these commits, in order; empty trees where a commit lacks its folder. Takes one process.
     */
    treesOf(commits: readonly string[]): string[] {
      if (commits.length === 0) return []
      const asked = commits.map((commit) => `${git.treeIn(commit)}\n`).join('')
      const { stdout } = git.atRoot(['cat-file', '--batch-check=%(objectname)'], asked)
      const named = stdout.toString('utf8').trimEnd().split('\n')
      const none = whenAsked(() => emptyTree(git))
      return named.map((line) => (oidForm.test(line) ? line : none()))
    },

    /**
     * The entries at paths from the top of commits or whole trees, in the order asked; undefined where there is none.
     * Takes one process, and one more for each tree that lacks an entry: `cat-file` reports an entry that a partial
     * clone has not fetched as missing too.
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

    /** Every path in a commit or tree, from the top of the repository. */
    allPaths(tree: string): string[] {
      const ran = git.atTop(['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])
      return ran.status === 0 ? ran.stdout.toString('utf8').split('\0').filter(Boolean) : []
    },

    /** The changes from a commit to the index, below a folder. `git commit -a` uses another index file, `indexFile`. */
    staged(against: string, below: string, indexFile: string | undefined): TreeChange[] | undefined {
      const env = indexFile === undefined ? git.env : { ...git.env, GIT_INDEX_FILE: indexFile }
      const ran = run(git.top, env, ['diff-index', '--cached', ...rawDiff, against, '--', below])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** The changes below a folder from one commit to another; undefined where one of them is missing. */
    between(from: string, to: string, below: string): TreeChange[] | undefined {
      const ran = git.atTop([...diffTree, '--end-of-options', from, to, '--', below])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** The files of the workspace in the newest stash, untracked ones too; none where nothing is stashed. */
    stashed(): TreeFile[] {
      const inStash = ['refs/stash', 'refs/stash^3'].map((commit) => verifyRevision(git, git.treeIn(commit)))
      return inStash.flatMap((tree) => (tree === undefined ? [] : this.files(tree)))
    },
  }
}

/** @throws MemoryError git-failed where the commit or a folder on the way is missing here */
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
