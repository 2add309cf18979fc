import { simpleGit, type SimpleGit } from 'simple-git'
import type { Repository } from './repository.js'
import { gitEnvironment } from './run-git.js'

/** Opens simple-git for people's commands. Hooks and recall never use it: to load it takes longer than they do. */
function open({ root, top }: Repository, environment: NodeJS.ProcessEnv): SimpleGit {
  const env = Object.fromEntries(
    Object.entries(gitEnvironment(environment, top)).filter(([name]) => name.startsWith('GIT_') || needed.has(name)),
  )
  const unsafe = { allowUnsafeConfigPaths: true }
  return simpleGit({ baseDir: root, trimmed: true, allowEnvironment: Object.keys(env), unsafe }).env(env)
}

/**
 * The variables by which Git finds programs and settings. simple-git starts no Git with an editor or pager among them.
 */
const needed = new Set(['PATH', 'HOME', 'XDG_CONFIG_HOME', 'LC_ALL', 'SystemRoot', 'USERPROFILE'])

/** `core.hooksPath` as this repository sees it, and the file that sets it; null where none does. */
export async function configuredHooksPath(
  repository: Repository,
  environment: NodeJS.ProcessEnv,
): Promise<{ value: string; file: string } | null> {
  // All settings are listed for one: where Git prints nothing, simple-git waits 50 ms for output.
  const listed = await open(repository, environment).raw(['config', '--null', '--show-origin', '--list'])
  const [, file = '', value = ''] = [...listed.matchAll(/([^\0]*)\0core\.hookspath\n([^\0]*)/g)].at(-1) ?? []
  return file === '' ? null : { value, file: file.replace(/^file:/, '') }
}
