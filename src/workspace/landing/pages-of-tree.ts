import { blobOid } from '../../files/files.js'
import type { Repository } from '../../git/repository.js'
import type { PageFiles } from '../../pages/page-files.js'
import type { PageText } from '../session/pages-in-tree.js'

/** The files of `bank/` as a tree has them, for reading only: `previewPages` catches what would be written. */
export function pagesOfTree(
  repository: Pick<Repository, 'files'>,
  tree: string,
  standing: ReadonlyMap<string, PageText>,
): PageFiles {
  const inPlaceOf = repository.files(tree).flatMap(({ path }) => (/^bank(?:\/entities)?$/.test(path) ? [path] : []))
  return {
    // With a file or link at `bank` or `bank/entities`, no page is written below, for Git would replace it.
    read: (path) => (inPlaceOf.some((taken) => path.startsWith(`${taken}/`)) ? null : standing.get(path)),
    write: () => 'written',
    remove: () => 'written',
    oidOf: (text, like) => blobOid(Buffer.from(text), like),
    entityPages: () => [...standing.keys()].filter((path) => path.startsWith('bank/entities/')),
  }
}
