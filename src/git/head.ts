import { commitNamed } from './head-file.js'
import { oidForm, type Head, type ShimReport } from './git-output.js'
import { notHeld, verifyRevision, type Runner } from './run-git.js'

/**
 * Reads where HEAD is, anew at each call. Git is asked only where the files of HEAD cannot tell. It is asked for the
 * commit, then for that commit's tree: `rev-parse HEAD HEAD^{tree}` looks up HEAD twice, and it may move in between.
 */
export function headReader(git: Runner, told: ShimReport | undefined) {
  let head = told?.head
  let believed = told
  /** A commit and the workspace's tree in it, which is empty where the commit lacks the workspace's folder. */
  const headAt = (commit: string): Head => {
    const tree = verifyRevision(git, git.treeIn(commit))
    if (tree !== undefined) return { commit, tree }
    if (verifyRevision(git, `${commit}^{tree}`) === undefined) throw notHeld(git.root, `the tree of ${commit}`)
    return { commit, tree: emptyTree(git) }
  }
  return {
    headAt,
    /**
     * Where HEAD is; undefined before the first commit. A shim's report is used once, and only if it starts from the
     * index's tree: otherwise another commit may have overtaken it.
     *
     * @param standing the commit and tree of the index; if HEAD is at that commit, Git is not asked for the tree
     */
    head(standing?: Head): Head | undefined {
      const isToldFrom = believed?.from === standing?.tree
      believed = undefined
      if (standing !== undefined && isToldFrom) return head
      // A commit never changes its tree.
      const moved = commitNamed(git.gitDir, git.commonDir)
      if (head && moved === head.commit) return head
      // An index that lacks blobs of its commit has no OID here.
      if (standing && moved === standing.commit && oidForm.test(standing.tree))
        return (head = { commit: standing.commit, tree: standing.tree })
      const commit = verifyRevision(git, 'HEAD^{commit}')
      if (commit === undefined) {
        // Before the first commit HEAD names nothing. A commit that it names and the repository lacks is an error.
        const lost = git.atRoot(['rev-parse', '--verify', '-q', 'HEAD']).stdout.toString('utf8').trim()
        if (lost !== '') throw notHeld(git.root, `the commit ${lost}`)
        return undefined
      }
      return (head = headAt(commit))
    },
  }
}

/** The OID of an empty tree, by this repository's hash algorithm: SHA-1 and SHA-256 differ. */
export const emptyTree = ({ output }: Runner): string =>
  output(['hash-object', '-t', 'tree', '--stdin'], '').toString('utf8').trim()
