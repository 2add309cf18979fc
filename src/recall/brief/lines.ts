import { linesWithoutCredentials, withoutCredentials } from '../../credentials/without.js'
import { kinds, type Kind } from '../../model/kind.js'
import { printable } from '../../text/safe-text.js'
import type { StoredFact } from '../../store/rows.js'
import type { Result } from '../answer/result.js'
import { underOf } from '../../narrative/under.js'
import type { BeliefChange } from '../belief-changes.js'
import { topicOf, type About } from './about.js'
import type { BriefLine, MemoryLine } from './fit.js'

/** A part of a file at the workspace's root that an agent is to know: a section of MEMORY.md, or all of another. */
export type BriefBlock =
  | {
      readonly path: string
      /** 1-based, both included. */
      readonly first: number
      readonly last: number
      readonly text: string
    }
  | {
      readonly path: string
      /** Why nothing of it is told. */
      readonly unread: string
    }

interface Cited {
  readonly id: string
  readonly source: string
}

/** `(memory/2025-11-27.md#L4 ^osynd3u4p0)`; a citation of a page has the id already. */
const cited = ({ id, source }: Cited): string =>
  `(${printable(source.endsWith(` ^${id}`) ? source : `${source} ^${id}`)})`

const named = (entities: readonly string[]): string =>
  entities.length > 0 ? ` — ${printable(entities.join(', '))}` : ''

const letterOf = (kind: Kind): string => kinds[kind].letter

/**
 * A fact as a line:
 *
 *     - O 0.95 Prefers tea. — Peter [until 2025-12-01] (memory/2025-11-27.md#L4 ^osynd3u4p0)
 *     - W Lives in Graz. — Mara [otherwise 2025-12-08 ^e82yczfr8h] (memory/2025-11-01.md#L2 ^q1bd5yd3lw)
 *
 * @param below the name that the line stands under, and does not repeat
 */
export function factLine(about: About, fact: Result, below?: string): MemoryLine {
  const { kind, confidence, content, entities } = fact
  const sure = confidence === undefined ? '' : ` ${confidence.toFixed(2)}`
  const others = entities.filter((name) => name !== below)
  return {
    text: `- ${letterOf(kind)}${sure} ${printable(content)}${named(others)}${marked(fact)} ${cited(fact)}`,
    topic: topicOf(about, fact),
  }
}

/** Marks that tell why a fact may not hold any more. */
function marked({ until, otherwise, annotations }: Result): string {
  const marks = [
    until ? `until ${until}` : '',
    otherwise ? `otherwise ${otherwise.timestamp} ^${otherwise.id}` : '',
    annotations?.status === 'superseded' ? annotations.status : '',
  ].filter((mark) => mark !== '')
  return marks.length > 0 ? ` [${marks.join(', ')}]` : ''
}

/** Characters of a passage that are told. */
const mostOfPassage = 140

/**
 * A passage as a line, with the headings that say more than its day, and how it begins:
 *
 *     - P Dentist › “Biscuit lost a tooth, and …” (memory/2025-12-08.md#L3 ^osynd3u4p0)
 */
export function passageLine(about: About, fact: StoredFact): MemoryLine {
  const passage = about.asResult(fact)
  const text = beginning(passage.content)
  // Cut off here, a long passage needs its headings as much as a short one.
  const under = underOf({ ...fact, text: text.slice(0, mostOfPassage / 2) })
  const above = under === undefined ? '' : `${printable(withoutCredentials(under))} › `
  return {
    text: `- ${letterOf('passage')} ${above}“${printable(text)}”${marked(passage)} ${cited(passage)}`,
    topic: topicOf(about, passage),
  }
}

/** The beginning of a text, cut at a blank where one is near; between any two characters in a script without blanks. */
function beginning(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  if (characters.length <= mostOfPassage) return characters.join('')
  const cut = characters.slice(0, mostOfPassage).join('')
  const blank = cut.lastIndexOf(' ')
  return `${blank > cut.length / 2 ? cut.slice(0, blank) : cut} …`
}

/**
 * A change of a belief as a line, with the place of its last step:
 *
 *     - moved 0.80 → 0.64 Prefers short replies. — Mara (memory/2025-12-08.md#L3 ^osynd3u4p0)
 */
export function changeLine({ id, change, before, after, content, entities, until, steps }: BeliefChange): MemoryLine {
  const path = `${before === null ? '' : `${before.toFixed(2)} → `}${after.toFixed(2)}`
  const ended = until ? ` [until ${until}]` : ''
  const source = steps.at(-1)!.source
  return {
    text: `- ${change} ${path} ${printable(content)}${named(entities)}${ended} ${cited({ id, source })}`,
    topic: { sort: 'belief', id, moved: true },
  }
}

/**
 * A core block as lines, quoted below its place and size:
 *
 *     MEMORY.md#L3-L9, 812/5000 characters:
 *     > ## Peter
 *     > Lives in Graz.
 *
 * @param limit how many characters of the block are told
 */
export function blockLines(block: BriefBlock, limit: number): BriefLine[] {
  if ('unread' in block) return [{ text: `${block.path}: not read, ${block.unread}` }]
  const { path, first, last, text } = block
  const place = printable(`${path}#L${first}${last > first ? `-L${last}` : ''}`)
  const characters = [...linesWithoutCredentials(text)]
  const over = characters.length - limit
  const under = `${place}, ${characters.length}/${limit} characters:`
  const quoted = characters
    .slice(0, limit)
    .join('')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  return [
    // Said above the quoted lines, since a budget may cut their end again.
    ...(over > 0 ? [{ text: `(its last ${over} characters are cut)`, under }] : []),
    ...quoted.map((line) => ({ text: `> ${printable(line)}`, under })),
  ]
}
