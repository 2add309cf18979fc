import { isUtf8 } from 'node:buffer'
import { isPage, type TreeFile } from '../../model/note.js'
import type { CommittedPages } from '../../pages/edits/deleted-lines.js'
import type { Store } from '../../store/store.js'
import { blobOid, isBlocked, largestNote, readAtMost } from '../../files/files.js'
import type { Repository } from '../../git/repository.js'
import { whenAsked } from '../../text/once.js'

/** A page's text; null where its bytes are no text. */
export type PageText = string | null

export function pagesInTree(repository: Repository, tree: string | null): Map<string, PageText> {
  const files = tree === null ? [] : repository.files(tree)
  const pages = files.filter(({ path }) => isPage(path))
  const blobs = repository.blobs(pages.map(({ oid }) => oid))
  return new Map(pages.map(({ path, oid }) => [path, textOf(blobs.get(oid)) ?? null]))
}

/** Whether a file is regular: no link, and no submodule. */
export const isRegular = ({ mode }: TreeFile): boolean => mode.startsWith('100')

/** The text of bytes; undefined where there are none, null where they are no text. */
export const textOf = (bytes: Buffer | undefined): PageText | undefined =>
  bytes && (isUtf8(bytes) ? bytes.toString('utf8') : null)

/** A page's text in the working tree; undefined where there is none, null where it cannot be read as text. */
export function readPage(root: string, path: string): PageText | undefined {
  if (isBlocked(root, path)) return null
  const found = readAtMost(root, path, largestNote)
  return found === undefined || Buffer.isBuffer(found) ? textOf(found) : null
}

/** The text of a file in HEAD; undefined where HEAD has none, null where it is no text. */
export function textInHead(repository: Repository, path: string): PageText | undefined {
  const head = repository.head()
  const file = head && repository.files(head.tree, [path]).find((each) => each.path === path)
  return file && (isRegular(file) ? textOf(repository.blobs([file.oid]).get(file.oid)) : null)
}

/** The pages that Git holds at the commit of the index; a later commit does not change them. */
export function committedPages(repository: Repository, store: Store): CommittedPages {
  const { commit, tree } = store.standing() ?? {}
  return {
    holds(path, text) {
      const oid = store.filesAt([path])[0]?.oid
      return oid !== undefined && blobOid(Buffer.from(text), oid) === oid
    },
    head: whenAsked(() => pagesInTree(repository, tree ?? null)),
    parent: whenAsked(() => pagesInTree(repository, (commit !== undefined && repository.parentTree(commit)) || null)),
  }
}
