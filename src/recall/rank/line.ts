import { entityKey, type EntityKey } from '../../model/entity.js'
import type { FactId } from '../../model/fact.js'
import type { Kind } from '../../model/kind.js'
import type { Span } from '../../model/time.js'
import type { LabelKind } from '../../model/label.js'
import type { FactKey, LineRow } from '../../store/rows.js'
import { foldText } from '../../text/folded.js'
import { whenAsked } from '../../text/once.js'
import { stemOf, wordsOf } from '../../language/words.js'

/** A fact or passage as ranking sees it. */
export interface Line {
  readonly key: FactKey
  readonly id: FactId
  readonly path: string
  readonly first: number
  readonly kind: Kind
  readonly day: string | null
  readonly occurred: Span | null
  readonly label: LabelKind | null
  /** Canonical keys: whom it is about, or who says it. */
  readonly owners: ReadonlySet<EntityKey>
  /** `Maya: I went …`: who speaks, where the passage says so. */
  readonly speaker: string | null
  /** The text without the speaker. */
  readonly body: string
  /** `findable` of its row; made when asked for. */
  readonly all: () => string
  readonly words: readonly string[]
  /** One for each word. */
  readonly stems: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  /** The headings above, as the index has them: equal for lines of one section. */
  readonly headings: string
  /** The nearest heading above; empty where there is none. */
  readonly heading: () => string
  /** Stems of the headings above; made when asked for. */
  readonly aboveStems: () => ReadonlySet<string>
}

const spoken = /^(\p{Lu}[\p{L}\p{N}'’.-]*(?: \p{Lu}[\p{L}\p{N}'’.-]*){0,2}): (?=\S)/u

/** The text that a row can be found by, folded as a question is: its names, its headings and its text. */
export const findable = ([, , , , , , , , mentions, headings, text]: LineRow): string =>
  foldText(`${mentions}\n${headings}\n${text}`)

export function rankedLine(row: LineRow, canonical: (key: EntityKey) => EntityKey): Line {
  const [key, id, path, first, kind, day, start, end, mentions, headings, text, label] = row
  const said = kind === 'passage' ? spoken.exec(text) : null
  const names = mentions === '[]' ? [] : (JSON.parse(mentions) as string[])
  if (said) names.push(said[1]!)
  const words = wordsOf(text)
  const stems = words.map(stemOf)
  const counts = new Map<string, number>()
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return {
    key,
    id,
    path,
    first,
    kind,
    day,
    occurred: start !== null && end !== null ? { start, end } : null,
    label: label as LabelKind | null,
    owners: new Set(names.map((name) => canonical(entityKey(name)))),
    speaker: said ? said[1]! : null,
    body: said ? text.slice(said[0].length) : text,
    all: whenAsked(() => findable(row)),
    words,
    stems,
    counts,
    headings,
    heading: () => (JSON.parse(headings) as string[]).at(-1) ?? '',
    aboveStems: () => stemsOf(headings),
  }
}

export const isAgent = ({ speaker }: Line): boolean => speaker !== null && /^(?:assistant|agent|bot|ai)$/i.test(speaker)

/** Orders lines by path, then line; within one line as the note has them. */
export function byPlace(a: Line, b: Line): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.first - b.first || a.key - b.key
}

const kept = new Map<string, ReadonlySet<string>>()
const mostKept = 2000

/** Cached: few headings stand above many lines. */
function stemsOf(headings: string): ReadonlySet<string> {
  let stems = kept.get(headings)
  if (!stems) {
    if (kept.size >= mostKept) kept.clear()
    kept.set(headings, (stems = new Set(wordsOf((JSON.parse(headings) as string[]).join(' ')).map(stemOf))))
  }
  return stems
}
