import type { Repository } from '../git/repository.js'

/**
 * Git's settings by which a rebase or merge puts uncommitted changes aside, and restores them at its end. Git looks for
 * a clean working tree before it runs any hook, so pages that wait for review would make `git pull` refuse.
 */
const settings = ['rebase.autoStash', 'merge.autoStash'] as const

/**
 * Our own setting, beside those of the merge driver, that names the settings to take out again. While they are being
 * set it begins with `unfinished`: the next command finishes one that was interrupted.
 */
const mark = 'merge.memory-bank.autoStash'
const unfinished = 'setting '

/**
 * Set those that nobody set, in the clone's own configuration. It happens once, so that a setting which a person
 * removed stays out.
 *
 * @returns the settings that were set now
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

/**
 * Remove the settings that we set and that have our value still. Call it before the merge driver is removed, since our
 * mark goes with that.
 */
export function uninstallAutostash(repository: Repository): void {
  const ours = repository.config(mark)?.split(' ') ?? []
  for (const name of settings) if (ours.includes(name) && repository.config(name) === 'true') repository.unset(name)
}
