import type { Report, ReportBelief, ReportHost } from '../../model/report.js'
import { effectWay } from './changes.js'
import { beliefCurve } from './curve.js'
import { html, withinBytes, type Markup } from './html.js'
import { about, amount, thousands, leftOut, mostBytes, placeLink, sure, time } from './words.js'

/** How many curves are shown at once; one click shows the others. */
const shownAtOnce = 10

export function beliefsPart(report: Report): Markup {
  const { beliefs, window } = report
  if (beliefs.told.length === 0)
    return html`<p class="none">
      Nothing is believed yet: a bullet such as <code>- O(c=0.8) @Mara: Prefers short replies.</code> states a belief.
    </p>`
  const shown = withinBytes(beliefs.told, mostBytes.beliefs, (belief) => html`<li>${beliefTold(report, belief)}</li>`)
  const [first, rest] = [shown.slice(0, shownAtOnce), shown.slice(shownAtOnce)]
  return html`<p class="lead">
      The line steps where a log moved the belief.
      <span class="legend"
        ><span class="sign for" aria-hidden="true">▲</span> speaks for it,
        <span class="sign against" aria-hidden="true">▼</span> speaks against it,
        <span class="sign" aria-hidden="true">●</span> states it, <span class="sign set" aria-hidden="true">■</span> a
        person set it.</span
      >
      The shaded days are those since ${time(window.start)}.
    </p>
    <ol class="beliefs">
      ${first}
    </ol>
    ${
      rest.length > 0 &&
      html`<details class="rest">
        <summary>${amount(rest.length, 'more belief')}</summary>
        <ol class="beliefs">
          ${rest}
        </ol>
      </details>`
    }${leftOut(beliefs.total, shown.length, '', 'memory recall --kind opinion --k 1000')}`
}

function beliefTold({ host, today, window }: Report, belief: ReportBelief): Markup {
  const { id, content, entities, confidence, until, retired, source, steps } = belief
  const state = retired ? 'retired' : until === undefined ? '' : `until ${until}`
  return html`<article class="belief ${state !== '' && 'over'}">
    <div class="words">
      <p class="statement">
        <span class="sureness">${sure(confidence)}</span> <span class="said">${content}</span> ${about(entities)}
      </p>
      <p class="where">
        ${placeLink(source, host)}
        <code class="id">^${id}</code>${state !== '' && html` <span class="until">${state}</span>`}
      </p>
    </div>
    ${steps.length > 1 && [beliefCurve(belief, today, window), stepsFolded(belief, host)]}
  </article>`
}

/** The data of the curve as a table. */
function stepsFolded({ id, content, steps, earlier }: ReportBelief, host: ReportHost | null): Markup {
  return html`<details>
    <summary>What moved it: ${amount(steps.length, 'step')}</summary>
    <div class="scroll" role="region" tabindex="0" aria-label="Steps of ${content}">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Does</th>
            <th scope="col">Then</th>
            <th scope="col">The line</th>
            <th scope="col">Place</th>
          </tr>
        </thead>
        <tbody>
          ${steps.map(
            (step) =>
              html`<tr>
                <td>${step.timestamp === null ? 'undated' : time(step.timestamp)}</td>
                <td><span class="effect ${effectWay(step.effect)}">${step.effect}</span></td>
                <td class="number">${step.confidence === null ? '' : sure(step.confidence)}</td>
                <td>
                  ${step.content}${step.cues.length > 0 && html` <span class="cues">${step.cues.join('; ')}</span>`}
                </td>
                <td>${placeLink(step.source, host)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${earlier > 0 && html`<p class="left">${thousands(earlier)} earlier: <code>memory show ^${id}</code></p>`}
  </details>`
}
