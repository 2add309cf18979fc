import type { Repository } from '../git/repository.js'

/**
 * Git's settings by which a rebase or merge puts uncommitted changes aside, and restores them at its end. Git looks for
 * a clean working tree before it runs any hook, so pages that wait for review would make `git pull` refuse.
 */
const settings = ['rebase.autoStash', 'merge.autoStash'] as const

/**
 * Our own setting, beside those of the merge driver, that names the settings to take out again. It begins with
 * `unfinished` while they are being set; if that is interrupted, the next command finishes it.
 */
const mark = 'merge.memory-bank.autoStash'
const unfinished = 'setting '

/**
 * Set those that are unset, in the clone's own configuration, and only once: what a person removes later stays removed.
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

/** Remove our settings that still have our value. Call it before the merge driver is removed: our mark goes too. */
export function uninstallAutostash(repository: Repository): void {
  const ours = repository.config(mark)?.split(' ') ?? []
  for (const name of settings) if (ours.includes(name) && repository.config(name) === 'true') repository.unset(name)
}
