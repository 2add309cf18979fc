import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { blobs } from './blobs.js'
import type { Head } from './git-output.js'
import { emptyTree } from './head.js'
import type { Repository } from './repository.js'
import { attributePath, mergings } from './merge-drivers.js'
import { gitEnvironment, run, runnerIn, verifyRevision } from './run-git.js'
import { trees } from './trees.js'

export interface Merged {
  /** The commit that is merged in, with the tree of the workspace after the merge. */
  readonly head: Head
  /** The tree of the whole repository. */
  readonly wholeTree: string
  /** Paths from the repository's top of the files in conflict. */
  readonly conflicts: readonly string[]
  /** Reads what the merge wrote, and all that the repository holds. */
  readonly repository: Repository
}

export interface MergeProgram {
  /** `'/usr/bin/node' '…/bin/memory-hook.cjs'`: the program that merges pages and logs, as words of a shell. */
  readonly program: string
  readonly environment: NodeJS.ProcessEnv
}

/**
 * Merge a commit into another as `git merge` does, with renames and several merge bases, but without a working tree, a
 * branch, or the repository's settings. The results are written to a temporary Git folder that borrows the repository's
 * objects; it is deleted once `work` ends.
 *
 * @throws MemoryError git-failed, also where Git is older than 2.38, or the repository lacks the common past of the two
 */
export async function withMerged<T>(
  repository: Repository,
  { base, head }: { readonly base: string; readonly head: string },
  { program, environment }: MergeProgram,
  work: (merged: Merged) => Promise<T>,
): Promise<T> {
  const { top, root, prefix } = repository
  const folder = mkdtempSync(join(tmpdir(), 'memory-impact-'))
  try {
    prepare(folder, repository, base.length === 64, program)
    const env = { ...gitEnvironment(environment, top), GIT_DIR: folder }
    const asked = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', base, head]
    const { status, stdout, stderr } = run(folder, env, asked)
    if (status > 1) throw failed(status, stderr)
    const [whole = '', ...conflicts] = stdout.toString('utf8').split('\0').filter(Boolean)
    const git = runnerIn({ root, top, gitDir: folder, commonDir: folder, env }, false)
    const tree =
      prefix === '' ? whole : (verifyRevision({ ...git, atRoot: git.atTop }, `${whole}:${prefix}`) ?? emptyTree(git))
    return await work({
      head: { commit: head, tree },
      wholeTree: whole,
      conflicts,
      repository: { ...repository, ...trees(git, undefined), ...blobs(git) },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function prepare(folder: string, { commonDir, prefix }: Repository, isSha256: boolean, program: string): void {
  for (const inner of ['objects/info', 'refs', 'info']) mkdirSync(join(folder, inner), { recursive: true })
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  const format = isSha256 ? '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tobjectFormat = sha256\n' : ''
  const called = mergings.map(
    ({ driver, call }) =>
      `[merge "${driver}"]\n\tdriver = ${JSON.stringify(`${program.replaceAll('%', '%%')} ${call}`)}\n`,
  )
  writeFileSync(join(folder, 'config'), `[core]\n\tbare = true\n${format}${called.join('')}`)
  const rules = mergings.map(({ driver, pattern }) => `${attributePath(prefix, pattern)} merge=${driver}\n`)
  writeFileSync(join(folder, 'info/attributes'), rules.join(''))
  writeFileSync(join(folder, 'objects/info/alternates'), `${join(commonDir, 'objects')}\n`)
  // Without this file Git would look for the parents of the commits at which a shallow clone ends.
  const shallow = join(commonDir, 'shallow')
  if (existsSync(shallow)) copyFileSync(shallow, join(folder, 'shallow'))
}

function failed(status: number, stderr: string): MemoryError {
  const [reason] = stderr.split('\n')
  if (status === 129) return new MemoryError('git-failed', 'merging without a working tree takes Git 2.38 or later')
  if (/unrelated histories/.test(stderr))
    return new MemoryError(
      'git-failed',
      'the two commits have none in common here: in a shallow clone fetch more (git fetch --unshallow, fetch-depth: 0)',
    )
  return new MemoryError('git-failed', `git merge-tree failed: ${reason ?? `exit ${status}`}`)
}
