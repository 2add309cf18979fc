import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Settings with which Git may find another place than "the folder that holds `.git`": another working tree or none, an
 * included file, another form of repository. A match anywhere in the file counts.
 */
const unusual = /worktree|include|extensions|repositoryformatversion\s*=(?!\s*0\s*$)|bare(?!\s*=\s*false\s*$)/im

/**
 * The top of the working tree around a folder, where the repository is as `git init` and `git clone` make it: a folder
 * `.git` of the same user, with nothing unusual in its configuration. Reading two files takes less than starting Git (5
 * ms).
 *
 * @returns undefined where it is not so plain; Git is then asked, and has the last word
 */
export function plainTop(folder: string, environment: NodeJS.ProcessEnv): string | undefined {
  if (!process.geteuid) return undefined // on Windows a file's owner is told in another way
  try {
    const here = realpathSync.native(folder)
    const { dev } = lstatSync(here)
    let top = here
    // A folder with a HEAD may be a bare repository, or a `.git` itself.
    for (; !existsSync(join(top, '.git')); top = dirname(top))
      if (top === dirname(top) || existsSync(join(top, 'HEAD'))) return undefined
    const gitDir = join(top, '.git')
    const [tree, git] = [lstatSync(top), lstatSync(gitDir)]
    const owner = process.geteuid()
    const isOwn = git.isDirectory() && [tree, git].every((each) => each.uid === owner && each.dev === dev)
    if (!isOwn || existsSync(join(top, 'HEAD'))) return undefined
    if (!['objects', 'refs'].every((name) => lstatSync(join(gitDir, name)).isDirectory())) return undefined
    if (top !== here && environment['GIT_CEILING_DIRECTORIES']) return undefined // it may end the search
    const isPlain =
      /^(?:ref: refs\/|[0-9a-f]{40}\n)/.test(readFileSync(join(gitDir, 'HEAD'), 'latin1')) &&
      !existsSync(join(gitDir, 'commondir')) &&
      !unusual.test(readFileSync(join(gitDir, 'config'), 'latin1'))
    return isPlain && !top.includes('\n') ? top : undefined
  } catch {
    return undefined
  }
}
