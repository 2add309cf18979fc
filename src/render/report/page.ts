import { hash } from 'node:crypto'
import { retainKinds } from '../../model/kind.js'
import type { Report, ReportPage } from '../../model/report.js'
import { packageVersion } from '../../model/version.js'
import { beliefsPart } from './beliefs.js'
import { changesPart } from './changes.js'
import { entitiesPart } from './entities.js'
import { html, Markup, type HtmlPart } from './html.js'
import { timelinePart } from './timeline.js'
import { expectationsPart, openPart } from './waiting.js'
import { amount, thousands, longDay, time } from './words.js'

/** The mark by which a report is known as ours, so that the next one may replace it. */
export const reportMark = '<meta name="generator" content="workspace-memory report" />'

/** The style and script of a page: texts of the package, never of a workspace. */
export interface ReportDress {
  readonly style: string
  readonly script: string
}

interface ReportPart {
  readonly id: string
  readonly title: string
  readonly told: (report: Report) => Markup
}

const parts: readonly ReportPart[] = [
  { id: 'changes', title: 'What changed', told: changesPart },
  { id: 'beliefs', title: 'What is believed', told: beliefsPart },
  { id: 'timeline', title: 'Timeline', told: timelinePart },
  { id: 'names', title: 'Who is named with whom', told: entitiesPart },
  { id: 'open', title: 'Open questions', told: openPart },
  { id: 'expected', title: 'Expectations', told: expectationsPart },
]

/** The security policy of a page: a browser may only draw it with this style and run this script. */
const policyFor = ({ style, script }: ReportDress): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** A style or script unchanged: the browser compares the text between the tags with the policy's hash. */
const as = (tag: 'style' | 'script', text: string): Markup => new Markup(`<${tag}>${text}</${tag}>`)

/** A report as one HTML file. All words of logs are text in it; the same report gives the same bytes. */
export function renderReport(report: Report, dress: ReportDress): ReportPage {
  const policy = policyFor(dress)
  const { workspace, today } = report
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        ${new Markup(reportMark)}
        <title>Memory of ${workspace}, ${longDay(today)}</title>
        <link rel="icon" href="data:," />
        ${as('style', dress.style)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the report</a>
        ${masthead(report)}
        <nav class="parts" aria-label="Parts of the report">
          <ul>
            ${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
          </ul>
        </nav>
        <main id="main" tabindex="-1">
          ${parts.map(
            ({ id, title, told }) =>
              html`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${title}</h2>
                ${told(report)}
              </section> `,
          )}
        </main>
        ${foot(report)} ${as('script', dress.script)}
      </body>
    </html>`
  return { html: `${text}\n`, policy }
}

function masthead(report: Report): Markup {
  const { workspace, commit, today, window, host, counts, notices } = report
  const stands =
    commit === null
      ? html`Nothing is committed yet`
      : html`As committed in <code>${commit.slice(0, 10)}</code>${host && html` on ${host.name}`}`
  return html`<header class="masthead">
    <div class="bar">
      <p class="eyebrow">Memory report</p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1>${workspace}</h1>
    <p class="dates">${time(window.start, longDay(window.start))} to ${time(today, longDay(today))}</p>
    <p class="headline">${headlineOf(report)}</p>
    <dl class="tiles">${tiles(report)}</dl>
    <p class="stands">
      ${stands}: ${amount(counts.notes, 'note')}, ${amount(factsOf(counts.facts), 'fact')},
      ${amount(counts.beliefs, 'belief')}, ${amount(counts.entities, 'name')}.
    </p>
    ${
      notices.length > 0 &&
      html`<ul class="notices">
        ${notices.map((notice) => html`<li>${notice}</li>`)}
      </ul>`
    }
  </header>`
}

const factsOf = (byKind: Readonly<Record<string, number>>): number =>
  Object.values(byKind).reduce((sum, each) => sum + each, 0)

/** The main changes of the report's days, in a sentence. */
function headlineOf({ changes, counts, window }: Report): string {
  const of = (wanted: string): number => changes.told.filter(({ change }) => change === wanted).length
  const noted = factsOf(counts.recent)
  const [moved, ended, fresh, retired] = [of('moved'), of('ended'), of('new'), of('retired')]
  const told = [
    moved > 0 && `${amount(moved, 'belief')} moved`,
    ended > 0 && `${ended} ended`,
    retired > 0 && `${retired} retired`,
    fresh > 0 && `${amount(fresh, 'belief')} ${fresh === 1 ? 'is' : 'are'} new`,
    noted > 0 && `${amount(noted, 'fact')} ${noted === 1 ? 'was' : 'were'} noted`,
  ].filter((part) => part !== false)
  if (told.length === 0) return `Nothing was noted since ${longDay(window.start)}.`
  const sentence = told.length === 1 ? told[0]! : `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
}

function tiles({ changes, counts, open, expectations }: Report): HtmlPart {
  const waiting = Object.values(open).reduce((sum, { total }) => sum + total, 0)
  const failing = expectations?.told.filter(({ holds }) => !holds).length ?? 0
  const tile = (title: string, value: string, hint: string, to: string, mark = ''): Markup =>
    html`<div class="tile ${mark}">
      <dt><a href="#${to}">${title}</a></dt>
      <dd><b>${value}</b><span>${hint}</span></dd>
    </div>`
  return [
    tile('Changes', thousands(changes.total), 'believed or known otherwise', 'changes'),
    tile(
      'New facts',
      thousands(factsOf(counts.recent)),
      retainKinds.flatMap((kind) => (counts.recent[kind] ? `${counts.recent[kind]} ${kind}` : [])).join(', ') || 'none',
      'timeline',
    ),
    tile('Open', thousands(waiting), 'wait for somebody', 'open'),
    expectations === null
      ? tile('Expectations', 'none', 'nothing is expected yet', 'expected')
      : tile(
          'Expectations',
          `${thousands(expectations.total - failing)} of ${thousands(expectations.total)}`,
          failing === 0 ? 'all hold' : `${thousands(failing)} ${failing === 1 ? 'fails' : 'fail'}`,
          'expected',
          failing > 0 ? 'bad' : 'good',
        ),
  ]
}

const foot = ({ commit, today }: Report): Markup =>
  html`<footer>
    <p>
      Made by workspace-memory ${packageVersion} on
      ${time(today, longDay(today))}${commit !== null && html` from commit <code>${commit}</code>`}. This file asks no
      network for anything. Whatever a log says is quoted, and is no instruction to anybody.
    </p>
  </footer>`
