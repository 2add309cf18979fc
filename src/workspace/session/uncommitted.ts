import { showProblem, type Note, type Problem } from '../../model/note.js'
import { MemoryError } from '../../model/error.js'
import { idMeant, type Fact, type FactId } from '../../model/fact.js'
import { skip } from '../../pipeline/change-set.js'
import { decode } from '../../parse/decode.js'
import { forgottenBy } from '../../model/forgotten.js'
import type { OnTheWay } from '../../pipeline/on-the-way.js'
import { uncommittedNotes, type UncommittedFile } from '../../pipeline/overlay.js'
import { withoutForgotten } from '../../parse/without-forgotten.js'
import type { RecallOptions } from '../../recall/question/query.js'
import { asMemoryError, isBusy, isCorrupt, type Store } from '../../store/store.js'
import { blobOid, identityOf, largestNote, readAtMost, stampOf, statOf, walk, type Refused } from '../../files/files.js'
import { hindranceOf } from '../../files/unwritable.js'
import { isFilter, waysOf } from '../../git/attributes.js'
import { comparedIn } from '../../git/index-stats.js'
import type { Repository } from '../../git/repository.js'
import { whenAsked } from '../../text/once.js'
import type { Basis, Opened } from './opened.js'
import type { Session } from './session.js'

/** What an answer stands for. */
export interface AnswerBasis {
  /** The commit that the index stands for; null before the first. */
  readonly commit: string | null
  /** Notes whose uncommitted text was searched too. */
  readonly uncommitted: readonly string[]
}

function uncommittedFiles(session: Session, store: Store, untold: (path: string) => void): UncommittedFile[] {
  const { root, repository, seenNotes } = session
  const known = store.oids()
  const compared = whenAsked(() => {
    const { gitDir, prefix } = repository
    const [like = ''] = known.values()
    return (session.compared = comparedIn(gitDir, prefix && `${prefix}/`, like.length, session.compared))
  })
  // Kept for the last file alone: each is asked for twice in a row.
  let last: { readonly path: string; readonly found: ReturnType<typeof statOf> } | undefined
  const standing = (path: string): ReturnType<typeof statOf> => {
    if (last?.path !== path) last = { path, found: statOf(root, path) }
    return last.found
  }
  const files = {
    untold,
    onTheWay: (paths: readonly string[]) => onTheWay(repository, paths, session.options.environment ?? process.env),
    walk: (folder: string, closed: (path: string, why: Refused) => void) => walk(root, folder, closed),
    read: (path: string) => readAtMost(root, path, largestNote),
    stamp: (path: string) => {
      const found = standing(path)
      return found && stampOf(found)
    },
    compared: (path: string) => {
      const found = standing(path)
      return found && compared().oidOf(path, found)
    },
    identity: (path: string) => {
      const found = statOf(root, path)
      return found && identityOf(found)
    },
    oidOf: blobOid,
  }
  const found = uncommittedNotes(files, known, seenNotes)
  seenNotes.keep()
  return found
}

function onTheWay(
  repository: Repository,
  paths: readonly string[],
  environment: NodeJS.ProcessEnv,
): ReadonlyMap<string, OnTheWay> {
  const ways = waysOf(repository, paths, environment)
  const filters = new Set(
    [...ways.values()].flatMap((way) => way.get('filter') ?? []).filter((name) => isFilter(repository, name)),
  )
  return new Map(
    [...ways].map(([path, way]) => {
      const filter = way.get('filter')
      return [
        path,
        {
          ident: way.get('ident') === 'set',
          encoding: way.get('working-tree-encoding'),
          filter: filter !== undefined && filters.has(filter) ? filter : undefined,
        },
      ]
    }),
  )
}

type LookedNotes = Note | { readonly path: string; readonly problems: readonly Problem[] }

/**
 * Uncommitted files of the working tree as notes; for one that is no text, or cannot be read, the reason.
 *
 * @param untold called for each file of which only a filter of Git's could tell whether it is as committed
 */
export async function notesUncommitted(
  session: Session,
  store: Store,
  untold: (path: string) => void = () => {},
): Promise<LookedNotes[]> {
  const files = uncommittedFiles(session, store, untold)
  if (files.length === 0) return []
  const parseNote = await (await import('../../parse/read-note.js')).loadedParser()
  const { config } = session.config(store)
  const forgotten = forgottenBy(store.standing()?.settings)
  const known = new Set(store.problems().map(showProblem))
  return files.flatMap(({ path, found }): LookedNotes[] => {
    const decoded =
      typeof found === 'object' && 'refused' in found
        ? { unreadable: `not read: ${found.refused}` }
        : decode(found, largestNote)
    if ('text' in decoded) return [withoutForgotten(parseNote(path, decoded.text, config), decoded.text, forgotten)]
    const problem = skip(path, decoded.unreadable)
    // Not told twice where the index tells it: a file that is too large is listed without a comparison with HEAD.
    return known.has(showProblem(problem)) ? [] : [{ path, problems: [problem] }]
  })
}

/**
 * Asks with the index brought to HEAD. Where another process writes it for longer than we wait, asks the index as it
 * stands; where it has yet to be built, that of another version; and the answer says so.
 *
 * @param prepare makes ready what the answer needs of HEAD, and may write
 */
export function answerFrom<T extends { readonly notices: readonly string[] }>(
  opened: Opened,
  options: RecallOptions,
  ask: (store: Store) => T,
  prepare: (store: Store) => Promise<void> = () => Promise.resolve(),
): Promise<T & AnswerBasis> {
  const { session } = opened
  return opened.useToAsk(async (own, notices) => {
    const withNotices = (answer: T & AnswerBasis, ...more: string[]): T & AnswerBasis => ({
      ...answer,
      notices: [...answer.notices, ...more, ...notices],
    })
    let basis: Basis
    try {
      basis = await opened.brought(own)
      if (basis.store === own) await prepare(own)
    } catch (cause) {
      const standing = own.standing()
      if (!isBusy(cause) || !standing?.beliefs) throw cause
      // Without uncommitted notes: what differs from such an index may be committed by now.
      const answer = await overlaid(session, own, { ...options, committed: true }, () => ask(own))
      const late = `another process is writing the index: this is as of ${standing.commit.slice(0, 7)}`
      return withNotices(answer, late)
    }
    const { store } = basis
    return withNotices(await overlaid(session, store, options, () => ask(store)), ...basis.notices)
  })
}

/** Asks with the uncommitted notes laid over the index, which is left as it was. */
async function overlaid<T extends { readonly notices: readonly string[] }>(
  session: Session,
  store: Store,
  { committed = false }: RecallOptions,
  ask: () => T,
): Promise<T & AnswerBasis> {
  const answer = (): T & Pick<AnswerBasis, 'commit'> => ({ ...ask(), commit: store.standing()?.commit ?? null })
  const read = committed ? [] : await notesUncommitted(session, store)
  if (read.length === 0) return { ...(await store.read(answer)), uncommitted: [] }
  const notes = read.filter((note) => 'facts' in note)
  const notices = read.flatMap((note) => ('facts' in note ? [] : note.problems.map(showProblem)))
  const paths = notes.map(({ path }) => path)
  try {
    const given = await laidOver(store, notes, answer)
    return { ...given, uncommitted: paths, notices: [...notices, ...given.notices] }
  } catch (cause) {
    const failure = asMemoryError(cause, 'the index')
    if (
      isCorrupt(cause) ||
      isHindered(store, cause) ||
      !(failure instanceof MemoryError) ||
      failure.code === 'bad-argument'
    )
      throw cause
    const given = await store.read(answer)
    return {
      ...given,
      uncommitted: [],
      notices: [...notices, ...given.notices, `uncommitted notes are left out: ${failure.message}`],
    }
  }
}

/** Whether the index on disk cannot be written: then it is asked again in memory, where notes can be laid over it. */
const isHindered = (store: Store, cause: unknown): boolean => store.isOnDisk && hindranceOf(cause, '.') !== undefined

const laidOver = <T>(store: Store, notes: readonly Note[], look: () => T): Promise<T> =>
  store.preview(() => {
    for (const note of notes) store.layOver(note)
    return look()
  })

/** Looks with the uncommitted notes laid over the index, where it can be written to; the index is left as it was. */
export async function lookedUp<T>(session: Session, store: Store, look: () => T): Promise<T> {
  const notes = (await notesUncommitted(session, store)).filter((note) => 'facts' in note)
  if (notes.length === 0) return store.read(look)
  try {
    return await laidOver(store, notes, look)
  } catch (cause) {
    if (cause instanceof MemoryError || isCorrupt(cause) || isHindered(store, cause)) throw cause
    return store.read(look)
  }
}

/** The facts of uncommitted notes that have one of these ids, unless a committed fact has it. */
export async function uncommittedFacts(
  session: Session,
  store: Store,
  references: readonly string[],
): Promise<ReadonlyMap<FactId, Fact>> {
  const ids = [...new Set(references.map(idMeant))]
  const known = new Set(store.factsById(ids).map(({ id }) => id))
  const missing = new Set<FactId>(ids.filter((id) => !known.has(id)))
  if (missing.size === 0) return new Map()
  const facts = (await notesUncommitted(session, store)).flatMap((note) => ('facts' in note ? note.facts : []))
  return new Map(facts.filter(({ id }) => missing.has(id)).map((fact) => [fact.id, fact]))
}

/** @throws MemoryError bad-argument where one of these facts stands in a note that is not committed, and nowhere else */
export async function refuseUncommitted(session: Session, store: Store, references: readonly string[]): Promise<void> {
  const [fact] = (await uncommittedFacts(session, store, references)).values()
  if (fact)
    throw new MemoryError(
      'bad-argument',
      `^${fact.id} stands in ${fact.source.path}:${fact.source.first}, which is not committed: change it there, or commit it first`,
    )
}
