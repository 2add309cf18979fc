import type { FactId } from '../model/fact.js'
import { factsNamed, forgottenBy } from '../model/forgotten.js'
import type { TreeFile } from '../model/note.js'
import { decode } from '../parse/decode.js'
import { cameBack } from '../parse/without-forgotten.js'
import type { Store } from '../store/store.js'
import { readBlobs, type BlobSource } from './read-blobs.js'

/** What was forgotten under the settings of an index, and what is under those of a tree. */
export interface Forgetting {
  readonly newly: ReadonlySet<FactId>
  /** Forgotten before, and not any more. */
  readonly noMore: ReadonlySet<FactId>
}

/**
 * @param always ids that are forgotten under any settings
 * @returns undefined where the same is forgotten
 */
export function forgettingBetween(
  before: string,
  now: string,
  always: ReadonlySet<FactId> = new Set(),
): Forgetting | undefined {
  const [was, is] = [forgottenBy(before), forgottenBy(now)]
  const only = (these: ReadonlySet<FactId>, others: ReadonlySet<FactId>): Set<FactId> =>
    new Set([...these].filter((id) => !others.has(id) && !always.has(id)))
  const [newly, noMore] = [only(is, was), only(was, is)]
  return newly.size + noMore.size > 0 ? { newly, noMore } : undefined
}

/**
 * The files that are read otherwise, though their bytes are the same, because other facts are forgotten now: they say
 * one, name one, or report a line that is indexed again. Words that no fact has, in a code block or below another
 * bullet, are only in the files themselves: all are searched, which takes a small part of reading them.
 */
export function readOtherwise(
  source: BlobSource & { readonly store: Store },
  { newly, noMore }: Forgetting,
  files: readonly TreeFile[],
): TreeFile[] {
  const { store } = source
  const paths = new Set<string>()
  if (noMore.size > 0)
    for (const { path, kind, message } of store.problems())
      if (kind === 'forgotten' && [...noMore].some((id) => message.includes(`^${id}`))) paths.add(path)
  if (newly.size > 0) {
    for (const { source: place } of store.factsById([...newly])) paths.add(place.path)
    for (const { page, assertion } of store.assertions.all())
      if (factsNamed(assertion).some((id) => newly.has(id))) paths.add(page)
    const others = files.filter(({ path }) => !paths.has(path))
    for (const batch of readBlobs(source, others))
      for (const { file, bytes } of batch) {
        const decoded = decode(bytes, source.largestNote)
        if ('text' in decoded && cameBack(file.path, decoded.text, newly).length > 0) paths.add(file.path)
      }
  }
  return files.filter(({ path }) => paths.has(path))
}
