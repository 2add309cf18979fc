import { writtenBy } from '../../model/writer.js'
import type { Report, ReportChange, ReportHost, ReportStep } from '../../model/report.js'
import { html, withinBytes, type HtmlPart, type Markup } from './html.js'
import { about, amount, kindMark, leftOut, mostBytes, placeLink, sure, time } from './words.js'

/** The steps shown below a change; earlier ones are folded. */
const mostSteps = 3

export function changesPart({ changes, host, window }: Report): Markup {
  if (changes.told.length === 0)
    return html`<p class="none">Nothing that is believed or known changed since ${time(window.start)}.</p>`
  const shown = withinBytes(changes.told, mostBytes.changes, (change) => html`<li>${changeTold(change, host)}</li>`)
  return html`<ol class="changes">
      ${shown}
    </ol>
    ${leftOut(changes.total, shown.length, 'change', `memory log --beliefs --since ${window.start} --k 1000`)}`
}

const marks: Readonly<Record<ReportChange['change'], string>> = {
  moved: 'moved',
  ended: 'ended',
  retired: 'retired',
  new: 'new belief',
}

function changeTold(change: ReportChange, host: ReportHost | null): Markup {
  const { kind, content, entities, source, steps, earlier, id, until, pinned } = change
  const way = wayTold(change)
  // A new belief with one step is its own evidence.
  const isPlain = change.change === 'new' && steps.length === 1
  const shown = isPlain ? [] : steps.slice(-mostSteps)
  const folded = isPlain ? [] : steps.slice(0, -mostSteps)
  const writer = isPlain ? steps[0]!.writer : undefined
  const more = earlier + folded.length
  return html`<article class="change ${way}">
    <p class="head">
      <span class="mark">${marks[change.change]}</span
      >${numbers(change)}${until !== undefined && html`<span class="until">until ${time(until)}</span>`}${pinned && html`<span class="until">pinned</span>`}
    </p>
    <p class="statement">${kindMark(kind)} <span class="said">${content}</span> ${about(entities)}</p>
    <p class="where">
      ${placeLink(source, host)}
      <code class="id">^${id}</code>${writer && html` <span class="writer">${writtenBy(writer)}</span>`}
    </p>
    ${
      shown.length > 0 &&
      html`<ul class="evidence">
        ${shown.map((step) => html`<li>${evidenceStep(step, host)}</li>`)}
      </ul>`
    }${
      more > 0 &&
      html`<details>
        <summary>${amount(more, 'earlier step')}</summary>
        <ul class="evidence">
          ${folded.map((step) => html`<li>${evidenceStep(step, host)}</li>`)}
        </ul>
        ${earlier > 0 && html`<p class="left">All of them: <code>memory show ^${id}</code></p>`}
      </details>`
    }
  </article>`
}

function wayTold({ change, before, after }: ReportChange): string {
  if (change !== 'moved') return change
  return (after ?? 0) < (before ?? 0) ? 'down' : 'up'
}

function numbers({ before, after }: ReportChange): HtmlPart {
  if (after === null) return false
  if (before === null || before === after) return html`<span class="numbers">${sure(after)}</span>`
  const word = after < before ? 'falls' : 'rises'
  return html`<span class="numbers"
    ><span class="away">${word} from </span>${sure(before)} <span aria-hidden="true">→</span
    ><span class="away"> to </span> <b>${sure(after)}</b></span
  >`
}

/** A step: what it does, its words, and who wrote it. */
export function evidenceStep(step: ReportStep, host: ReportHost | null): Markup {
  const { timestamp, effect, confidence, content, source, writer, cues } = step
  return html`<span class="effect ${effectWay(effect)}">${effect}</span>
    ${timestamp === null ? html`<span class="day">undated</span>` : html`<span class="day">${time(timestamp)}</span>`}${confidence !== null && html` <span class="to">→ ${sure(confidence)}</span>`}
    ${content !== '' && html`<q>${content}</q>`}
    ${placeLink(source, host)}${writer && html` <span class="writer">${writtenBy(writer)}</span>`}${cues.length > 0 && html` <span class="cues">${cues.join('; ')}</span>`}`
}

export const effectWay = (effect: string): string =>
  ['contradicts', 'weakens', 'supersedes', 'ends'].includes(effect)
    ? 'against'
    : ['reinforces', 'restates', 'supports'].includes(effect)
      ? 'for'
      : 'plain'
