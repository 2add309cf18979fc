import { commitNamed } from './head-file.js'
import { oidForm, type Head, type ShimReport } from './git-output.js'
import { notHeld, verifyRevision, type Runner } from './run-git.js'

/**
 * Where HEAD stands, each time it is asked; Git is asked only where its files do not say that nothing moved. A commit
 * first and then its tree: `rev-parse HEAD HEAD^{tree}` looks twice where HEAD is, and another process may move it in between.
 *
 * @param told by a hook's shim
 */
export function headReader(git: Runner, told: ShimReport | undefined) {
  let head = told?.head
  let believed = told
  /** A commit with the workspace's tree in it; a folder that it does not hold has an empty one. */
  const headAt = (commit: string): Head => {
    const tree = verifyRevision(git, git.treeIn(commit))
    if (tree !== undefined) return { commit, tree }
    if (verifyRevision(git, `${commit}^{tree}`) === undefined) throw notHeld(git.root, `the tree of ${commit}`)
    return { commit, tree: emptyTree(git) }
  }
  return {
    headAt,
    /**
     * Where HEAD stands; undefined before the first commit. What a hook was told counts only where
     * it was told the way from the tree that the index stands for: anything
     * else may have been overtaken by another commit.
     *
     * @param standing what the index stands for: of that commit, Git need not be asked for the tree
     */
    head(standing?: Head): Head | undefined {
      const isToldFrom = believed?.from === standing?.tree
      believed = undefined
      if (standing !== undefined && isToldFrom) return head
      // A commit has one tree for ever.
      const moved = commitNamed(git.gitDir, git.commonDir)
      if (head && moved === head.commit) return head
      // Of a commit that the index has in part it does not know the tree.
      if (standing && moved === standing.commit && oidForm.test(standing.tree))
        return (head = { commit: standing.commit, tree: standing.tree })
      const commit = verifyRevision(git, 'HEAD^{commit}')
      if (commit === undefined) {
        // Before the first commit HEAD names nothing; what it names and nobody holds is another matter.
        const lost = git.atRoot(['rev-parse', '--verify', '-q', 'HEAD']).stdout.toString('utf8').trim()
        if (lost !== '') throw notHeld(git.root, `the commit ${lost}`)
        return undefined
      }
      return (head = headAt(commit))
    },
  }
}

/** Of this repository's hash: SHA-1 and SHA-256 repositories have different empty trees. */
export const emptyTree = ({ output }: Runner): string =>
  output(['hash-object', '-t', 'tree', '--stdin'], '').toString('utf8').trim()
