import type { Repository } from '../git/repository.js'

/**
 * Git's settings by which a rebase or a merge puts aside what is not committed,
 * and brings it back at its end. Git looks for a clean working tree before it
 * runs any hook, so pages that wait to be reviewed would make `git pull` refuse.
 */
const settings = ['rebase.autoStash', 'merge.autoStash'] as const

/**
 * Beside the merge driver: which of them are ours to take out again. While they are being set, that stands in front: a
 * command that was cut short is ended by the next.
 */
const mark = 'merge.memory-bank.autoStash'
const unfinished = 'setting '

/**
 * Set those that nobody set, in the clone's own configuration; once, so that
 * what a person took out again stays out.
 *
 * @returns those that were set now
 */
export function installAutostash(repository: Repository): readonly string[] {
  const standing = repository.config(mark)
  if (standing !== undefined && !standing.startsWith(unfinished)) return []
  const config = repository.configNow('any')
  const isUnset = (name: string): boolean => config(name) === undefined
  const ours = standing?.slice(unfinished.length).split(' ') ?? settings.filter(isUnset)
  if (standing === undefined && ours.length > 0) repository.configure(mark, unfinished + ours.join(' '))
  for (const name of ours.filter(isUnset)) repository.configure(name, 'true')
  repository.configure(mark, ours.length > 0 ? ours.join(' ') : 'none')
  return ours
}

/** Take out what we set, where it is as we set it; before the merge driver goes, and our mark with it. */
export function uninstallAutostash(repository: Repository): void {
  const ours = repository.config(mark)?.split(' ') ?? []
  for (const name of settings) if (ours.includes(name) && repository.config(name) === 'true') repository.unset(name)
}
