import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { isFactId, type Fact, type FactId } from '../model/fact.js'
import { readRegular } from '../files/files.js'
import { appendOwn, dropOwn } from '../files/own-folder.js'
import type { Store } from '../store/store.js'
import type { Opened } from './opened.js'
import { uncommittedFacts } from './uncommitted.js'

/**
 * Which bullets of the working tree `retain` wrote, an id a line: what a person types into the same logs is theirs to
 * commit. Kept in the clone's own folder, for no file says who wrote a line before it is committed.
 */
const name = 'retained'
/** More bullets than anybody leaves uncommitted. */
const mostRead = 4_000_000

/** Note that these are about to be written: an id whose bullet stands nowhere says nothing. */
export const noteRetained = ({ repository }: Opened, ids: Iterable<FactId>): void =>
  appendOwn(repository.ownFolder, name, [...ids].map((id) => `${id}\n`).join(''))

const notedIn = (folder: string, file: string): FactId[] => {
  try {
    const text = readRegular(folder, file, mostRead)?.toString('utf8') ?? ''
    return [...new Set(text.split('\n').filter(isFactId))]
  } catch {
    return []
  }
}

/** Bullets that `retain` wrote and that no commit holds, by log and line. */
export async function waitingBullets(opened: Opened, store: Store): Promise<readonly Fact[]> {
  const noted = notedIn(opened.repository.ownFolder, name)
  if (noted.length === 0) return []
  const facts = [...(await uncommittedFacts(opened, store, noted)).values()]
  return facts
    .filter(({ kind, source }) => kind !== 'passage' && source.path.startsWith('memory/'))
    .toSorted((a, b) =>
      a.source.path < b.source.path ? -1 : a.source.path > b.source.path ? 1 : a.source.first - b.source.first,
    )
}

/** Forget what no longer waits. What another process notes meanwhile stays. */
export async function forgetLanded(opened: Opened, store: Store): Promise<void> {
  const folder = opened.repository.ownFolder
  const left = new Set((await waitingBullets(opened, store)).map(({ id }) => id))
  const aside = `${name}-${process.pid}`
  try {
    renameSync(join(folder, name), join(folder, aside))
  } catch {
    return // nothing was noted
  }
  const still = notedIn(folder, aside).filter((id) => left.has(id))
  if (still.length > 0) noteRetained(opened, still)
  dropOwn(folder, aside)
}
