import { simpleGit, type SimpleGit } from 'simple-git'
import type { Repository } from './git.js'

/**
 * Questions to Git that are asked by people's commands, never by a hook or
 * recall: simple-git costs more to load than they take.
 */
function open({ root }: Repository): SimpleGit {
  return simpleGit({ baseDir: root, trimmed: true })
}

/** `core.hooksPath` as this repository sees it; null where it is not set. */
export async function configuredHooksPath(repository: Repository): Promise<string | null> {
  return (await open(repository).getConfig('core.hooksPath')).value
}
