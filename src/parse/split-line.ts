import { stretches } from '../text/code-span.js'
import { dayOfPath } from '../model/note.js'
import { sourceSign, splitTail, withoutStamps } from '../model/page.js'
import { isDay } from '../model/time.js'
import { linkLabel } from '../render/escape.js'
import { decodeCitation } from './citations.js'

/** The body of a generated line, as a person may have left it. */
export interface SplitLine {
  /** The bullet's Markdown without its citations. */
  readonly said: string
  /** The citations that are still as we write them. */
  readonly tail: string
  /** What is neither of these: a comment, a link of a person's own, words among the citations. */
  readonly remarks: readonly string[]
}

/** A citation with its sign, or a sparkline. */
const token = /([+−=←]?)\[([^[\]\n]*)\]\(([^()\s]*)\)|[▁-█]+/gu
/** How many dots of one line are looked at, from the end: each is a place where citations may begin. */
const mostDots = 8

/**
 * Cuts a line into its statement, its citations, and what a person put beside them. It cuts at the last ` · ` if only
 * our citations follow; else behind the words with the line's hash; else at the last ` · ` before a citation of ours.
 *
 *     O @Peter: Likes tea <!-- green --> · [2025-11-27](../memory/2025-11-27.md?plain=1#L4) [his letter](letter.md)
 *
 * @param isAsGenerated whether a bullet's Markdown has the hash that the line's comment holds
 */
export function splitLine(body: string, isAsGenerated: (said: string) => boolean): SplitLine {
  const whole = `${body} `
  const cuts = dotsIn(whole).map((at) => ({ said: whole.slice(0, at), ...readTail(whole.slice(at + ' · '.length)) }))
  const uncited = { said: body, tail: '', left: '' }
  const chosen =
    cuts.slice(0, 1).find(({ tail, left }) => tail !== '' && left === '') ??
    [...cuts, uncited].find(({ said }) => isAsGenerated(said)) ??
    cuts.find(({ tail }) => tail !== '') ??
    cuts.slice(0, 1).find(({ said }) => splitTail(body).said === said) ??
    uncited
  const remarks = [...commentsIn(chosen.said), chosen.left].filter((remark) => remark !== '')
  return { said: chosen.said, tail: chosen.tail, remarks }
}

function dotsIn(text: string): number[] {
  const found: number[] = []
  for (let at = text.lastIndexOf(' · '); at >= 0 && found.length < mostDots; at = text.lastIndexOf(' · ', at - 1)) {
    found.push(at)
    if (at === 0) break
  }
  return found
}

/** The citations of a tail that are ours, and all else in it but the signs and dots that stood around them. */
function readTail(text: string): { tail: string; left: string } {
  const ours: string[] = []
  const rest = withoutStamps(text).replace(token, (found, sign?: string, label?: string, target?: string) => {
    if (label !== undefined && !isCitation(label, target!, sign === sourceSign)) return found
    if (label !== undefined) ours.push(found)
    return ' '
  })
  const left = rest.replace(/\s+/g, ' ').trim()
  return { tail: ours.join(' '), left: /^[+−=←·\s]*$/u.test(left) ? '' : left }
}

const logForm = /^(?:\.\.\/)+([^#?]+)(?:\?plain=1)?#L\d+(?:-L\d+)?$/
const pageForm = /^(?:\.\.\/)+bank\/[^#?]+\.md$/i

/** Whether a link may be ours: its label follows from its target, or is the line number of the source. */
function isCitation(label: string, target: string, isSource: boolean): boolean {
  if (/^\^[0-9a-z]{10}$/.test(label)) return pageForm.test(target)
  const written = logForm.exec(target)?.[1]
  if (written === undefined) return false
  if (isSource && target.replace(/-L\d+$/, '').endsWith(`#${label}`)) return true
  const path = decodeCitation(written)
  const day = dayOfPath(path)
  if (day !== null) return label === linkLabel(day)
  return isDay(label) || label === linkLabel(path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, ''))
}

/** Comments in a statement: ours are escaped, so any is a person's. */
const commentsIn = (said: string): string[] =>
  stretches(said, 'with comments').flatMap(({ kind, text }) => (kind === 'comment' ? [withoutStamps(text).trim()] : []))
