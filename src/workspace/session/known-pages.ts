import { createHash } from 'node:crypto'
import { readRegular } from '../../files/files.js'
import { keepOwn } from '../../files/own-folder.js'
import { packageVersion, parserVersion } from '../../model/version.js'

/**
 * The file that lists pages on which nothing waits for a person: for each a line with the digest of its bytes and of
 * the version that read them. A page cannot be compared with HEAD or with what was written last instead: HEAD may hold
 * edits that no hook has adopted yet, and a written page keeps edits that are not committed.
 *
 *     .git/workspace-memory/known-pages    9f86d081884c7d659a2feaa0c55ad015
 *
 * A line that was cut short is the digest of no page.
 */
const knownName = 'known-pages'
/** Bytes that are read at most, of more than a hundred thousand pages. */
const mostNoted = 4_000_000

const digestOf = (text: string): string =>
  createHash('sha256').update(`${packageVersion}/${parserVersion}\0`).update(text).digest('hex').slice(0, 32)

/** What `look` finds on pages. One where it finds nothing is not looked at again while its bytes stay the same. */
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
