import type { AskGit } from './ask-git.js'

/**
 * The tree of a merge of two commits as `git merge` would make it, with its merge drivers. No branch, index or file is
 * touched (git-merge-tree(1), from Git 2.38 on).
 *
 * @returns undefined where merging them takes a person
 */
export async function treeMerged(git: AskGit, ours: string, theirs: string): Promise<string | undefined> {
  const told = await git(['merge-tree', '--write-tree', '--name-only', '--no-messages', ours, theirs], {
    also: [1],
  })
  // In a conflict the paths follow the tree.
  return /^[0-9a-f]{40,64}$/.test(told) ? told : undefined
}

export const mergeCommit = (git: AskGit, tree: string, parents: readonly string[], message: string): Promise<string> =>
  git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], { input: message })
