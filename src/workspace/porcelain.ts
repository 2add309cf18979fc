import { simpleGit, type SimpleGit } from 'simple-git'
import type { Repository } from './git.js'

/**
 * Questions to Git that are asked by people's commands, never by a hook or
 * recall: simple-git costs more to load than they take.
 */
function open({ root }: Repository): SimpleGit {
  return simpleGit({ baseDir: root, trimmed: true })
}

/** `core.hooksPath` as this repository sees it, and the file that sets it; null where none does. */
export async function configuredHooksPath(repository: Repository): Promise<{ value: string; file: string } | null> {
  const { value, paths } = await open(repository).getConfig('core.hooksPath')
  return value === null ? null : { value, file: paths.at(-1) ?? 'the environment' }
}
