import { isOurs, readBeginMarker, splitPage, type Page, type PageLine } from '../../model/page.js'
import { textByHand } from '../../render/render-page.js'
import { readPageLine } from '../../parse/parse-page.js'

/** A page with one block in it. */
export type Sound = Page & { readonly block: NonNullable<Page['block']> }
export const isSound = (page: Page): page is Sound => page.block !== null

export type ReadLine = (line: string) => PageLine

/** The lines that a person left inside the block. */
export const leftInBlock = (page: Sound, read: ReadLine = readPageLine): string[] =>
  placesLeft(page, read).map((at) => page.lines[at]!)

/** The indices, in the page's lines, of what a person left inside the block. */
export function placesLeft(page: Sound, readLine: ReadLine): number[] {
  const { begin, end } = page.block
  const inside = page.lines.slice(begin + 1, end)
  const byHand = textByHand(inside, readBeginMarker(page.lines[begin]!))
  return inside.flatMap((line, at) => {
    const read = readLine(line)
    const theirs = read.what === 'text' ? byHand[at] : !isOurs(read)
    return theirs ? [begin + 1 + at] : []
  })
}

/** Whether two versions of a page hold the same words of a person's, and differ at most in generated lines. */
export function sameByHand(left: string, right: string): boolean {
  const [one, other] = [left, right].map(splitPage)
  if (!one || !other || !isSound(one) || !isSound(other)) return left === right
  const said = (page: Sound): string =>
    JSON.stringify([page.raw.slice(0, page.block.begin), leftInBlock(page), page.raw.slice(page.block.end + 1)])
  return said(one) === said(other)
}
