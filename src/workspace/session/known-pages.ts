import { createHash } from 'node:crypto'
import { readRegular } from '../../files/files.js'
import { keepOwn } from '../../files/own-folder.js'
import { packageVersion, parserVersion } from '../../model/version.js'

/**
 * Pages on which nothing was found that waits for a person, by the digest of their bytes and of the version that read
 * them, a line each. That a page is as HEAD has it, or as it was written, does not say so: HEAD holds edits that no hook
 * has adopted yet, and who writes a page leaves those in it that are not committed.
 *
 *     .git/workspace-memory/known-pages    9f86d081884c7d659a2feaa0c55ad015
 *
 * Half of a line is the digest of nothing.
 */
const knownName = 'known-pages'
/** More than a hundred thousand pages. */
const mostNoted = 4_000_000

const digestOf = (text: string): string =>
  createHash('sha256').update(`${packageVersion}/${parserVersion}\0`).update(text).digest('hex').slice(0, 32)

/**
 * What `look` finds on pages, which it gives undefined for where that is nothing. One on which nothing was found is not
 * looked at again while it has the same bytes.
 */
export function foundOnPages<P extends { readonly text: string }, T>(
  folder: string,
  pages: readonly P[],
  look: (page: P) => T | undefined,
): T[] {
  const known = knownIn(folder)
  const plain = new Set<string>()
  const found = pages.flatMap((page): T[] => {
    const digest = digestOf(page.text)
    const told = known.has(digest) ? undefined : look(page)
    if (told === undefined) plain.add(digest)
    return told === undefined ? [] : [told]
  })
  if (plain.size !== known.size || [...plain].some((digest) => !known.has(digest)))
    keepOwn(folder, knownName, [...plain].map((digest) => `${digest}\n`).join(''))
  return found
}

function knownIn(folder: string): ReadonlySet<string> {
  try {
    const text = readRegular(folder, knownName, mostNoted)?.toString('latin1') ?? ''
    return new Set(text.split('\n').filter((line) => line !== ''))
  } catch {
    return new Set()
  }
}
