import { join } from 'node:path'
import { blobOid, walk } from '../../files/files.js'
import type { FileReplacer } from '../../files/replace-file.js'
import { packageVersion } from '../../model/version.js'
import type { PageFiles } from '../../pages/page-files.js'
import type { PagesContext } from '../../pages/write-pages.js'
import { notHeldMessage } from '../../parse/decode.js'
import { templatesOf } from '../../pipeline/settings.js'
import type { Store } from '../../store/store.js'
import { printable } from '../../text/safe-text.js'
import { isOlder } from '../session/config.js'
import type { Session } from '../session/session.js'
import { readPage, textOf } from '../session/pages-in-tree.js'
import { layoutsOf } from './layouts.js'
import { leftOutOf, workingFiles } from './working-files.js'

/** Why this version may write no pages; null where it may. */
export function refusal(session: Pick<Session, 'config'>, store: Store): string | null {
  const { requires } = session.config(store).config
  if (requires !== null && isOlder(packageVersion, requires))
    return `pages are written by version ${requires} or later, this is ${packageVersion}`
  // Without the files that this clone lacks, a page would tell less than HEAD's and overwrite a person's words.
  const lacking = store.problems().filter(({ message }) => message === notHeldMessage)
  return lacking.length === 0
    ? null
    : `no page is written while this clone lacks what HEAD says in ${printable(lacking[0]!.path)}${lacking.length === 1 ? '' : ` and ${lacking.length - 1} more`}: git checkout, or git sparse-checkout add, fetches it`
}

/**
 * What pages are made with, and the files that they are compared with and written to.
 *
 * @param otherwise what is written where a layout of the workspace's own cannot be used; see `layoutsOf`
 */
export async function pagesContext(
  session: Pick<Session, 'root' | 'repository' | 'options' | 'packageRoot' | 'progress' | 'config'>,
  store: Store,
  working = workingFiles(session, store),
  otherwise?: Parameters<typeof layoutsOf>[2],
): Promise<PagesContext> {
  const { root, repository, packageRoot } = session
  const standing = store.standing()
  const own = standing ? templatesOf(repository, standing.settings) : new Map<string, string>()
  return {
    store,
    files: pageFiles(root, working, leftOutOf(session, store)),
    once: session.config(store).config.bank.tell === 'once',
    layout: await layoutsOf(own, join(packageRoot, 'templates'), otherwise),
    stashed: () => new Map(repository.stashed().map(({ path, oid }) => [path, oid])),
    progress: session.progress('Writing pages'),
  }
}

/** @param leftOut see `leftOutOf`: such a page has what people wrote on it in HEAD alone */
function pageFiles(root: string, { replace }: FileReplacer, leftOut: (path: string) => Buffer | undefined): PageFiles {
  const standing = (path: string, was: string | undefined): Buffer | undefined =>
    was === undefined || leftOut(path) !== undefined ? undefined : Buffer.from(was)
  return {
    read: (path) => {
      const text = readPage(root, path)
      return text === undefined ? textOf(leftOut(path)) : text
    },
    write: (path, text, was) => replace(path, Buffer.from(text), standing(path, was)),
    remove: (path, was) => replace(path, null, standing(path, was)),
    oidOf: (text, like) => blobOid(Buffer.from(text), like),
    entityPages: () => walk(root, 'bank/entities').filter((path) => /\.md$/i.test(path)),
  }
}
