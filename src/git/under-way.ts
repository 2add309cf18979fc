import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitNamed } from './head-file.js'
import type { Runner } from './run-git.js'

/** What Git is in the middle of, where that is a reason not to write pages. */
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

/** Where the name of what `--autostash` put aside stands. */
const putAside = ['rebase-merge/autostash', 'rebase-apply/autostash', 'MERGE_AUTOSTASH']

/** What Git is about, by the files that it keeps of that. */
export function operationUnderWay(git: Runner) {
  return {
    /** What Git is in the middle of; a merge does not count, for post-merge runs inside one. */
    operation(): Operation | undefined {
      return operations.find(([file]) => existsSync(join(git.gitDir, file)))?.[1]
    },

    /** Whether HEAD is still there and no other command of Git is about to change the working tree, for all that files say. */
    isAtRest(commit: string): boolean {
      const named = commitNamed(git.gitDir, git.commonDir)
      return (
        (named === undefined || named === commit) &&
        !existsSync(join(git.gitDir, 'index.lock')) &&
        this.operation() === undefined
      )
    },

    /** Whether a rebase or merge that is about to end will bring back what it put aside: a file changed meanwhile would stop that. */
    bringsBack(): boolean {
      return putAside.some((file) => existsSync(join(git.gitDir, file)))
    },

    /** Whether a merge waits to be committed. */
    merging(): boolean {
      return existsSync(join(git.gitDir, 'MERGE_HEAD'))
    },

    /** Whether HEAD is a branch's: at the end of some rebases it is that only later. */
    onBranch(): boolean {
      return readFileSync(join(git.gitDir, 'HEAD'), 'utf8').startsWith('ref: ')
    },

    /** Whether what a merge brings is staged, to be committed as one. */
    squashing(): boolean {
      return existsSync(join(git.gitDir, 'SQUASH_MSG'))
    },

    /** The file by which a Git command says that it is writing the index, where one does, or did when it was killed. */
    indexLock(): string | undefined {
      const lock = join(git.gitDir, 'index.lock')
      return existsSync(lock) ? lock : undefined
    },
  }
}
