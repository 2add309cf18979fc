import type { Repository } from '../workspace/git.js'

/**
 * Git's settings by which a rebase or a merge puts aside what is not committed,
 * and brings it back at its end. Git looks for a clean working tree before it
 * runs any hook, so pages that wait to be reviewed would make `git pull` refuse.
 */
const settings = ['rebase.autoStash', 'merge.autoStash'] as const

/** Beside the merge driver: which of them are ours to take out again. */
const mark = 'merge.memory-bank.autoStash'

/**
 * Set those that nobody set, in the clone's own configuration; once, so that
 * what a person took out again stays out.
 *
 * @returns those that were set now
 */
export function installAutostash(repository: Repository): readonly string[] {
  if (repository.config(mark) !== undefined) return []
  const unset = settings.filter((name) => repository.config(name, 'any') === undefined)
  for (const name of unset) repository.configure(name, 'true')
  repository.configure(mark, unset.length > 0 ? unset.join(' ') : 'none')
  return unset
}

/** Take out what we set, where it is as we set it; before the merge driver goes, and our mark with it. */
export function uninstallAutostash(repository: Repository): void {
  const ours = repository.config(mark)?.split(' ') ?? []
  for (const name of settings) if (ours.includes(name) && repository.config(name) === 'true') repository.unset(name)
}
