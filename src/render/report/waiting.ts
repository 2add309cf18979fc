import type { Report, ReportExpectation, ReportHost, ReportSome } from '../../model/report.js'
import { html, withinBytes, type HtmlPart, type Markup } from './html.js'
import { thousands, leftOut, mostBytes, placeLink, toldLine } from './words.js'

export function openPart({ open, host }: Report): Markup {
  const { tasks, opposed, verdicts, suggestions, doubts } = open
  const groups = [
    group(
      'Beliefs that stand against each other',
      'One of each pair may be over, or wrong.',
      opposed,
      'memory status',
      ([one, other]) => html`${toldLine(one, host)}<br /><span class="versus">against</span> ${toldLine(other, host)}`,
    ),
    group('To be done', 'No later line says that it is done.', tasks, 'memory recall --label open --k 1000', (line) =>
      toldLine(line, host),
    ),
    group(
      'What do these facts do to what is believed?',
      html`Nobody has said so, and no rule is sure. <code>memory judge</code> asks, and takes the answers.`,
      verdicts,
      'memory judge --next 1000 --json',
      ({ fact, beliefs }) =>
        html`${toldLine(fact, host)}
          <ul class="near">
            ${beliefs.map((line) => html`<li>${toldLine(line, host)}</li>`)}
          </ul>`,
    ),
    group(
      'Suggestions that wait',
      'Drafted from a log: no evidence until somebody keeps them.',
      suggestions,
      'memory suggest',
      (line) => toldLine(line, host),
    ),
    group(
      'Not understood, or perhaps not as it was meant',
      'These bullets can be found, and may count for nothing.',
      doubts,
      'memory status',
      ({ message, source }) => html`<span class="said">${message}</span> ${placeLink(source, host)}`,
    ),
  ].filter((each) => each !== false)
  return groups.length === 0 ? html`<p class="none">Nothing waits for anybody.</p>` : html`${groups}`
}

function group<T>(
  title: string,
  hint: HtmlPart,
  some: ReportSome<T>,
  command: string,
  told: (each: T) => HtmlPart,
): Markup | false {
  if (some.total === 0) return false
  const shown = withinBytes(some.told, mostBytes.group, (each) => html`<li>${told(each)}</li>`)
  return html`<section class="group">
    <h3>${title} <span class="count">${thousands(some.total)}</span></h3>
    <p class="hint">${hint}</p>
    <ul class="lines">
      ${shown}
    </ul>
    ${leftOut(some.total, shown.length, '', command)}
  </section>`
}

export function expectationsPart({ expectations, host }: Report): Markup {
  if (expectations === null)
    return html`<p class="none">
      Nothing is expected yet: <code>memory expect add "a question"</code> begins a file of what memory has to answer.
    </p>`
  if (expectations.total === 0) return html`<p class="none">The file of expectations is empty.</p>`
  const failing = expectations.told.filter(({ holds }) => !holds)
  const ordered = [...failing, ...expectations.told.filter(({ holds }) => holds)]
  const shown = withinBytes(ordered, mostBytes.expected, (each) => expectationRow(each, host))
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Expectations">
      <table class="expected">
        <thead>
          <tr>
            <th scope="col">Holds</th>
            <th scope="col">Asked</th>
            <th scope="col">Expected</th>
            <th scope="col">Otherwise</th>
            <th scope="col">Place</th>
          </tr>
        </thead>
        <tbody>
          ${shown}
        </tbody>
      </table>
    </div>
    ${leftOut(expectations.total, shown.length, '', 'memory expect')}`
}

const expectationRow = ({ asked, expected, holds, why, source }: ReportExpectation, host: ReportHost | null): Markup =>
  html`<tr class="${holds ? 'holds' : 'fails'}">
    <td><span class="verdict">${holds ? 'yes' : 'no'}</span></td>
    <td>${asked}</td>
    <td>${expected}</td>
    <td>${why}</td>
    <td>${placeLink(source, host)}</td>
  </tr>`
