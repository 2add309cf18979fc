import { printable } from '../text/safe-text.js'
import { startOf } from '../text/start-of.js'
import { linkTarget } from './escape.js'

/** A place that a line cites, and the fact that stands there. */
export interface CitedFact {
  /** `memory/2025-11-27.md#L4` */
  readonly place: string
  /** Null where the fact is not known. */
  readonly fact: string | null
  /** The verdict that somebody gave, and where: `contradicts, bank/evidence.md`; null for a verdict of a rule. */
  readonly said: string | null
}

/** One fact or belief, before and after the change. */
export interface SummaryRow {
  readonly id: string
  /** `Peter, Anna`; empty where nobody is named. */
  readonly about: string
  readonly text: string
  /** The former words, or of a moved belief its confidence; empty for what is new or superseded. */
  readonly before: string
  readonly after: string
  readonly cites: readonly CitedFact[]
  readonly page: string
}

/** The changes to show a reviewer; a section without rows is left out. */
export interface Summary {
  readonly moved: readonly SummaryRow[]
  readonly superseded: readonly SummaryRow[]
  readonly retired: readonly SummaryRow[]
  readonly reworded: readonly SummaryRow[]
  readonly fresh: readonly SummaryRow[]
  readonly gone: readonly SummaryRow[]
  /** Lines proposed for MEMORY.md. */
  readonly proposed: readonly string[]
  /** Pages with people's edits on this branch, which were kept. */
  readonly carried: readonly string[]
  /** Bullets that could not be understood, as `path:line  what — hint`. */
  readonly problems: readonly string[]
}

/** The longest body. A Git host allows 65,536 characters, and a person needs room to add some. */
export const mostCharacters = 60_000

/** The address before a path: `https://github.com/me/notes/blob/main`. Null: places are named but not linked. */
export type Links = string | null

interface Section {
  readonly title: string
  readonly hint: string
  readonly head: readonly string[]
  readonly rows: (summary: Summary, links: Links) => readonly (readonly string[])[]
}

const evidence = ({ cites }: SummaryRow, links: Links): string =>
  listed(cites.map(({ place, said }) => `${linkedPlace(place, links)}${said === null ? '' : ` (${code(said)})`}`))

const sections: readonly Section[] = [
  {
    title: 'Beliefs that moved',
    hint: 'To say no, run the command, or change the confidence in the line on this branch.',
    head: ['About', 'Belief', 'Confidence', 'Because of', 'To say no'],
    rows: ({ moved }, links) =>
      moved.map((row) => [
        code(row.about),
        code(row.text),
        `${row.before} → ${row.after}`,
        evidence(row, links) || 'an edit of its page',
        listed(
          row.cites.flatMap(({ fact }) =>
            fact === null || fact === row.id ? [] : [code(`memory retire ^${fact} --for ^${row.id}`)],
          ),
        ),
      ]),
  },
  {
    title: 'No longer true',
    hint: 'Something newer took the place of these.',
    head: ['About', 'Statement', 'Until', 'Source'],
    rows: ({ superseded }, links) =>
      superseded.map((row) => [code(row.about), code(row.text), code(row.after), evidence(row, links)]),
  },
  {
    title: 'Retired',
    hint: 'Somebody said no to these; deleting the `retired` line in the page takes it back.',
    head: ['About', 'Statement', 'Page'],
    rows: ({ retired }) => retired.map((row) => [code(row.about), code(row.text), code(row.page)]),
  },
  {
    title: 'Told in other words',
    hint: '',
    head: ['About', 'Before', 'After'],
    rows: ({ reworded }) => reworded.map((row) => [code(row.about), code(row.before), code(row.after)]),
  },
  {
    title: 'New',
    hint: 'To say no, strike the line through in its page on this branch, or run `memory retire` with its id.',
    head: ['About', 'Statement', 'Source', 'Id'],
    rows: ({ fresh }, links) =>
      fresh.map((row) => [code(row.about), code(row.text), evidence(row, links), code(`^${row.id}`)]),
  },
  {
    title: 'Gone',
    hint: 'No log says these any more, or their page is full of newer ones.',
    head: ['About', 'Statement', 'Page'],
    rows: ({ gone }) => gone.map((row) => [code(row.about), code(row.text), code(row.page)]),
  },
  {
    title: 'Proposed for MEMORY.md',
    hint: 'In a commit of its own: drop it, or delete a line of it, to decline.',
    head: ['Line'],
    rows: ({ proposed }) => proposed.map((line) => [code(line.replace(/^- /, '').replace(/ <!-- \^\w+ -->$/, ''))]),
  },
  {
    title: 'Edited on this branch',
    hint: 'What people wrote in these pages here was kept, and is adopted.',
    head: ['Page'],
    rows: ({ carried }) => carried.map((path) => [code(path)]),
  },
  {
    title: 'Not understood',
    hint: 'Bullets that were indexed as plain text, or perhaps not as they were meant.',
    head: ['Where, and what would be right'],
    rows: ({ problems }) => problems.map((problem) => [code(problem)]),
  },
]

/**
 * The body of a pull request, in Markdown for a Git host.
 *
 * All words of logs stand as code, so that the host sees no mention, issue number, closing keyword, link or tag in
 * them. A section that takes more than its share of `mostCharacters` loses its last rows, and says how many.
 */
export function renderSummary(summary: Summary, links: Links): string {
  const filled = sections.flatMap((section) => {
    const rows = section.rows(summary, links)
    return rows.length === 0 ? [] : [{ ...section, rows }]
  })
  if (filled.length === 0) return 'Every page is as the logs say.\n'
  const parts: string[] = []
  let left = mostCharacters
  for (const [at, section] of filled.entries()) {
    const part = sectionText(section, Math.floor(left / (filled.length - at)))
    parts.push(part)
    left -= part.length + 1
  }
  return parts.join('\n')
}

function sectionText(
  { title, hint, head, rows }: Omit<Section, 'rows'> & { rows: readonly (readonly string[])[] },
  share: number,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  let text = `### ${title} (${rows.length})\n\n${hint === '' ? '' : `${hint}\n\n`}${line(head)}${line(head.map(() => '---'))}`
  for (const [at, row] of rows.entries()) {
    const more = line(row)
    if (text.length + more.length + 60 > share) return `${text}\nand ${rows.length - at} more, which the diff has.\n`
    text += more
  }
  return text
}

/** More places would make a cell unreadable. */
const mostListed = 3
const listed = (cells: readonly string[]): string =>
  cells.length > mostListed
    ? `${cells.slice(0, mostListed).join('<br>')}<br>and ${cells.length - mostListed} more`
    : cells.join('<br>')

/** A place as a link with the full address: a relative link in a pull request does not lead into the repository. */
export function linkedPlace(place: string, links: Links): string {
  const [path, lines] = place.split(/#(?=L\d+(?:-L\d+)?$)/)
  return links === null ? code(place) : `[${code(place)}](${links}/${linkTarget(path!)}?plain=1#${lines})`
}

const longest = 400

/** Text as a code span in a table's cell, where a bar has to be escaped even in code. */
export function code(text: string): string {
  const whole = printable(text.replace(/\s+/g, ' ').trim())
  const said = whole.length > longest ? `${startOf(whole, longest)}…` : whole
  if (said === '') return ''
  const fence = '`'.repeat(1 + Math.max(0, ...[...said.matchAll(/`+/g)].map(([run]) => run.length)))
  const edge = /^`|`$/.test(said) ? ' ' : ''
  const inside = said.replace(
    /(\\*)\|/g,
    (_, slashes: string) => `${slashes}${slashes.length % 2 === 0 ? '' : '\\'}\\|`,
  )
  return `${fence}${edge}${inside}${edge}${fence}`
}
