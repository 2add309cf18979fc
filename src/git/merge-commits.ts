import type { AskGit } from './ask-git.js'

/**
 * The tree that a merge of two commits has, as `git merge` would make it, merge drivers among it; no branch, index or file
 * is touched (git-merge-tree(1), from Git 2.38 on).
 *
 * @returns undefined where they cannot be merged without a person
 */
export async function treeMerged(git: AskGit, ours: string, theirs: string): Promise<string | undefined> {
  const told = await git(['merge-tree', '--write-tree', '--name-only', '--no-messages', ours, theirs], {
    also: [1],
  })
  // Of a conflict the paths stand behind the tree.
  return /^[0-9a-f]{40,64}$/.test(told) ? told : undefined
}

/** A merge commit of two that have this tree. */
export const mergeCommit = (git: AskGit, tree: string, parents: readonly string[], message: string): Promise<string> =>
  git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], { input: message })
