import { plus, sizeOf, tokensOfSize, type TextSize } from '../answer/budget.js'

/** The sections of a brief, in the order in which they are told, each with its share of the budget. */
export const briefSections = [
  { name: 'how', share: 1 },
  { name: 'core', share: 0.3 },
  { name: 'owner', share: 0.25 },
  { name: 'under way', share: 0.1 },
  { name: 'last days', share: 0.2 },
  { name: 'changed', share: 0.1 },
] as const

export type SectionName = (typeof briefSections)[number]['name']

export interface Line {
  readonly text: string
  /** Told once, above the first of the lines that stand under it; another for each block. */
  readonly under?: string
}

/** What a section has to say, before it is known how much of it fits. */
export interface Gathered {
  readonly title: string
  readonly lines: readonly Line[]
  /** How many lines more there are that nobody gathered. */
  readonly more: number
}

/** A section as it is told. */
export interface BriefSection {
  readonly name: SectionName
  readonly title: string
  readonly lines: readonly string[]
  /** How many lines were left out. */
  readonly left: number
}

export interface Fitted {
  /** Those that have a line to tell, or would have. */
  readonly sections: readonly BriefSection[]
  /** Without a line feed at its end. */
  readonly text: string
  /** Of the text with that line feed. */
  readonly tokens: number
}

/** The fewest tokens that the first line and the last take. */
export const leastBudget = 100

interface Row extends Gathered {
  readonly name: SectionName
  readonly share: number
  readonly kept: Set<Line>
  /** What stands above some of them. */
  readonly heads: Set<string>
  /** Those that another section tells. */
  readonly elsewhere: Set<Line>
}

const isFirst = ({ under }: Line, { heads }: Row): boolean => under !== undefined && !heads.has(under)

/**
 * As much as a budget holds. First each section takes lines up to its share, then what nobody took goes to
 * the sections in their order; a line too long for what is left makes room for the next, and none is cut. What one
 * section tells no other tells again.
 *
 *     # Memory up to 2025-12-08
 *
 *     ## Last days
 *     - W Moved from Graz to Wels. — Mara (memory/2025-12-08.md#L2 ^e82yczfr8h)
 *
 *     Left out: 3 lines of how, 12 of core.
 */
export function fitted(head: string, gathered: ReadonlyMap<SectionName, Gathered>, budget: number): Fitted {
  const rows = briefSections.flatMap(({ name, share }): Row[] => {
    const section = gathered.get(name)
    return section && section.lines.length > 0
      ? [{ ...section, name, share, kept: new Set(), heads: new Set(), elsewhere: new Set() }]
      : []
  })
  // Nothing that is left out later makes the last line longer than all of it.
  let spent = plus(sizeOf(`${head}\n\n`), longest(lastLine(rows), lastLine([])))
  const own = new Map<Row, TextSize>()
  const told = new Set<string>()
  for (const isShared of [true, false]) {
    for (const row of rows) {
      const most = isShared ? Math.floor(row.share * budget) : budget
      for (const line of row.lines) {
        if (row.kept.has(line) || row.elsewhere.has(line)) continue
        if (line.under === undefined && told.has(line.text)) {
          row.elsewhere.add(line)
          continue
        }
        const size = sizeOf(
          `${row.kept.size === 0 ? titleOf(row) : ''}${isFirst(line, row) ? `${line.under}\n` : ''}${line.text}\n`,
        )
        const [all, mine] = [plus(spent, size), plus(own.get(row) ?? sizeOf(''), size)]
        if (tokensOfSize(all) > budget || tokensOfSize(mine) > most) continue
        row.kept.add(line)
        told.add(line.text)
        if (line.under !== undefined) row.heads.add(line.under)
        spent = all
        own.set(row, mine)
      }
    }
  }
  const text = `${head}\n${rows.map(sectionText).join('')}\n${lastLine(rows)}`
  return { sections: rows.map(sectionOf), text, tokens: tokensOfSize(sizeOf(`${text}\n`)) }
}

const titleOf = ({ title }: Row): string => `\n## ${title}\n`

const linesOf = ({ lines, kept }: Row): string[] =>
  lines
    .filter((line) => kept.has(line))
    .flatMap(({ text, under }, at, all) =>
      under === undefined || under === all[at - 1]?.under ? [text] : [under, text],
    )

function sectionText(row: Row): string {
  const lines = linesOf(row)
  return lines.length === 0 ? '' : `${titleOf(row)}${lines.map((line) => `${line}\n`).join('')}`
}

const leftOf = ({ lines, kept, elsewhere, more }: Row): number => lines.length - kept.size - elsewhere.size + more

const sectionOf = (row: Row): BriefSection => ({
  name: row.name,
  title: row.title,
  lines: linesOf(row),
  left: leftOf(row),
})

/** `Left out: 1 line of how, 12 of core.` */
function lastLine(rows: readonly Row[]): string {
  const left = rows.map((row) => ({ name: row.name, many: leftOf(row) })).filter(({ many }) => many > 0)
  if (left.length === 0) return 'Nothing is left out.'
  const counted = left.map(({ name, many }, at) => `${many}${at > 0 ? '' : many === 1 ? ' line' : ' lines'} of ${name}`)
  return `Left out: ${counted.join(', ')}.`
}

const longest = (a: string, b: string): TextSize => sizeOf(`${a.length > b.length ? a : b}\n`)
