import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { MemoryError } from '../memory/error.js'
import { temporaryName } from './files.js'
import { gitEnvironment, safely, type Repository } from './git.js'

/** A commit to be made of nothing but these files. */
export interface Landing {
  readonly parent: string
  /** Path below the top → text; null where the file goes. */
  readonly files: ReadonlyMap<string, string | null>
  readonly message: string
}

/**
 * Commit files through an index of our own and move HEAD's branch to it by
 * compare-and-swap: what else is staged, edited or being committed stays as it
 * is, and no hook runs.
 *
 * @returns the new commit
 * @throws MemoryError git-failed, also where the branch moved meanwhile; nothing has changed then
 */
export async function land(
  { top, root }: Repository,
  environment: NodeJS.ProcessEnv,
  { parent, files, message }: Landing,
): Promise<string> {
  const index = join(root, '.memory', temporaryName('landing'))
  // Whose commit it is, and of when, the caller's environment may say.
  const identity = Object.fromEntries(
    Object.entries(environment).filter(([name]) => /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/.test(name)),
  )
  const git = async (args: readonly string[], input = '', own = true): Promise<string> => {
    const env = { ...gitEnvironment(environment), ...identity, ...(own ? { GIT_INDEX_FILE: index } : {}) }
    const ran = await execa('git', [...safely, ...args], { cwd: top, env, extendEnv: false, input, reject: false })
    if (ran.exitCode !== 0)
      throw new MemoryError('git-failed', `git ${args[0]} failed: ${ran.stderr || ran.shortMessage}`)
    return ran.stdout.trim()
  }
  try {
    await git(['read-tree', parent])
    const entries: string[] = []
    for (const [path, text] of files) {
      const oid =
        text === null ? '0'.repeat(parent.length) : await git(['hash-object', '-w', '--stdin', '--no-filters'], text)
      entries.push(`${text === null ? '0' : '100644'} ${oid}\t${path}\0`)
    }
    await git(['update-index', '-z', '--index-info'], entries.join(''))
    const tree = await git(['write-tree'])
    const commit = await git(['commit-tree', tree, '-p', parent, '-F', '-'], message)
    await git(['update-ref', '-m', 'memory reflect --commit', 'HEAD', commit, parent], '', false)
    // The index that Git commits from holds these files as the parent has them, which would undo them.
    await git(['reset', '-q', '--', ...files.keys()], '', false)
    return commit
  } finally {
    rmSync(index, { force: true })
    rmSync(`${index}.lock`, { force: true })
  }
}
