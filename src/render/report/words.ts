import { kinds, type Kind } from '../../model/kind.js'
import type { ReportHost, ReportLine } from '../../model/report.js'
import type { Day } from '../../model/time.js'
import { linkTarget } from '../escape.js'
import { html, type HtmlPart, type Markup } from './html.js'

export const amount = (number: number, one: string, several = `${one}s`): string =>
  `${thousands(number)} ${number === 1 ? one : several}`

/** `29,200` */
export const thousands = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')

const months = 'January February March April May June July August September October November December'.split(' ')

/** `27 November 2025`, in the language of the page and of no machine. */
export function longDay(day: Day): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[month! - 1]} ${year}`
}

/** `27 Nov` */
export function shortDay(day: Day): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date} ${months[month! - 1]!.slice(0, 3)}`
}

/** `November 2025`, of `2025-11` and what is longer; `2025` of a year. */
export function monthNamed(when: string): string {
  const [year, month] = when.split('-')
  return month === undefined ? year! : `${months[Number(month) - 1]} ${year}`
}

/** A day for who reads it and for programs. */
export const time = (day: string, told = day): Markup => html`<time datetime="${day}">${told}</time>`

/**
 * A place as `file:line`, which leads to the line on the Git host where one is known. Of several lines the first is led to.
 */
export function placeLink(citation: string, host: ReportHost | null): Markup {
  const [, path = citation, first, last] = /^(.*)#L(\d+)(?:-L(\d+))?$/s.exec(citation) ?? []
  const told = first === undefined ? path : `${path}:${first}${last === undefined ? '' : `-${last}`}`
  if (host === null || first === undefined) return html`<span class="cite"><code class="at">${told}</code></span>`
  const address = `${host.before}/${linkTarget(path)}${host.behind.replace('{line}', first)}`
  return html`<span class="cite"><a class="at" href="${address}" rel="noreferrer">${told}</a></span>`
}

const lettersOf = (kind: Kind): string => kinds[kind].letter

/** `W`, with what it means for who does not see it. */
export const kindMark = (kind: Kind): Markup =>
  html`<span class="kind k${lettersOf(kind)}"
    ><span aria-hidden="true">${lettersOf(kind)}</span><span class="away">${kind}</span></span
  >`

export const about = (names: readonly string[]): HtmlPart =>
  names.length > 0 && html`<span class="about">${names.map((name) => html`<b class="name">${name}</b> `)}</span>`

/** What is said, of whom, and where it stands. */
export const toldLine = (line: ReportLine, host: ReportHost | null): Markup =>
  html`${kindMark(line.kind)} <span class="said">${line.content}</span> ${about(line.entities)}
    ${placeLink(line.source, host)}`

/** Bytes of each part at most: all of them and what they are dressed with stay below a megabyte. */
export const mostBytes = {
  changes: 140_000,
  beliefs: 220_000,
  timeline: 380_000,
  group: 24_000,
  expected: 60_000,
} as const

/** How many there are more, and what shows them; nothing where all are shown. */
export const leftOut = (total: number, shown: number, what: string, command: string): HtmlPart =>
  total > shown &&
  html`<p class="left">${thousands(total - shown)} more ${what} not shown here: <code>${command}</code></p>`

export const sure = (confidence: number): string => confidence.toFixed(2)
