import type { Report, ReportBelief } from '../../model/report.js'
import { effectWay } from './changes.js'
import { beliefCurve } from './curve.js'
import { html, type Markup } from './html.js'
import { about, counted, grouped, leftOut, placed, sure, time } from './words.js'

/** So many curves stand open; the rest is one click away. */
const shownAtOnce = 10

export function beliefsPart(report: Report): Markup {
  const { beliefs, window } = report
  if (beliefs.told.length === 0)
    return html`<p class="none">
      Nothing is believed yet: a bullet such as <code>- O(c=0.8) @Mara: Prefers short replies.</code> states a belief.
    </p>`
  const [first, rest] = [beliefs.told.slice(0, shownAtOnce), beliefs.told.slice(shownAtOnce)]
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
    ${listOf(report, first)}${
      rest.length > 0 &&
      html`<details class="rest">
        <summary>${counted(rest.length, 'more belief')}</summary>
        ${listOf(report, rest)}
      </details>`
    }${leftOut(beliefs, 'are', 'memory recall --kind opinion --k 1000')}`
}

const listOf = (report: Report, beliefs: readonly ReportBelief[]): Markup =>
  html`<ol class="beliefs">
    ${beliefs.map((belief) => html`<li>${beliefTold(report, belief)}</li>`)}
  </ol>`

function beliefTold({ host, today, window }: Report, belief: ReportBelief): Markup {
  const { id, content, entities, confidence, until, retired, source, steps, earlier } = belief
  const state = retired ? 'retired' : until === undefined ? '' : `until ${until}`
  return html`<article class="belief">
    <div class="words">
      <p class="statement">
        <span class="sureness">${sure(confidence)}</span> <span class="said">${content}</span> ${about(entities)}
      </p>
      <p class="where">
        ${placed(source, host)}
        <code class="id">^${id}</code>${state !== '' && html` <span class="until">${state}</span>`}
      </p>
    </div>
    ${beliefCurve(belief, today, window)}
    <details>
      <summary>What moved it: ${counted(steps.length, 'step')}</summary>
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
                  <td>${placed(step.source, host)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${earlier > 0 && html`<p class="left">${grouped(earlier)} earlier: <code>memory show ^${id}</code></p>`}
    </details>
  </article>`
}
