import { isSealed, withoutMarker } from '../../model/page.js'
import type { ChangedPage } from './changed-page.js'

/**
 * Counts the mentions that come and go on pages, a line each: `Roger: 18 lines mentioned`,
 * `Ann: 2 lines mentioned, 1 no longer`.
 */
export function mentionReasons(pages: readonly ChangedPage[]): string[] {
  return pages.flatMap(({ path, before, after }) => {
    const [was, now] = [mentionsIn(before), mentionsIn(after)]
    const come = [...now].filter((line) => !was.has(line)).length
    const gone = [...was].filter((line) => !now.has(line)).length
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
    if (come > 0)
      return [`${name}: ${come} ${come === 1 ? 'line' : 'lines'} mentioned${gone > 0 ? `, ${gone} no longer` : ''}`]
    return gone > 0 ? [`${name}: ${gone} no longer mentioned`] : []
  })
}

/** The mentions of a page, without their line numbers, which change with the lines above. */
const mentionsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/\r?\n/)
      .flatMap((line) => {
        const said = withoutMarker(line)
        return said?.startsWith('[') && isSealed(line) ? [said] : []
      })
      .map((said) => said.replace(/\?plain=1#[^)]*\)/, ')').replace(/ <!-- [0-9a-f]{8} -->$/, '')),
  )
