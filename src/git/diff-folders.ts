import { MemoryError } from '../model/error.js'
import { gitEnvironment, run } from './run-git.js'

/** The difference between two folders below `folder`, as `git diff` prints it, whatever the person's settings say. */
export function diffOfFolders(folder: string, before: string, after: string): string {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--src-prefix=', '--dst-prefix=']
  const ran = run(folder, gitEnvironment(process.env, folder), ['diff', '--no-index', ...plain, '--', before, after])
  if (ran.status > 1) throw new MemoryError('git-failed', `git diff failed: ${ran.stderr || `exit ${ran.status}`}`)
  return ran.stdout.toString('utf8')
}
