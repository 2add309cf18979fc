import type { ReplacedPage } from '../page-files.js'
import { pages } from '../../render/pages.js'
import { nothingMentioned } from '../../render/layout.js'
import { renderPage } from '../../render/render-page.js'
import { splitPage } from '../../model/page.js'
import type { LoggedWords } from '../../belief/resolve.js'
import { adoptPage } from './adopt-page.js'
import { sameByHand } from './left-by-hand.js'
import { knownOn } from '../../belief/resolve.js'
import { readPageLine } from '../../parse/parse-page.js'
import { nameOfPage } from '../page-name.js'
import { refOf, type PagesContext } from '../write-pages.js'

export interface DiscardReport {
  /** Pages that are as HEAD has them again. */
  readonly restored: readonly string[]
  /** Pages that HEAD does not have, and that held nothing of a person's. */
  readonly removed: readonly string[]
  /** Pages left as they are: somebody's words are in them that HEAD does not hold. */
  readonly kept: readonly string[]
}

/** Whether a page holds of a person's words just what HEAD has of it, where they stood or adopted. */
function holdsNoMore(standing: string, head: string, known: LoggedWords, path: string): boolean {
  if (sameByHand(standing, head)) return true
  const lines = new Set(splitPage(standing).lines)
  return sameByHand(
    standing,
    adoptPage(path, head, known, (line) => lines.has(line)),
  )
}

/**
 * Put HEAD's pages back, so that nothing generated stands in the way of a
 * switch or a pull. A page that holds any word of a person's that HEAD does not
 * is left alone.
 */
export function discardPages(
  context: PagesContext,
  inHead: ReadonlyMap<string, string | null>,
  paths: readonly string[],
): DiscardReport {
  const { store, files } = context
  const entities = store.entities()
  const restored: string[] = []
  const removed: string[] = []
  const kept: string[] = []
  // What is saved this moment is somebody's.
  const ends = (replaced: ReplacedPage, done: string[], path: string): void => {
    if (replaced !== 'same') (replaced === 'moved' ? kept : done).push(path)
  }
  const labels = new Map(store.pagesInFlight().map(({ path, page }) => [path, page]))
  for (const path of paths) {
    const [standing, head] = [files.read(path), inHead.get(path)]
    if (standing === null || head === null) {
      kept.push(path)
      continue
    }
    if (standing === head) continue
    if (head !== undefined) {
      if (standing !== undefined && !holdsNoMore(standing, head, knownOn(store, path), path)) kept.push(path)
      else ends(files.write(path, head, standing), restored, path)
      continue
    }
    const label = labels.get(path)
    const ref = label === undefined ? undefined : refOf(label)
    const title =
      ref?.name === 'entity' ? (nameOfPage(files, path) ?? entities.nameOf(ref.key)) : ref && pages[ref.name].title
    const filled =
      ref &&
      context.layout(pages[ref.name].template)({
        title: title!,
        groups: [],
        mentioned: nothingMentioned,
        related: '',
        opposed: '',
        older: [],
      })
    const made =
      filled === undefined ? undefined : renderPage({ filled, empty: true, existing: standing, readLine: readPageLine })
    if (made?.what !== 'remove') kept.push(path)
    else ends(files.remove(path, standing), removed, path)
  }
  return { restored, removed, kept }
}
