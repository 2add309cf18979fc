import { simpleGit, type SimpleGit } from 'simple-git'
import type { Repository } from './repository.js'
import { gitEnvironment } from './run-git.js'

/**
 * Questions to Git that are asked by people's commands, never by a hook or
 * recall: simple-git costs more to load than they take.
 */
function open({ root, top }: Repository, environment: NodeJS.ProcessEnv): SimpleGit {
  const env = Object.fromEntries(
    Object.entries(gitEnvironment(environment, top)).filter(([name]) => name.startsWith('GIT_') || needed.has(name)),
  )
  const unsafe = { allowUnsafeConfigPaths: true }
  return simpleGit({ baseDir: root, trimmed: true, allowEnvironment: Object.keys(env), unsafe }).env(env)
}

/** What leads Git to its programs and settings. simple-git refuses to start it with an editor or a pager in its environment. */
const needed = new Set(['PATH', 'HOME', 'XDG_CONFIG_HOME', 'LC_ALL', 'SystemRoot', 'USERPROFILE'])

/** `core.hooksPath` as this repository sees it, and the file that sets it; null where none does. */
export async function configuredHooksPath(
  repository: Repository,
  environment: NodeJS.ProcessEnv,
): Promise<{ value: string; file: string } | null> {
  // The one setting is asked for among all: where Git prints nothing, simple-git waits 50 ms for it.
  const listed = await open(repository, environment).raw(['config', '--null', '--show-origin', '--list'])
  const [, file = '', value = ''] = [...listed.matchAll(/([^\0]*)\0core\.hookspath\n([^\0]*)/g)].at(-1) ?? []
  return file === '' ? null : { value, file: file.replace(/^file:/, '') }
}
