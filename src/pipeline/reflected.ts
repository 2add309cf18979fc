import { writeFiles, type PageFiles, type PagesContext, type Which } from './write-pages.js'

/** What reflecting would make of the pages that `context.files` reads: path → text, null where a page goes; nothing is written. */
export function reflected(context: PagesContext, which: Which = 'all'): ReadonlyMap<string, string | null> {
  const { files } = context
  const made = new Map<string, string | null>()
  const note = (path: string, text: string | null): boolean => {
    if ((files.read(path) ?? null) === text) return false
    made.set(path, text)
    return true
  }
  const captured: PageFiles = { ...files, write: note, remove: (path) => note(path, null) }
  writeFiles({ ...context, files: captured }, which)
  return made
}
