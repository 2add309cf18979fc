import type { ReportBelief, ReportStep } from '../../model/report.js'
import { daysBetween, type Day, type Span } from '../../model/time.js'
import { html, type Markup } from './html.js'
import { amount, shortDay, sure } from './words.js'

const [width, height] = [380, 108]
const box = { left: 30, right: 12, top: 10, bottom: 22 } as const

const fixed = (number: number): number => Math.round(number * 10) / 10

/** A belief's confidence day by day: a line with a step and a sign at each move. The table below has the same data. */
export function beliefCurve({ steps, confidence, until }: ReportBelief, today: Day, window: Span): Markup {
  const days = steps.flatMap(({ timestamp }) => timestamp ?? [])
  const start = days[0] ?? today
  const end = [today, days.at(-1) ?? today].toSorted().at(-1)!
  const whole = Math.max(1, daysBetween(start, end))
  const x = (day: Day | null): number =>
    fixed(
      box.left +
        (Math.min(Math.max(0, daysBetween(start, day ?? start)), whole) / whole) * (width - box.left - box.right),
    )
  const y = (sureness: number): number => fixed(box.top + (1 - sureness) * (height - box.top - box.bottom))
  const points = steps.flatMap((step) =>
    step.confidence === null ? [] : [{ step, x: x(step.timestamp), y: y(step.confidence) }],
  )
  const [first, ...others] = points
  const line = first
    ? `M${first.x} ${first.y}${others.map((point) => `H${point.x}V${point.y}`).join('')}H${x(end)}`
    : ''
  const shade =
    window.start < end
      ? html`<rect
          class="window"
          x="${x(window.start)}"
          y="${box.top}"
          width="${fixed(x(end) - x(window.start))}"
          height="${height - box.top - box.bottom}"
        />`
      : ''
  const summary = `Confidence ${first ? `from ${sure(first.step.confidence!)} ` : ''}to ${sure(confidence)}, ${amount(steps.length, 'step')}${until === undefined ? '' : `, over since ${until}`}`
  return html`<svg class="curve" viewBox="0 0 ${width} ${height}" role="img" aria-label="${summary}">
    ${shade}${[1, 0.5, 0].map(
      (level) =>
        html`<line
            class="${level === 0.5 ? 'grid half' : 'grid'}"
            x1="${box.left}"
            x2="${width - box.right}"
            y1="${y(level)}"
            y2="${y(level)}"
          /><text class="tick" x="${box.left - 6}" y="${y(level) + 3.5}" text-anchor="end">${level}</text>`,
    )}
    <text class="tick" x="${box.left}" y="${height - 6}">${shortDay(start)} ${start.slice(0, 4)}</text>
    <text class="tick" x="${width - box.right}" y="${height - 6}" text-anchor="end">
      ${end === today ? 'today' : shortDay(end)}
    </text>
    <path class="line ${until !== undefined && 'over'}" d="${line}" />
    ${points.map(({ step, x: across, y: down }, at) => pointOf(step, points[at - 1]?.step, across, down))}
  </svg>`
}

/**
 * A sign whose shape tells what a step does, not only its colour: a triangle up or down, a square for a confidence set
 * by a person, else a circle.
 */
function pointOf(step: ReportStep, before: ReportStep | undefined, x: number, y: number): Markup {
  const way = wayOf(step, before)
  const title = html`<title>${step.timestamp ?? 'undated'}: ${step.effect}, ${sure(step.confidence!)}</title>`
  if (way === 'up') return html`<path class="point for" d="M${x - 5} ${fixed(y + 4)}h10l-5 -8.5z">${title}</path>`
  if (way === 'down') return html`<path class="point against" d="M${x - 5} ${fixed(y - 4)}h10l-5 8.5z">${title}</path>`
  if (way === 'set')
    return html`<rect class="point set" x="${fixed(x - 4)}" y="${fixed(y - 4)}" width="8" height="8">${title}</rect>`
  return html`<circle class="point" cx="${x}" cy="${y}" r="4">${title}</circle>`
}

export type StepWay = 'up' | 'down' | 'set' | 'same'

/** The direction in which a step moves a belief; `set` where a person set it. */
export function wayOf(step: ReportStep, before: ReportStep | undefined): StepWay {
  if (step.effect === 'anchors' || step.effect === 'pins') return 'set'
  if (before === undefined || before.confidence === null || step.confidence === null) return 'same'
  if (step.confidence === before.confidence) return 'same'
  return step.confidence > before.confidence ? 'up' : 'down'
}
