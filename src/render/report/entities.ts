import type { Report } from '../../model/report.js'
import { html, type HtmlPart, type Markup } from './html.js'
import { mapPlaces, mapSize } from './map-layout.js'
import { namesTold } from './timeline.js'
import { thousands, leftOut, placeLink, time } from './words.js'

export function entitiesPart(report: Report): Markup {
  const { entities, ties, host } = report
  if (entities.told.length === 0)
    return html`<p class="none">No fact names anybody yet: <code>@Mara</code> before its words does.</p>`
  const company = withOthers(report)
  const numberOf = new Map(namesTold(report).map(([name], at) => [name, at]))
  return html`<p class="lead">
      A disc is as large as there are facts about the name, and a full one has some of these days; a line joins names
      that facts name together.
    </p>
    ${mapDrawn(report, numberOf)}
    <details class="rest" ${entities.told.length <= 12 && html` open`}>
      <summary>The same as a table</summary>
      <div class="scroll" role="region" tabindex="0" aria-label="Names as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="number">Facts</th>
              <th scope="col" class="number">New</th>
              <th scope="col">First</th>
              <th scope="col">Last</th>
              <th scope="col">Named with</th>
              <th scope="col">Page</th>
            </tr>
          </thead>
          <tbody>
            ${entities.told.map(
              ({ name, facts, recent, first, last, page }, at) =>
                html`<tr>
                  <th scope="row"><span class="who" data-at="${at}" ${filteredBy(numberOf, name)}>${name}</span></th>
                  <td class="number">${thousands(facts)}</td>
                  <td class="number">${recent > 0 ? thousands(recent) : ''}</td>
                  <td>${first !== null && time(first)}</td>
                  <td>${last !== null && time(last)}</td>
                  <td>${company[at]!.join(', ')}</td>
                  <td>${page !== null && placeLink(`${page}#L1`, host)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
    ${leftOut(entities.total, entities.told.length, 'name', 'memory show NAME')}${ties.total > ties.told.length && html`<p class="left">Of ${thousands(ties.total)} pairs the ${ties.told.length} most often named together are joined.</p>`}`
}

/** For each entity the names that it is named with most often. */
function withOthers({ entities, ties }: Report): string[][] {
  const found = entities.told.map((): string[] => [])
  for (const { one, other, facts } of ties.told) {
    found[one]!.push(`${entities.told[other]!.name} (${facts})`)
    found[other]!.push(`${entities.told[one]!.name} (${facts})`)
  }
  return found.map((names) => names.slice(0, 5))
}

/** A name's number in the timeline's filter; nothing where no fact in the timeline is about it. */
const filteredBy = (numberOf: ReadonlyMap<string, number>, name: string): HtmlPart =>
  numberOf.has(name) && html` data-who="${numberOf.get(name)!}"`

function mapDrawn({ entities, ties }: Report, numberOf: ReadonlyMap<string, number>): Markup {
  const places = mapPlaces(entities.told, ties.told)
  const strongest = Math.max(1, ...ties.told.map(({ facts }) => facts))
  const strength = (facts: number): number => Math.round((0.8 + 5 * (facts / strongest)) * 10) / 10
  const [first] = entities.told
  return html`<div class="scroll map" role="region" tabindex="0" aria-label="Map of names">
    <svg
      class="names"
      viewBox="0 0 ${mapSize.width} ${mapSize.height}"
      role="img"
      aria-label="${entities.told.length} names and ${ties.told.length} pairs of them; ${first!.name} is named most, in ${thousands(first!.facts)} facts"
    >
      <g class="ties">
        ${ties.told.map(
          ({ one, other, facts }) =>
            html`<line
              data-ends="${one} ${other}"
              x1="${places[one]!.x}"
              y1="${places[one]!.y}"
              x2="${places[other]!.x}"
              y2="${places[other]!.y}"
              stroke-width="${strength(facts)}"
            />`,
        )}
      </g>
      ${places.map(
        ({ x, y, radius, label }, at) =>
          html`<g
            class="node ${entities.told[at]!.recent > 0 && 'recent'}"
            data-at="${at}"
            ${filteredBy(numberOf, entities.told[at]!.name)}
            ><title>${entities.told[at]!.name}: ${thousands(entities.told[at]!.facts)} facts</title
            ><circle cx="${x}" cy="${y}" r="${radius}" /><text
              x="${x}"
              y="${Math.round((y + radius + 12) * 10) / 10}"
              text-anchor="middle"
              >${label}</text
            ></g
          >`,
      )}
    </svg>
  </div>`
}
