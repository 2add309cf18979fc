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

/** `27 November 2025`, in English whatever the machine's language. */
export function longDay(day: Day): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[month! - 1]} ${year}`
}

/** `27 Nov` */
export function shortDay(day: Day): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date} ${months[month! - 1]!.slice(0, 3)}`
}

/** `November 2025` for `2025-11` or a longer date; `2025` for a year. */
export function monthNamed(when: string): string {
  const [year, month] = when.split('-')
  return month === undefined ? year! : `${months[Number(month) - 1]} ${year}`
}

/** A day, readable for people and for programs. */
export const time = (day: string, told = day): Markup => html`<time datetime="${day}">${told}</time>`

/** A place as `file:line`, with a link to its first line on the Git host where one is known. */
export function placeLink(citation: string, host: ReportHost | null): Markup {
  const [, path = citation, first, last] = /^(.*)#L(\d+)(?:-L(\d+))?$/s.exec(citation) ?? []
  const told = first === undefined ? path : `${path}:${first}${last === undefined ? '' : `-${last}`}`
  if (host === null || first === undefined) return html`<span class="cite"><code class="at">${told}</code></span>`
  const address = `${host.before}/${linkTarget(path)}${host.behind.replace('{line}', first)}`
  return html`<span class="cite"><a class="at" href="${address}" rel="noreferrer">${told}</a></span>`
}

const lettersOf = (kind: Kind): string => kinds[kind].letter

/** A kind's letter, such as `W`, and its name for screen readers. */
export const kindMark = (kind: Kind): Markup =>
  html`<span class="kind k${lettersOf(kind)}"
    ><span aria-hidden="true">${lettersOf(kind)}</span><span class="away">${kind}</span></span
  >`

export const about = (names: readonly string[]): HtmlPart =>
  names.length > 0 && html`<span class="about">${names.map((name) => html`<b class="name">${name}</b> `)}</span>`

export const toldLine = (line: ReportLine, host: ReportHost | null): Markup =>
  html`${kindMark(line.kind)} <span class="said">${line.content}</span> ${about(line.entities)}
    ${placeLink(line.source, host)}`

/** The most bytes of each part: with style and script, all parts together stay below a megabyte. */
export const mostBytes = {
  changes: 140_000,
  beliefs: 220_000,
  timeline: 380_000,
  group: 24_000,
  expected: 60_000,
} as const

/**
 * How many more there are and the command that shows them; nothing where all are shown.
 *
 * @param noun for one of them, empty where the heading says what they are
 */
export function leftOut(total: number, shown: number, noun: string, command: string): HtmlPart {
  if (total <= shown) return false
  const left = total - shown
  const more = noun === '' ? `${thousands(left)} more` : amount(left, `more ${noun}`)
  return html`<p class="left">${more} ${left === 1 ? 'is' : 'are'} not shown here: <code>${command}</code></p>`
}

export const sure = (confidence: number): string => confidence.toFixed(2)
