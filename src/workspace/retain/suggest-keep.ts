import { MemoryError } from '../../model/error.js'
import { cite, idMeant, isFactId, isHeld, joinedIds, type FactId } from '../../model/fact.js'
import { kinds, type RetainKind } from '../../model/kind.js'
import { mayBeHeld } from '../../model/origin-class.js'
import { leading } from '../../render/render-line.js'
import { withDropped, withKept } from '../../parse/suggestion-marks.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { landEdits, textIn, type Edit } from '../landing/land-edits.js'
import type { Session } from '../session/session.js'
import { readPage } from '../session/pages-in-tree.js'
import { spanAsked, type SuggestOptions } from './suggest-logs.js'
import { lookedUp } from '../session/uncommitted.js'
import { workingFiles } from '../landing/working-files.js'

export interface MarkOptions extends Pick<SuggestOptions, 'on' | 'since'> {
  /** Whether all suggestions are meant; with `on` or `since`, all in the logs of that time. */
  readonly all?: boolean | undefined
  /** Whether the logs' changed lines are committed, and nothing else; else they are edits of the working tree. */
  readonly commit?: boolean | undefined
  readonly dryRun?: boolean | undefined
  /** The program that does this, as the commit names it. */
  readonly agent?: string | undefined
}

/** A suggestion or held fact that somebody decided on. */
export interface Decided {
  readonly id: FactId
  /** `W @Boris: Owns a garage in Graz` */
  readonly said: string
  readonly source: string
  /** The passages that it was drafted from; empty for a held fact. */
  readonly passages: readonly FactId[]
}

export interface MarkReport {
  readonly decided: readonly Decided[]
  /** Ids that were decided this way before. */
  readonly already: readonly FactId[]
  readonly written: boolean
  readonly commit: string | null
}

export type Decision = 'keep' | 'drop'

const madeBy = { keep: withKept, drop: withDropped } as const

/** Only the decided lines of the logs change, in the working tree or in a commit of its own: all of them or none. */
export async function decide(
  session: Session,
  store: Store,
  decision: Decision,
  references: readonly string[],
  options: MarkOptions,
): Promise<MarkReport> {
  const { all = false, commit = false, dryRun = false, agent } = options
  if (all === references.length > 0)
    throw new MemoryError('bad-argument', `suggest ${decision} takes ids (^k3f9a2c1x7), or --all`)
  if (!all && (options.on !== undefined || options.since !== undefined))
    throw new MemoryError('bad-argument', `--on and --since go with suggest ${decision} --all`)
  // A suggestion that was dropped without a commit is still in HEAD, so a second drop is recognised.
  const committed = new Set(waitingIn(store).map(({ id }) => id))
  const { hold } = session.config(store).config.origin
  // An agent may not keep a held fact, nor a suggestion that would be held: what it read may have told it to.
  const mayDecide = (fact: StoredFact): boolean =>
    agent === undefined ||
    decision === 'drop' ||
    !(isHeld(fact) || (hold && fact.originMark !== null && mayBeHeld(fact.originMark)))
  const { places, already } = await lookedUp(session, store, () =>
    all
      ? { places: ofTime(session, store, options).filter(mayDecide), already: [] }
      : named(store, decision, references.map(idMeant), { committed, mayDecide }),
  )
  const edits = editsFor(session, store, decision, places)
  // Try every edit before anything is written.
  for (const { path, make } of edits) make(textOfLog(session.root, path))
  const written = (): boolean =>
    workingFiles(session, store).changeAll(
      edits.map(({ path, make }) => ({
        path,
        make: (bytes: Buffer | undefined) => Buffer.from(make(textIn(path, bytes))),
      })),
    ).length > 0
  const landed =
    commit && !dryRun && edits.length > 0
      ? await landEdits(
          session,
          store,
          async () => ({ edits, message: await messageFor(decision, places), agent }),
          `memory suggest`,
        )
      : null
  return {
    decided: places.map((fact) => ({
      id: fact.id,
      said: bulletOf(fact),
      source: cite(fact.source, fact.id),
      passages: fact.suggested,
    })),
    already,
    // A suggestion that is in no commit is changed in the working tree alone.
    written: landed !== null || (!dryRun && written()),
    commit: landed,
  }
}

function ofTime(session: Session, store: Store, options: MarkOptions): StoredFact[] {
  const { on, since } = options
  const span =
    on === undefined && since === undefined
      ? undefined
      : spanAsked(options, session.today(session.config(store).config))
  return store.suggestions().filter(({ day }) => !span || (day !== null && day >= span.start && day <= span.end))
}

/** @throws MemoryError bad-argument */
function named(
  store: Store,
  decision: Decision,
  ids: readonly FactId[],
  { committed, mayDecide }: { committed: ReadonlySet<FactId>; mayDecide: (fact: StoredFact) => boolean },
): { places: StoredFact[]; already: FactId[] } {
  const waiting = waitingIn(store)
  const wrong: string[] = []
  const already: FactId[] = []
  const places = [...new Set(ids)].flatMap((id) => {
    const found = waiting.filter((fact) => fact.id === id)
    if (decision === 'drop' && found.some(isHeld)) {
      wrong.push(`^${id} is held, and no suggestion: memory retire ^${id} says no to it, memory forget takes it out`)
      return []
    }
    if (!found.every(mayDecide)) {
      wrong.push(`^${id} is held for what it came by, and a person keeps it`)
      return []
    }
    if (found.length > 0) return found
    const standing = store.factsById([id])
    const drafted = waiting.filter(({ suggested }) => suggested.includes(id))
    if (decision === 'keep' && standing.some(({ kind }) => kind !== 'passage')) already.push(id)
    else if (decision === 'drop' && standing.length === 0 && committed.has(id)) already.push(id)
    else if (!isFactId(id)) wrong.push(`an id is as in ^k3f9a2c1x7, got ${id.slice(0, 40)}`)
    else if (drafted.length > 0)
      wrong.push(`^${id} is a passage: what was drafted from it is ${drafted.map((fact) => `^${fact.id}`).join(', ')}`)
    else if (standing.some(({ kind }) => kind !== 'passage'))
      wrong.push(`^${id} is stated, and no suggestion: memory retire ^${id} says no to it`)
    else wrong.push(`nothing that waits to be kept has the id ^${id}: ${waitingNow(waiting)}`)
    return []
  })
  if (wrong.length > 0) throw new MemoryError('bad-argument', `nothing was written: ${wrong.join('; ')}`)
  return { places, already }
}

/** Every place of what somebody may keep: suggestions, then held facts. */
const waitingIn = (store: Store): StoredFact[] => [
  ...store.suggestions(),
  ...store.held().filter(({ suggested }) => suggested.length === 0),
]

const mostNamed = 5

function waitingNow(waiting: readonly StoredFact[]): string {
  if (waiting.length === 0) return 'none waits, memory suggest --write makes some'
  const more = waiting.length > mostNamed ? ` and ${waiting.length - mostNamed} more` : ''
  return `those that wait are ${waiting
    .slice(0, mostNamed)
    .map(({ id }) => `^${id}`)
    .join(', ')}${more}`
}

function textOfLog(root: string, path: string): string {
  const text = readPage(root, path)
  if (typeof text === 'string') return text
  throw new MemoryError('bad-argument', `nothing was written: ${path} is no file of text in the working tree`)
}

function editsFor(session: Session, store: Store, decision: Decision, places: readonly StoredFact[]): Edit[] {
  const { config } = session.config(store)
  const byPath = new Map<string, Set<FactId>>()
  for (const { id, source } of places) byPath.set(source.path, (byPath.get(source.path) ?? new Set()).add(id))
  return [...byPath].map(([path, ids]) => ({
    path,
    make: (text) => {
      const made = madeBy[decision](path, text ?? '', ids, config)
      if (made !== undefined) return made
      throw new MemoryError(
        'bad-argument',
        `nothing was written: ${path} would be read otherwise without the ${decision === 'keep' ? 'mark' : 'line'} of ${joinedIds([...ids])}, so change it by hand`,
      )
    },
  }))
}

const bulletOf = (fact: StoredFact): string => `${kinds[fact.kind as RetainKind].letter}${leading(fact)} ${fact.text}`

/** The message of the commit. What holds a credential is left out, as in `retainMessage`: a message outlives its line. */
async function messageFor(decision: Decision, places: readonly StoredFact[]): Promise<string> {
  const { credentialsIn } = await import('../secrets/credentials.js')
  const what = places.every(isHeld) ? 'held fact' : 'suggestion'
  const many = `${places.length} ${what}${places.length === 1 ? '' : 's'}`
  const safe = places.map(bulletOf).filter((bullet) => credentialsIn('memory/log.md', bullet).length === 0)
  const told = safe.slice(0, 50).map((bullet) => `- ${bullet}`)
  const left = places.length - told.length
  const more = left > 0 && told.length > 0 ? [`and ${left} more`] : []
  return [`memory: ${decision} ${many}`, '', ...told, ...more, ''].join('\n')
}
