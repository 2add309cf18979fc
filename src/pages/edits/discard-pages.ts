import type { ReplacedPage } from '../page-files.js'
import { pages } from '../../render/pages.js'
import { nothingMentioned } from '../../render/layout.js'
import { renderPage } from '../../render/render-page.js'
import { splitPage } from '../../model/page.js'
import { adoptPage } from './adopt-page.js'
import { sameByHand } from './left-by-hand.js'
import { knownOn, type LoggedWords } from '../../belief/resolve.js'
import { readPageLine } from '../../parse/parse-page.js'
import { nameOfPage } from '../page-name.js'
import { refOf, type PagesContext } from '../write-pages.js'

export interface DiscardReport {
  /** Pages that were set back to their text in HEAD. */
  readonly restored: readonly string[]
  /** Pages that HEAD does not have and that held no words of a person's. */
  readonly removed: readonly string[]
  /** Pages left alone: they hold a person's words that HEAD lacks, or their bytes are no text. */
  readonly kept: readonly string[]
}

/** Whether a page holds the same words of a person's as HEAD's page, or as that page once its edits are adopted. */
function holdsNoMore(standing: string, head: string, known: LoggedWords, path: string): boolean {
  if (sameByHand(standing, head)) return true
  const lines = new Set(splitPage(standing).lines)
  return sameByHand(
    standing,
    adoptPage(path, head, known, (line) => lines.has(line)),
  )
}

/**
 * Puts HEAD's pages back, for a switch or a pull. A page with any words of a person's that HEAD lacks is left alone.
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
  // A file that changed since it was read was saved by somebody: it is kept.
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
