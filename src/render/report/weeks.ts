import type { Report } from '../../model/report.js'
import { addDays, daysBetween } from '../../model/time.js'
import { html, type HtmlPart } from './html.js'
import { amount, monthNamed, shortDay, thousands, time } from './words.js'

const [step, height, foot] = [18, 76, 32]

/** A bar of facts noted for each week; weeks of the report's days are highlighted. Nothing if no week has a fact. */
export function weeksChart({ weeks, window }: Report): HtmlPart {
  const most = Math.max(0, ...weeks.map(({ facts }) => facts))
  if (most === 0) return false
  const all = weeks.reduce((sum, { facts }) => sum + facts, 0)
  const [first, width] = [weeks[0]!, weeks.length * step]
  const tall = (facts: number): number => (facts === 0 ? 0 : Math.max(2, Math.round((facts / most) * height)))
  const bars = weeks.map(({ start, facts }, at) => {
    const isRecent = daysBetween(window.start, addDays(start, 6)) >= 0
    return html`<rect
      class="bar ${isRecent && 'recent'}"
      x="${at * step + 2}"
      y="${height - tall(facts)}"
      width="${step - 5}"
      height="${tall(facts)}"
      ><title>Week of ${start}: ${thousands(facts)}</title></rect
    >`
  })
  const named = weeks.flatMap(({ start }, at) => (at % 9 === 0 && at < weeks.length - 4 ? [{ start, at }] : []))
  return html`<svg
      class="weeks"
      viewBox="0 0 ${width} ${height + foot}"
      role="img"
      aria-label="${amount(all, 'fact')} noted in ${weeks.length} weeks since ${shortDay(first.start)} ${first.start.slice(0, 4)}, at most ${thousands(most)} in one"
    >
      <line class="grid" x1="0" x2="${width}" y1="${height}" y2="${height}" />
      ${bars}${named.map(
        ({ start, at }) =>
          html`<text class="tick" x="${at * step + 2}" y="${height + 6}"
            >${monthNamed(start).slice(0, 3)} ${start.slice(0, 4)}</text
          >`,
      )}
    </svg>
    <details class="rest">
      <summary>Facts noted week by week, as a table</summary>
      <div class="scroll" role="region" tabindex="0" aria-label="Facts noted week by week">
        <table class="narrow">
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col" class="number">Facts</th>
            </tr>
          </thead>
          <tbody>
            ${weeks
              .filter(({ facts }) => facts > 0)
              .map(
                ({ start, facts }) =>
                  html`<tr>
                    <td>${time(start)}</td>
                    <td class="number">${thousands(facts)}</td>
                  </tr>`,
              )}
          </tbody>
        </table>
      </div>
    </details>`
}
