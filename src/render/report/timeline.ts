import { kinds, retainKinds } from '../../model/kind.js'
import type { Report, ReportEvent, ReportHost } from '../../model/report.js'
import { compare } from '../../text/compare.js'
import { html, withinBytes, type HtmlPart, type Markup } from './html.js'
import { weeksChart } from './weeks.js'
import { about, kindMark, leftOut, monthNamed, mostBytes, placeLink, sure, time } from './words.js'

export function timelinePart(report: Report): Markup {
  const { timeline } = report
  if (timeline.told.length === 0)
    return html`<p class="none">No fact is noted yet: a bullet under the heading Retain is one.</p>`
  const names = namesTold(report)
  const numberOf = new Map(names.map(([name], at) => [name, at]))
  const shown = withinBytes(timeline.told, mostBytes.timeline, (event) => eventTold(event, report.host, numberOf))
  const months = new Map<string, Markup[]>()
  for (const [at, line] of shown.entries()) {
    const month = timeline.told[at]!.when?.slice(0, 7) ?? ''
    const lines = months.get(month)
    if (lines) lines.push(line)
    else months.set(month, [line])
  }
  return html`${weeksChart(report)}${filters(report, names)}
    <p class="status" id="shown" role="status"></p>
    ${leftOut(timeline.total, shown.length, 'fact', 'memory log --k 1000')}
    <div id="events">
      ${[...months].map(
        ([month, lines]) =>
          html`<section class="month">
            <h3>${month === '' ? 'Undated' : monthNamed(month)}</h3>
            <ol class="events">
              ${lines}
            </ol>
          </section>`,
      )}
    </div>`
}

/** Nobody looks through a longer list. */
const mostNames = 200

/** The names in the timeline, the most named first. Their index here is the number that the filter uses. */
export function namesTold({ timeline }: Report): readonly (readonly [name: string, facts: number])[] {
  const names = new Map<string, number>()
  for (const { entities } of timeline.told) for (const name of entities) names.set(name, (names.get(name) ?? 0) + 1)
  return [...names].toSorted(([a, one], [b, other]) => other - one || compare(a, b)).slice(0, mostNames)
}

/** The filters of the timeline, hidden until the script shows them: without it they would do nothing. */
function filters({ window }: Report, names: ReturnType<typeof namesTold>): Markup {
  return html`<form class="filters" id="filters" hidden>
    <p><label for="words">Words</label><input id="words" type="search" autocomplete="off" /></p>
    <p>
      <label for="who">About</label
      ><select id="who">
        <option value="">anybody</option>
        ${names.map(([name, number], at) => html`<option value="${at}">${name} (${number})</option>`)}
      </select>
    </p>
    <p><label for="from">From</label><input id="from" type="date" data-window="${window.start}" /></p>
    <fieldset>
      <legend>Kinds</legend>
      ${retainKinds.map((kind) => html`<label class="check"><input type="checkbox" name="kind" value="${kinds[kind].letter}" checked /> ${kind}</label> `)}
    </fieldset>
    <p class="buttons">
      <button type="button" id="recent">Since ${window.start}</button> <button type="reset">All</button>
    </p>
  </form>`
}

function eventTold(event: ReportEvent, host: ReportHost | null, numberOf: ReadonlyMap<string, number>): Markup {
  const { when, kind, content, entities, source, confidence, until, retired, unkept, timestamp } = event
  const marks: HtmlPart[] = [
    confidence !== undefined && html`<span class="to">${sure(confidence)}</span> `,
    until !== undefined && html`<span class="until">until ${until}</span> `,
    retired && html`<span class="until">retired</span> `,
    unkept && html`<span class="until">${unkept}, not kept</span> `,
  ]
  const numbers = entities.flatMap((name) => numberOf.get(name) ?? []).join(' ')
  return html`<li data-kind="${kinds[kind].letter}" data-day="${timestamp ?? when ?? ''}" data-names="${numbers}">
    <span class="day">${when === null ? '' : time(when)}</span>${kindMark(kind)}
    <span class="said">${content}</span> ${about(entities)} ${marks}${placeLink(source, host)}
  </li>`
}
