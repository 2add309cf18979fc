import { plus, sizeOf, tokensOfSize, type TextSize } from '../answer/budget.js'

/**
 * The sections of a brief, in the order in which they are told, each with its share of the budget. What a section
 * leaves of its share goes to the others in this order; one with share 0 gets only what is left.
 */
export const briefSections = [
  { name: 'how', share: 1 },
  { name: 'core', share: 0.3 },
  { name: 'owner', share: 0.15 },
  { name: 'under way', share: 0.1 },
  { name: 'last days', share: 0.15 },
  { name: 'changed', share: 0.05 },
  { name: 'believed', share: 0.1 },
  { name: 'names', share: 0.15 },
  { name: 'older', share: 0 },
] as const

export type SectionName = (typeof briefSections)[number]['name']

export const sorts = ['fact', 'belief', 'passage'] as const
type Sort = (typeof sorts)[number]

/** The part of memory that a line tells; no other line tells it again. */
export interface Topic {
  readonly sort: Sort
  /** The id of the fact or passage; for a belief, that of its first statement. */
  readonly id: string
  /** Set where the line tells how a belief moved; a line before it may have told its words and confidence. */
  readonly moved?: true
}

export interface BriefLine {
  readonly text: string
  /** A line told once, above all lines of the section that stand under it. */
  readonly under?: string
  /** Left out where the line tells nothing of memory: a line of the brief itself, or of a core block. */
  readonly topic?: Topic
}

export type MemoryLine = BriefLine & { readonly topic: Topic }

/** What a section has to say, before it is known how much of it fits. */
export interface GatheredLines {
  readonly title: string
  /**
   * The most important lines first. A generator makes lines of memory only as they are asked for. Lines with the same
   * `under` are told together, at the place of the first.
   */
  readonly lines: readonly BriefLine[] | Iterable<BriefLine>
  /** The most lines that there can be, with any that `lines` leaves out. */
  readonly many: number
}

/** A section as it is told. */
export interface BriefSection {
  readonly name: SectionName
  readonly title: string
  readonly lines: readonly string[]
  /** How many lines were left out; an upper bound where not all were looked at. */
  readonly left: number
}

/** How much of memory there is to tell, of each sort. */
export type Amounts = Readonly<Record<Sort, number>>

/** What stands around the sections. */
export interface BriefFrame {
  /** The first line. */
  readonly head: string
  readonly all: Amounts
  /** How to ask for what is left out: `memory recall "…"` */
  readonly ask: string
}

export interface Fitted {
  /** The sections that tell a line, or had to leave one out. */
  readonly sections: readonly BriefSection[]
  /** How much of memory is nowhere in the brief. */
  readonly left: Amounts
  /** Without a line feed at its end. */
  readonly text: string
  /** The tokens of the text with that line feed. */
  readonly tokens: number
}

/** The least budget: the first line and the last need it. */
export const leastBudget = 100

/** After so many lines in a row that are too long for what is left, a section tries no more. */
const patience = 16

class SectionRow {
  readonly name: SectionName
  readonly share: number
  readonly title: string
  readonly kept = new Set<BriefLine>()
  /** The `under` of lines that were kept. */
  readonly heads = new Set<string>()
  /** Lines that another section tells. */
  readonly elsewhere = new Set<BriefLine>()
  /** Lines that were looked at. */
  readonly made: BriefLine[] = []
  readonly #many: number
  readonly #lines: Iterator<BriefLine>
  #isDone = false

  constructor({ name, share }: (typeof briefSections)[number], { title, lines, many }: GatheredLines) {
    this.name = name
    this.share = share
    this.title = title
    this.#many = many
    this.#lines = lines[Symbol.iterator]()
    // A list is looked at whole: what it leaves out has to be known before a line is told.
    if (Array.isArray(lines)) this.at(lines.length)
  }

  at(place: number): BriefLine | undefined {
    while (!this.#isDone && this.made.length <= place) {
      const { value, done } = this.#lines.next()
      if (done) this.#isDone = true
      else this.made.push(value)
    }
    return this.made[place]
  }

  /** How many lines are left out: of those there are, where every line was looked at, else of `many`. */
  get left(): number {
    const all = this.#isDone ? this.made.length : Math.max(this.#many, this.made.length)
    return all - this.kept.size - this.elsewhere.size
  }
}

const isFirst = ({ under }: BriefLine, { heads }: SectionRow): boolean => under !== undefined && !heads.has(under)

/**
 * Chooses as many lines as a budget holds. First each section with a share takes lines up to it, one at least. Then
 * what is left goes to the sections in their order. A line too long for what is left is passed over for the next, and
 * none is cut. What one section tells no other tells again.
 *
 *     # Memory up to 2025-12-08
 *
 *     ## Last days
 *     - W Moved from Graz to Wels. — Mara (memory/2025-12-08.md#L2 ^e82yczfr8h)
 *
 *     Left out: 212 facts, 31 beliefs, 900 passages, 12 lines of core: ask `memory recall "…"`.
 */
export function fitSections(
  frame: BriefFrame,
  gathered: ReadonlyMap<SectionName, GatheredLines>,
  budget: number,
): Fitted {
  const rows = briefSections.flatMap((section): SectionRow[] => {
    const found = gathered.get(section.name)
    const row = found && new SectionRow(section, found)
    return row?.at(0) ? [row] : []
  })
  const told = new Set<string>()
  // The last line is longest while nothing is told: room for that one is kept.
  let spent = plus(sizeOf(`${frame.head}\n\n`), longest(lastLine(frame, rows, told), nothingLeft))
  const own = new Map<SectionRow, TextSize>()
  for (const isShared of [true, false]) {
    for (const row of rows) {
      const most = isShared ? Math.floor(row.share * budget) : budget
      let misses = 0
      for (let place = 0; misses < patience; place++) {
        const line = row.at(place)
        if (line === undefined) break
        if (row.kept.has(line) || row.elsewhere.has(line)) continue
        if (line.topic && told.has(keyOf(line.topic))) {
          row.elsewhere.add(line)
          continue
        }
        const size = sizeOf(
          `${row.kept.size === 0 ? titleOf(row) : ''}${isFirst(line, row) ? `${line.under}\n` : ''}${line.text}\n`,
        )
        const [all, mine] = [plus(spent, size), plus(own.get(row) ?? sizeOf(''), size)]
        const isBegun = row.kept.size > 0 || row.share === 0
        if (tokensOfSize(all) > budget || (isBegun && tokensOfSize(mine) > most)) {
          misses++
          continue
        }
        misses = 0
        row.kept.add(line)
        if (line.topic) for (const key of [keyOf(line.topic), memoryOf(line.topic)]) told.add(key)
        if (line.under !== undefined) row.heads.add(line.under)
        spent = all
        own.set(row, mine)
      }
    }
  }
  const text = `${frame.head}\n${rows.map(sectionText).join('')}\n${lastLine(frame, rows, told)}`
  const tokens = tokensOfSize(sizeOf(`${text}\n`))
  const sections = rows.map(sectionOf).filter(({ lines, left }) => lines.length > 0 || left > 0)
  return { sections, left: leftOf(frame, told), text, tokens }
}

/** The key of a topic, the same for a line that tells how a belief moved. */
export const memoryOf = ({ sort, id }: Topic): string => `${sort} ${id}`
const keyOf = (topic: Topic): string => `${topic.moved ? 'moved ' : ''}${memoryOf(topic)}`

const titleOf = ({ title }: SectionRow): string => `\n## ${title}\n`

function linesOf({ made, kept }: SectionRow): string[] {
  const groups = new Map<string | BriefLine, string[]>(made.map((line) => [line.under ?? line, []]))
  for (const line of made) if (kept.has(line)) groups.get(line.under ?? line)!.push(line.text)
  return [...groups].flatMap(([group, told]) =>
    typeof group === 'string' && told.length > 0 ? [group, ...told] : told,
  )
}

function sectionText(row: SectionRow): string {
  const lines = linesOf(row)
  return lines.length === 0 ? '' : `${titleOf(row)}${lines.map((line) => `${line}\n`).join('')}`
}

const sectionOf = (row: SectionRow): BriefSection => ({
  name: row.name,
  title: row.title,
  lines: linesOf(row),
  left: row.left,
})

const nothingLeft = 'Nothing is left out.'

function leftOf({ all }: BriefFrame, told: ReadonlySet<string>): Amounts {
  const left = (sort: Sort): number =>
    Math.max(0, all[sort] - [...told].filter((key) => key.startsWith(`${sort} `)).length)
  return { fact: left('fact'), belief: left('belief'), passage: left('passage') }
}

/** Says how many facts, beliefs and passages were left out. Lines of other sorts are told by section: `2 lines of how`. */
function lastLine(frame: BriefFrame, rows: readonly SectionRow[], told: ReadonlySet<string>): string {
  const left = leftOf(frame, told)
  const many = [
    ...sorts.map((sort) => ({ many: left[sort], one: sort, more: `${sort}s` })),
    ...rows.map((row) => ({ many: ownLeft(row), one: `line of ${row.name}`, more: `lines of ${row.name}` })),
  ].filter((each) => each.many > 0)
  if (many.length === 0) return nothingLeft
  const counted = many.map((each) => `${each.many} ${each.many === 1 ? each.one : each.more}`)
  return `Left out: ${counted.join(', ')}: ask ${frame.ask}.`
}

const ownLeft = ({ made, kept }: SectionRow): number =>
  made.filter((line) => line.topic === undefined && !kept.has(line)).length

const longest = (a: string, b: string): TextSize => sizeOf(`${a.length > b.length ? a : b}\n`)
