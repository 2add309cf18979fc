import { withoutCredentials } from '../../credentials/without.js'
import type { LoggedWords } from '../../belief/resolve.js'
import { assertionKey, isAboutPair, type Assertion } from '../../model/assertion.js'
import { readBeginMarker, splitPage } from '../../model/page.js'
import { renderAssertion, renderBoth, renderRemark } from '../../render/render-assertion.js'
import { textByHand } from '../../render/render-page.js'
import { withCurated, wouldJoin } from './curated.js'
import { isSound } from './left-by-hand.js'
import { assertionsIn, continuations, fenceIn, insideFence, readEdit, readPageLine } from '../../parse/parse-page.js'

/**
 * Moves a person's edits out of a page's generated block. Each edit becomes a bullet under `## Curated` that says the
 * same, once; a person's own line moves there word for word, as do their words within one of our lines. The block can
 * then be generated anew, and the page still says the same.
 *
 * @param ours whether the page as rendered now has just this line; such a line needs no reading
 */
export function adoptPage(path: string, text: string, logged: LoggedWords, ours: (line: string) => boolean): string {
  const page = splitPage(text)
  if (!isSound(page)) return text
  const { begin, end } = page.block
  const outside = [...page.lines.slice(0, begin), ...page.lines.slice(end + 1)]
  const standing = new Set(outside)
  const said = new Set(assertionsIn(path, outside.join('\n')).map(({ assertion }) => assertionKey(assertion)))
  const inside = page.lines.slice(begin + 1, end)
  const byHand = textByHand(inside, readBeginMarker(page.lines[begin]!))

  // Of two lines about one fact and belief the later holds: an adopted line goes before such a line behind the block.
  const overruling = pairsIn(path, page.lines.slice(end + 1))
  const overruled: string[] = []
  const moved: string[] = []
  /** The logged words as a page shows them: without credentials. */
  const known: LoggedWords = (of, key) => {
    const words = logged(of, key)
    return words && { ...words, text: withoutCredentials(words.text) }
  }
  /** Lines that would open or close a fence go below all others, where they enclose none of them. */
  const stray: string[] = []
  const move = (line: string, belongs = false): void => {
    if (overruling.size > 0 && [...pairsIn(path, [line]).keys()].some((pair) => overruling.has(pair)))
      return void overruled.push(line)
    if (!belongs && moved.length > 0 && wouldJoin(moved.at(-1)!, line)) moved.push('')
    moved.push(line)
  }
  /** Moves the assertions of one edit that the page does not make yet. */
  const add = (edit: readonly Assertion[]): void => {
    const fresh = edit.filter((assertion) => !said.has(assertionKey(assertion)))
    for (const assertion of fresh) said.add(assertionKey(assertion))
    const anchor = fresh.find(({ what }) => what === 'anchor')
    const isBoth = anchor?.what === 'anchor' && fresh.some(({ what }) => what === 'wording')
    const both = isBoth ? renderBoth(anchor, known(anchor.of, assertionKey(anchor))) : undefined
    if (both !== undefined) move(both)
    else
      for (const each of fresh)
        move(renderAssertion(each, isAboutPair(each) ? null : known(each.of, assertionKey(each))))
  }
  const fenced = insideFence(page.lines).slice(begin + 1, end)
  const isBullet = (line: string): boolean => !ours(line) && readPageLine(line).what === 'bullet'
  const continued = continuations(page.lines, isBullet).slice(begin + 1, end)
  const reads = inside.map((line) => (ours(line) ? undefined : readPageLine(line)))
  const isText = reads.map((read, at) => byHand[at] && !fenced[at] && !continued[at] && read?.what === 'text')
  const kept = inside.map((line, at) => {
    if (fenced[at] || continued[at]) {
      move(line, continued[at] || fenced[at - 1])
      return false
    }
    const read = reads[at]
    if (read === undefined) return true
    if (read.what === 'edited') {
      const { id, assertions, remarks } = readEdit(line, path)!
      add(assertions)
      const remark = renderRemark(id, remarks)
      // A merge may have brought the same remark already, adopted on one side or on both.
      if (remarks.length > 0 && !standing.has(remark)) move(remark)
      return assertions.length === 0 && remarks.length === 0
    }
    if (read.what === 'assertion') {
      const keys = assertionsIn(path, line).map(({ assertion }) => assertionKey(assertion))
      if (keys.some((key) => !said.has(key))) move(line)
      for (const key of keys) said.add(key)
      return false
    }
    if (isText[at] && fenceIn(line) !== undefined) {
      stray.push(line)
      return false
    }
    if (isText[at] || read.what === 'bullet') {
      // With its indentation it would continue the bullet above its new place.
      move(line.trimStart(), isText[at] && isText[at - 1])
      return false
    }
    return true
  })
  if (kept.every(Boolean)) return text
  const eol = page.raw[begin]!.endsWith('\r') ? '\r' : ''
  const rest = page.raw.slice(end + 1)
  if (overruled.length > 0) rest.splice(Math.min(...overruling.values()) - 1, 0, ...overruled.map((line) => line + eol))
  const behind = withCurated(rest, moved, eol)
  if (stray.length > 0) {
    if (behind.at(-1) === '') behind.pop()
    behind.push(...stray.map((line) => line + eol), '')
  }
  return [
    ...page.raw.slice(0, begin + 1),
    ...page.raw.slice(begin + 1, end).filter((_, at) => kept[at]),
    page.raw[end]!,
    ...behind,
  ].join('\n')
}

/** The pairs of fact and belief that lines speak about, each with the number of its line; the first line is 1. */
const pairsIn = (path: string, lines: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    assertionsIn(path, lines.join('\n')).flatMap(({ line, assertion }) =>
      isAboutPair(assertion) ? [[`${assertion.fact} ${assertion.opinion}`, line] as const] : [],
    ),
  )
