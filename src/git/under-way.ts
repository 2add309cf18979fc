import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitNamed } from './head-file.js'
import type { Runner } from './run-git.js'

/** An operation that Git has under way and during which no pages are written. */
export type Operation =
  'rebase' | 'am' | 'cherry-pick' | 'revert' | 'cherry-pick or revert' | 'merge with a stash to pop' | 'bisect'

export const operations: readonly (readonly [file: string, operation: Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick or revert'], // between two commits of several, no *_HEAD stands
  ['MERGE_AUTOSTASH', 'merge with a stash to pop'], // --autostash pops it after post-merge: pages in the way would stop it
  ['BISECT_LOG', 'bisect'],
]

/** The files that hold the OID of what `--autostash` put aside. */
const putAside = ['rebase-merge/autostash', 'rebase-apply/autostash', 'MERGE_AUTOSTASH']

/** Reads what Git is doing, by the state files in its folder. */
export function operationUnderWay(git: Runner) {
  return {
    /** The operation that Git has under way. A plain merge does not count: post-merge runs inside one. */
    operation(): Operation | undefined {
      return operations.find(([file]) => existsSync(join(git.gitDir, file)))?.[1]
    },

    /** Whether HEAD is still at a commit and, by Git's files, no Git command is about to change the working tree. */
    isAtRest(commit: string): boolean {
      const named = commitNamed(git.gitDir, git.commonDir)
      return (
        (named === undefined || named === commit) &&
        !existsSync(join(git.gitDir, 'index.lock')) &&
        this.operation() === undefined
      )
    },

    /** Whether a rebase or merge will restore an autostash when it ends: a file changed meanwhile would stop that. */
    bringsBack(): boolean {
      return putAside.some((file) => existsSync(join(git.gitDir, file)))
    },

    /** Whether a merge waits to be committed. */
    merging(): boolean {
      return existsSync(join(git.gitDir, 'MERGE_HEAD'))
    },

    /** Whether HEAD is on a branch. After some rebases it returns to one only once post-rewrite has ended. */
    onBranch(): boolean {
      return readFileSync(join(git.gitDir, 'HEAD'), 'utf8').startsWith('ref: ')
    },

    /** Whether a squashed merge is staged and not committed yet. */
    squashing(): boolean {
      return existsSync(join(git.gitDir, 'SQUASH_MSG'))
    },

    /** The path of `index.lock` where it exists: a Git command is writing the index, or was killed. */
    indexLock(): string | undefined {
      const lock = join(git.gitDir, 'index.lock')
      return existsSync(lock) ? lock : undefined
    },
  }
}
