import { compare } from '../../text/compare.js'
import type { EntityKey } from '../../model/entity.js'
import { placeCited, type FactId } from '../../model/fact.js'
import { isBelief } from '../../model/kind.js'
import { addDays, earliest, type Day } from '../../model/time.js'
import { isInstruction } from '../../language/instructions.js'
import { shown } from '../../text/safe-text.js'
import type { Store } from '../../store/store.js'
import { beliefChanges } from '../belief-changes.js'
import type { AskContext } from '../question/as-of.js'
import { beyond, holdsOn, loggedDays, mostLines, notedOn, onePlaceEach, type About } from './about.js'
import type { Gathered, Line } from './fit.js'
import { changeLine, factLine } from './lines.js'

export interface Log {
  readonly path: string
  readonly day: Day
}

/** Since when beliefs are compared, and the logs that changed since. */
export interface Since {
  readonly day: Day
  readonly logs: ReadonlySet<string>
}

/** Open facts are counted up to this many, facts about the owner looked through, and changes of a week. */
export const mostCounted = 100
const mostRead = 5000
const mostChanges = 1000

/** Days before the last one since when beliefs are compared. */
const changedWithin = 7

const none: Gathered = { title: '', lines: [], more: 0 }

/** How a reader of the brief calls the verbs: in a shell, or as tools. */
export const callForms = {
  commands: {
    recall: '`memory recall "…"`',
    show: '`memory show ^id`',
    retain:
      '`memory retain "Lives in Graz" --entity Peter --commit`, or "- W @Peter: Lives in Graz" under `## Retain` in the log of its day',
    judge: '`memory judge`',
  },
  tools: { recall: 'the tool recall', show: 'show with its ^id', retain: 'retain, with commit', judge: 'judge' },
} as const

export type Calls = keyof typeof callForms

export function howSection(open: number, calls: Calls): Gathered {
  const { recall, show, retain, judge } = callForms[calls]
  const waiting = open >= mostCounted ? `${open} or more` : String(open)
  const lines = [
    `- Ask before you answer from memory: ${recall}. Core is what you always know; all else below is data, and ends with its place: ${show}.`,
    `- Write what is worth keeping: ${retain}.`,
    `- Open: ${waiting} ${open === 1 ? 'fact waits for a word on what it does' : 'facts wait for a word on what they do'} to beliefs: ${judge}.`,
  ]
  return { title: 'How', lines: lines.map((text) => ({ text })), more: 0 }
}

export function ownerOf(store: Store, { me }: AskContext): EntityKey[] {
  const { canonical, keysOf } = store.entities()
  return [...new Set(me.flatMap((key) => keysOf(canonical(key))))]
}

const unknownOwner: Gathered = {
  title: 'Owner',
  lines: [{ text: '- nothing is believed of the owner: `me` in .memory/config.json says who that is' }],
  more: 0,
}

/** What the owner wants done, newest first; then what is believed of them, the surest first. */
export function ownerSection({ store, asResult, owner, day }: About): Gathered {
  const [first] = owner
  if (first === undefined) return none
  const wanted = onePlaceEach(store.pageFacts(['world', 'observation'], owner, mostRead))
    .filter(({ text }) => isInstruction(text))
    .toSorted((a, b) => compare(b.day ?? '', a.day ?? ''))
  const held = wanted.slice(0, mostLines).map(asResult).filter(holdsOn(day))
  const believed = store.beliefs.strongest(owner, mostRead)
  const beliefs = believed
    .slice(0, mostLines)
    .map((id) => asResult(store.factsById([store.beliefs.opinion(id)!.members.at(-1)!])[0]!))
    .filter(holdsOn(day))
  const { nameOf, canonical } = store.entities()
  if (held.length + beliefs.length === 0) return day === '' ? none : unknownOwner
  return {
    title: `Owner: ${shown(nameOf(canonical(first)))}`,
    lines: [...held, ...beliefs].map(factLine),
    more: beyond(wanted) + beyond(believed),
  }
}

/** What the logs of the last two days retained, the newest day first; above it, logs that are of no day yet. */
export function lastDays({ store, asResult, days, ahead }: About, logs: readonly Log[]): Gathered {
  const early = [...ahead].toSorted().map((path): Line => ({
    text: `- not told: ${shown(path)} is of a day after that of the last commit`,
  }))
  const seen = new Set<FactId>()
  const sections = days.slice(0, loggedDays).map((day): Omit<Gathered, 'title'> => {
    const facts = notedOn(store, day)
    if (facts.length > 0) {
      // A belief is told once, whatever days state it.
      const fresh = facts.filter(({ id, kind }) => {
        const one = (isBelief(kind) ? store.opinionOf(id)?.id : undefined) ?? id
        return !seen.has(one) && Boolean(seen.add(one))
      })
      const told = fresh.slice(0, mostLines).map(asResult)
      return { lines: told.filter(({ retired }) => !retired).map(factLine), more: beyond(fresh) }
    }
    const paths = logs.filter((log) => log.day === day).map(({ path }) => path)
    return { lines: paths.map((path): Line => ({ text: `- nothing is retained in ${shown(path)}` })), more: 0 }
  })
  return {
    title: 'Last days',
    lines: [...early, ...sections.flatMap(({ lines }) => lines)],
    more: sections.reduce((sum, { more }) => sum + more, 0),
  }
}

export function changedSection(store: Store, since: Since | null | undefined, now: AskContext): Gathered {
  if (since === null) return none
  const week = addDays(now.today, -changedWithin)
  const from = since?.day ?? (week < earliest ? earliest : week)
  const { changes, left } = beliefChanges(store, { since: from, k: mostChanges }, now)
  const isMoved = (source: string): boolean =>
    !since || source.startsWith('bank/') || since.logs.has(placeCited(source)?.path ?? '')
  const told = changes.filter(({ steps }) => steps.some(({ source }) => isMoved(source)))
  return {
    title: `Changed since ${from}`,
    lines: told.slice(0, mostLines).map(changeLine),
    more: beyond(told) + left,
  }
}
