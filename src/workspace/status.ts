import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { conflictsIn } from '../text/conflict.js'
import { compare } from '../text/compare.js'
import { MemoryError } from '../model/error.js'
import { retainKinds } from '../model/kind.js'
import { isHeld, isSuggested } from '../model/fact.js'
import { evidencePath, isPage, problemLocation, roleOf, type Problem } from '../model/note.js'
import { removedPage, hasBrokenMarkers, type PageLine } from '../model/page.js'
import type { Day } from '../model/time.js'
import type { DeletedLine } from '../pages/edits/deleted-lines.js'
import { forgottenMentions, isMisreadEdit, lintDay } from '../parse/lint.js'
import { handEdits } from '../parse/parse-page.js'
import { ineffective, speaksOfNothing } from '../belief/ineffective.js'
import { kindPages, pagePath } from '../render/pages.js'
import type { Counts, Store } from '../store/store.js'
import { skip } from '../pipeline/change-set.js'
import { blobOid, isBlocked, walk } from '../files/files.js'
import { lastTold } from './session/detached.js'
import { lostAnchors } from './anchors/lost-anchors.js'
import type { LostAnchor } from '../model/impact.js'
import type { ModelOffer } from './offer.js'
import { closedLines } from '../narrative/closed-lines.js'
import { embeddingSettings, offeredName } from './session/embedding-settings.js'
import { foundOnPages } from './session/known-pages.js'
import { lastFailure, type LastFailure } from './session/last-failure.js'
import type { Operation } from '../git/under-way.js'
import { keptFiles } from '../files/replace-file.js'
import { factsOpen, judgedOn } from './curate/judge/packets.js'
import { deletedNow } from './curate/history/deleted-lines.js'
import { oldIndexFiles, type OldIndexFile } from './session/old-index.js'
import type { Session } from './session/session.js'
import { committedPages, readPage } from './session/pages-in-tree.js'
import { notesUncommitted } from './session/uncommitted.js'
import { lookAtBank, waitsForFirstBank } from './landing/reflect.js'
import { pagesContext } from './landing/pages-context.js'

export interface StatusOptions {
  /** Whether to look for a model at hand that would find lines by meaning. */
  readonly offer?: boolean | undefined
  /** Whether to count lines that look like a credential, where this clone was not told of any yet. */
  readonly credentials?: boolean | undefined
  /** Whether an offer is told now, and never again in this clone. */
  readonly once?: boolean | undefined
  /** Ollama's address, if not the usual one. */
  readonly url?: string | undefined
}

/** Up to so many lines, most are found by their words, and no model is offered. */
const fewLines = 200

export interface Status {
  readonly workspace: string
  /** The commit that the index stands for; null before the first. */
  readonly commit: string | null
  readonly tree: string | null
  /** Whether this command had to bring the index up to date. */
  readonly wasBehind: boolean
  readonly counts: Counts
  /** Notes whose working-tree text HEAD does not hold. */
  readonly uncommitted: readonly string[]
  /** Notes that differ from HEAD's, perhaps only by a filter of Git's: nothing that is uncommitted in them is read. */
  readonly filtered: readonly string[]
  /** Bullets that are not well formed, as they stand in the working tree; indexed as passages. */
  readonly problems: readonly Problem[]
  /** Well-formed bullets, and logs of days to come, that may not be meant as they stand. */
  readonly doubts: readonly Problem[]
  /** Files of which nothing is indexed, and forgotten lines that came back, each with the reason. */
  readonly skipped: readonly Problem[]
  /** Pages that were written and wait for a commit of yours. */
  readonly pagesToReview: readonly string[]
  /** Pages to review that HEAD does not have, so that no diff shows them. */
  readonly newPages: readonly string[]
  /** Whether the first pages wait for `memory reflect`, as in an old workspace. */
  readonly awaitsFirstBank: boolean
  /** Whether there are notes, but no facts in them that pages could be made of. */
  readonly untagged: boolean
  /** How many suggestions are neither kept nor dropped, as they stand in the working tree. */
  readonly suggested: number
  /** How many facts are held for their origin, until somebody keeps them. */
  readonly held: number
  /** How many pages are not as the logs give them; null where that is not known, and before the first pages. */
  readonly pagesBehind: number | null
  /** The day before which all facts are judged, and how many facts since then are open: `judge` asks about them. */
  readonly judging: { readonly judged: Day | null; readonly open: number }
  /** The embedding model, and how many lines have no vector of it yet; null where none is set. */
  readonly semantic: { readonly provider: string; readonly model: string; readonly left: number } | null
  /** A model that could be set; null where one is set, none is at hand, nobody looked, or it was told before. */
  readonly offer: ModelOffer | null
  /** A program on the PATH that could read logs; null where there are bullets, a reader is set, or nobody looked. */
  readonly readerAtHand: string | null
  /** How many lines look like a credential; null where none does, nobody looked, or this clone was told before. */
  readonly credentials: number | null
  /** How many lines of logs say that something is to be done, without a later line that says it is done. */
  readonly open: number
  /** Bullets about code that HEAD no longer has. */
  readonly anchors: readonly LostAnchor[]
  /** How many pairs of beliefs stand against each other. */
  readonly opposed: number
  /** Lines in `bank/` that a person changed. */
  readonly edits: readonly ChangedLine[]
  /** Lines that a person deleted in `bank/`, and that come back because the logs still say them. */
  readonly deleted: readonly DeletedLine[]
  /** HEAD's lines in `bank/` about a fact that have no effect: another line decides, or the fact is gone. */
  readonly ineffective: readonly Problem[]
  /** Lines in `bank/` that another line of their day contradicts, so that a person has to say which holds. */
  readonly disputed: readonly Problem[]
  /** Pages that are not rewritten: no file or no text, markers missing or doubled, or a merge conflict left. */
  readonly damagedPages: readonly string[]
  /** Why the last hook could not do its work; null where it could. */
  readonly lastFailure: LastFailure | null
  /** What the last detached hook said; null where Git waits for hooks, or it had nothing to say. */
  readonly lastTold: string | null
  /** What Git is in the middle of; pages wait until it ends. */
  readonly operation: Operation | null
  readonly warnings: readonly string[]
}

export interface ChangedLine {
  readonly path: string
  readonly line: number
  readonly id: string | null
  /** `confidence changed`, `wording changed`, `struck through` … */
  readonly change: string
}

type IndexState = Pick<Status, 'commit' | 'tree' | 'wasBehind'>

export async function statusOf(
  session: Session,
  store: Store,
  { commit, tree, wasBehind }: IndexState,
  options: StatusOptions,
): Promise<Status> {
  const { root, repository } = session
  const untold: string[] = []
  const notes = await notesUncommitted(session, store, (path) => untold.push(path))
  const edited = new Set(notes.map(({ path }) => path))
  const problems = [
    ...store.problems().filter(({ path }) => !edited.has(path)),
    ...notes.flatMap((note) => note.problems),
    ...speaksOfNothing(store).filter(({ path }) => !edited.has(path)),
    ...forgottenMentions(store, [
      ...store.factsOfNobody().filter(({ source }) => !edited.has(source.path)),
      ...notes.flatMap((note) => ('facts' in note ? note.facts : [])),
    ]),
  ]
  const today = session.today(session.config(store).config)
  const early = [...new Set([...store.files().map(({ path }) => path), ...edited])]
    .filter((path) => roleOf(path) === 'note')
    .flatMap((path) => lintDay(path, today) ?? [])
  const suggestions = [
    ...store.suggestions().filter(({ source }) => !edited.has(source.path)),
    ...notes.flatMap((note) => ('facts' in note ? note.facts.filter(isSuggested) : [])),
  ]
  const held = [
    ...store.held().filter(({ source }) => !edited.has(source.path)),
    ...notes.flatMap((note) => ('facts' in note ? note.facts.filter(isHeld) : [])),
  ]
  const pagesBehind = commit === null || waitsForFirstBank(session, store) ? null : await lookAtBank(session, store)
  const closed: Problem[] = []
  const pages = walk(root, 'bank', (path, why) => closed.push(skip(path, `not read: ${why.refused}`)))
    .filter(isPage)
    .map((path) => ({ path, text: readPage(root, path) ?? null }))
  const standing = new Map(pages.map(({ path, text }) => [path, text]))
  const inFlight = store.pagesInFlight().filter(({ oid, head }) => oid !== (head ?? removedPage))
  // A page that was put back since, by `git restore`, a reset or a stash, waits for nobody.
  const isPutBack = ({ path, head }: (typeof inFlight)[number]): boolean => {
    const text = standing.get(path)
    if (head === null || text === undefined) return head === null && text === undefined
    return text !== null && blobOid(Buffer.from(text), head) === head
  }
  const waiting = inFlight.filter((page) => !isPutBack(page))
  const { deleted, unusable } = await unlessUnusable(async () =>
    deletedNow({
      repository,
      context: await pagesContext(session, store),
      commit,
      tree,
      committed: committedPages(repository, store),
      standing: pages.map(({ path }) => path),
    }),
  )
  const disputes = store
    .entities()
    .disputes.map(({ alias, path }) => `${path}: alias ${alias} belongs to another page already`)
  const overruled = ineffective(store)
  const found = foundOnPages(
    repository.ownFolder,
    pages.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }])),
    ({ path, text }) => {
      const [edits, damaged] = [editsIn(path, text), isDamaged(text)]
      return edits.length > 0 || damaged ? { path, edits, damaged } : undefined
    },
  )
  const edits = found.flatMap((page) => page.edits)
  const places = new Set(edits.map(problemLocation))
  const evidence = standing.get(evidencePath) ?? undefined
  // HEAD may have an unreadable edit at another line than the page, which was written again since.
  const isTold = (problem: Problem): boolean =>
    places.has(problemLocation(problem)) || (isMisreadEdit(problem) && standing.has(problem.path))
  const isUntagged = store.noteCount() > 0 && !store.holdsAny(retainKinds)
  return {
    workspace: repository.root,
    commit,
    tree,
    wasBehind,
    counts: store.counts(),
    uncommitted: [...edited],
    filtered: untold,
    problems: problems.filter((problem) => problem.kind === 'malformed' && !isTold(problem)),
    doubts: [...problems, ...early]
      .filter((problem) => problem.kind === 'doubtful')
      .toSorted((a, b) => compare(a.path, b.path) || a.line - b.line),
    skipped: [...problems.filter(({ kind }) => kind === 'skipped' || kind === 'forgotten'), ...closed],
    pagesToReview: waiting.map(({ path }) => path),
    newPages: waiting.filter(({ head }) => head === null).map(({ path }) => path),
    awaitsFirstBank: waitsForFirstBank(session, store),
    untagged: isUntagged,
    suggested: new Set(suggestions.map(({ id }) => id)).size,
    held: new Set(held.map(({ id }) => id)).size,
    pagesBehind,
    judging: { judged: judgedOn(session, store, evidence), open: factsOpen(session, store, evidence) },
    semantic: semanticOf(repository.ownFolder, store),
    offer: await offerOf(repository.ownFolder, store, options),
    readerAtHand: options.offer && isUntagged ? (await import('./reader/at-hand.js')).readerAtHand(session) : null,
    credentials: options.credentials ? await credentialsOf(session, store, tree) : null,
    open: openCount(store),
    anchors: commit === null ? [] : lostAnchors(session, store, today),
    opposed: store.beliefs.opposed().length,
    edits,
    deleted,
    ineffective: overruled.filter(({ kind }) => kind === 'ineffective'),
    disputed: overruled.filter(({ kind }) => kind === 'disputed'),
    damagedPages: [
      ...pages.flatMap(({ path, text }) => (text === null ? [path] : [])),
      ...found.flatMap(({ path, damaged }) => (damaged ? [path] : [])),
      ...[...kindPages.map(pagePath), 'bank/entities/_.md'].filter((path) => isBlocked(root, path)).map(whatBlocks),
    ].toSorted(),
    lastFailure: lastFailure(repository.ownFolder),
    lastTold: lastTold(repository.ownFolder),
    operation: repository.operation() ?? null,
    warnings: [
      ...session.config(store).warnings,
      ...unusable,
      ...disputes,
      ...keptFiles(root).map(tellKept),
      ...oldIndexFiles(repository).map(unread),
    ],
  }
}

function openCount(store: Store): number {
  const open = store.moments({ labels: ['open'] })
  return open.length === 0 ? 0 : open.length - closedLines(store).size
}

function semanticOf(folder: string, store: Store): Status['semantic'] {
  const settings = embeddingSettings(folder)
  return settings ? { provider: settings.provider, model: settings.model, left: store.vectors.missingCount() } : null
}

/** The model to offer. What costs little is looked at first: few lines, a model that is set, an offer that was told. */
async function offerOf(
  folder: string,
  store: Store,
  { offer = false, once = false, url }: StatusOptions,
): Promise<ModelOffer | null> {
  if (!offer) return null
  const lines = Object.values(store.counts().facts).reduce((sum, each) => sum + each, 0)
  if (lines <= fewLines || embeddingSettings(folder) || existsSync(join(folder, offeredName))) return null
  const { modelOffer } = await import('./offer.js')
  return modelOffer(store, folder, { lines, few: fewLines, once, url })
}

async function credentialsOf(session: Session, store: Store, tree: string | null): Promise<number | null> {
  const { linesToTell } = await import('./secrets/secrets.js')
  return linesToTell(session, store, tree)
}

/** The deleted lines; or the error of a layout that cannot be used, so that the rest of the status is told still. */
async function unlessUnusable(
  find: () => Promise<DeletedLine[]>,
): Promise<{ deleted: readonly DeletedLine[]; unusable: readonly string[] }> {
  try {
    return { deleted: await find(), unusable: [] }
  } catch (error) {
    if (!(error instanceof MemoryError && error.code === 'bad-config')) throw error
    return { deleted: [], unusable: [error.message] }
  }
}

const tellKept = (path: string): string =>
  `${path}: a version that was saved while its file was written; take what you need of it, then delete it`

/** What blocks a page; for `bank/entities/_.md`, which stands for any entity's page, the folder. */
const whatBlocks = (path: string): string => path.replace(/\/_\.md$/, '')

const unread = ({ path, tracked }: OldIndexFile): string =>
  `${path}: nothing reads it, the index stands in Git's folder${tracked ? `; Git tracks it: git rm --cached ${path}` : ''}`

const isDamaged = (text: string): boolean => conflictsIn(text).length > 0 || hasBrokenMarkers(text)

const changes = {
  confidence: 'confidence changed',
  wording: 'wording changed',
  evidence: 'evidence added',
  struck: 'struck through',
  remark: 'a remark added',
} as const

const changeTold = ({ fields, malformed }: Extract<PageLine, { what: 'edited' }>): string =>
  malformed ? `not read: ${malformed.message} — ${malformed.hint}` : fields.map((field) => changes[field]).join(', ')

const editsIn = (path: string, text: string): ChangedLine[] =>
  handEdits(text).map(({ line, read }) =>
    read.what === 'edited'
      ? { path, line, id: read.id, change: changeTold(read) }
      : { path, line, id: null, change: 'a generated line without its comment: neither kept up to date nor a fact' },
  )
