import type { PageFiles, ReplacedPage } from './page-files.js'
import { writeFiles, type PagesContext, type Which } from './write-pages.js'

/** What reflect would make of the pages in `context.files`, without writing: path → text, null where a page goes. */
export function previewPages(context: PagesContext, which: Which = 'all'): ReadonlyMap<string, string | null> {
  const { files } = context
  const made = new Map<string, string | null>()
  const note = (path: string, text: string | null, was: string | undefined): ReplacedPage => {
    if ((was ?? null) === text) return 'same'
    made.set(path, text)
    return 'written'
  }
  const captured: PageFiles = { ...files, write: note, remove: (path, was) => note(path, null, was) }
  writeFiles({ ...context, files: captured }, which)
  return made
}
