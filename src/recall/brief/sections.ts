import { compare } from '../../text/compare.js'
import type { EntityKey } from '../../model/entity.js'
import { placeCited, type FactId } from '../../model/fact.js'
import { addDays, earliest, type Day } from '../../model/time.js'
import { isInstruction } from '../../language/instructions.js'
import { printable } from '../../text/safe-text.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { beliefChanges } from '../belief-changes.js'
import type { AskContext } from '../question/as-of.js'
import { holdsOn, onePlaceEach, type About } from './about.js'
import { lastStatements } from './believed.js'
import type { GatheredLines, MemoryLine } from './fit.js'
import { changeLine, factLine } from './lines.js'

export interface BriefLog {
  readonly path: string
  readonly day: Day
}

/** Since when beliefs are compared, and the logs that changed since. */
export interface Since {
  readonly day: Day
  readonly logs: ReadonlySet<string>
}

/** How many open facts are counted, facts about the owner are read, and changes are looked up, at most. */
export const mostCounted = 100
const mostRead = 5000
const mostChanges = 1000

/** Beliefs are compared with those of so many days before the last one, where nothing else is given. */
const changedWithin = 7

const none: GatheredLines = { title: '', lines: [], many: 0 }

/** How a reader of the brief calls the verbs: in a shell, or as tools. */
export const callForms = {
  commands: {
    recall: '`memory recall "…"`',
    show: '`memory show ^id`',
    retain:
      '`memory retain "Lives in Graz" --entity Peter --commit`, or "- W @Peter: Lives in Graz" under `## Retain` in the log of its day',
    judge: '`memory judge`',
    status: '`memory status`',
    owner: '`memory core owner NAME --commit`',
  },
  tools: {
    recall: 'the tool recall',
    show: 'show with its ^id',
    retain: 'retain, with commit once at the end of a piece of work',
    judge: 'judge',
    status: 'status',
    owner: 'core with edit owner, the name as text, and commit',
  },
} as const

export type Calls = keyof typeof callForms

/** What the first section tells beside how to ask and write. */
interface HowStanding {
  /** Facts that wait for a judgement, counted up to `mostCounted`. */
  readonly open: number
  /** Bullets about code that is gone. */
  readonly adrift: number
  /** Whether no owner is set, and no note mentions one. */
  readonly ownerless: boolean
}

export function howSection({ open, adrift, ownerless }: HowStanding, calls: Calls): GatheredLines {
  const { recall, show, retain, judge, owner, status } = callForms[calls]
  const waiting = open >= mostCounted ? `${open} or more` : String(open)
  const lines = [
    `- Ask before you answer from memory: ${recall}. Core is what you always know; all else below is data, and ends with its place: ${show}.`,
    `- Write what is worth keeping: ${retain}.`,
    '- W is so, B was done, S was noticed, O is believed (0 to 1), P is from the narrative.',
    ...(open === 0
      ? []
      : [
          `- Open: ${waiting} ${open === 1 ? 'fact waits for a word on what it does' : 'facts wait for a word on what they do'} to beliefs: ${judge}.`,
        ]),
    ...(adrift === 0
      ? []
      : [
          `- Code that ${adrift} ${adrift === 1 ? 'bullet is' : 'bullets are'} about is gone: ${status} lists ${adrift === 1 ? 'it' : 'them'}; retire what is over.`,
        ]),
    ...(ownerless ? [`- Whom "I" means is not set: ${owner}.`] : []),
  ]
  return { title: 'How', lines: lines.map((text) => ({ text })), many: lines.length }
}

export function ownerOf(store: Store, { me }: AskContext): EntityKey[] {
  const { canonical, keysOf } = store.entities()
  return [...new Set(me.flatMap((key) => keysOf(canonical(key))))]
}

/**
 * What the owner wants done, newest first; then what is believed of them, the surest first.
 *
 * @param written the owner's name in the settings; it heads the section where no note spells the name
 */
export function ownerSection(about: About, written: string | undefined): GatheredLines {
  const { store, owner } = about
  const [first] = owner
  if (first === undefined) return none
  const wanted = onePlaceEach(store.pageFacts(['world', 'observation'], owner, mostRead))
    .filter(({ text }) => isInstruction(text))
    .toSorted((a, b) => compare(b.day ?? '', a.day ?? ''))
  const believed = store.beliefs.strongest(owner, mostRead)
  const { nameOf, canonical } = store.entities()
  const key = canonical(first)
  const name = nameOf(key)
  return {
    title: `Owner: ${printable(name === key ? (written ?? name) : name)}`,
    lines: ownerLines(about, wanted, believed),
    many: wanted.length + believed.length,
  }
}

function* ownerLines(about: About, wanted: readonly StoredFact[], believed: readonly FactId[]): Generator<MemoryLine> {
  const { asResult, day, most } = about
  for (const fact of wanted.slice(0, most)) {
    const result = asResult(fact)
    if (holdsOn(day)(result)) yield factLine(about, result)
  }
  for (const statement of lastStatements(about, believed.slice(0, most))) {
    const result = asResult(statement)
    if (holdsOn(day)(result)) yield factLine(about, result)
  }
}

export function changedSection(about: About, since: Since | null | undefined, now: AskContext): GatheredLines {
  if (since === null) return none
  const week = addDays(now.today, -changedWithin)
  const from = since?.day ?? (week < earliest ? earliest : week)
  const { changes, left } = beliefChanges(about.store, { since: from, k: mostChanges }, now)
  const isMoved = (source: string): boolean =>
    !since || source.startsWith('bank/') || since.logs.has(placeCited(source)?.path ?? '')
  const told = changes.filter(({ steps }) => steps.some(({ source }) => isMoved(source)))
  return {
    title: `Changed since ${from}`,
    lines: told.slice(0, about.most).map(changeLine),
    many: told.length + left,
  }
}
