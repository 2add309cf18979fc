import { dropOwn } from '../../files/own-folder.js'
import { assertionKey } from '../../model/assertion.js'
import { readExpectations } from '../../expect/expect-file.js'
import { expectPath } from '../../expect/expectation.js'
import { compare } from '../../text/compare.js'
import { MemoryError } from '../../model/error.js'
import { cite, idMeant, isFactId, normalise, type FactId } from '../../model/fact.js'
import { factsNamed, forgottenIn, withForgotten } from '../../model/forgotten.js'
import { kindNames } from '../../model/kind.js'
import { inboxPath } from '../../model/inbox.js'
import { withoutItems } from '../../pages/inbox-page.js'
import { textIn } from '../landing/land-edits.js'
import { workingFiles } from '../landing/working-files.js'
import { forgottenPath, isPage, type Note } from '../../model/note.js'
import { holdsAny } from '../../model/same-words.js'
import {
  linesSaying,
  lostWith,
  stretchesAt,
  withoutLines,
  wordsAt,
  type ForgottenLines,
  type MeantLines,
} from '../../pages/edits/forget-lines.js'
import { parseNote } from '../../parse/parse-note.js'
import { previewPages } from '../../pages/preview-pages.js'
import { asIf, sync } from '../../pipeline/sync.js'
import type { Store } from '../../store/store.js'
import { holdsFile, largestNote, readAtMost, walk } from '../../files/files.js'
import { addedBy, heldNowhere, type HeldByGit } from './history/added-by.js'
import { belowTop, inTurn, isStaged, land, refuseLocked, refuseUnfinished, refuseStaged } from '../landing/land.js'
import { coreOf, givenFor, treeAdding, type ReflectInput } from '../landing/land-pages.js'
import { removeOldIndex } from '../session/old-index.js'
import { keptAnswersName } from '../session/model-settings.js'
import type { Session } from '../session/session.js'
import { isRegular, pagesInTree, readPage, textInHead, textOf } from '../session/pages-in-tree.js'
import { notesUncommitted } from '../session/uncommitted.js'
import { writeBank } from '../landing/reflect.js'

export interface ForgetOptions {
  readonly dryRun?: boolean | undefined
}

export interface Forgotten {
  readonly id: FactId
  /** The lines taken out, as they stood: `memory/2025-11-27.md#L4`. None where the fact was forgotten before. */
  readonly lines: readonly string[]
  /** Pages of HEAD that read otherwise without these lines; committed with them. */
  readonly pages: readonly string[]
  /** Null where there was nothing to commit, and for a dry run. */
  readonly commit: string | null
  /** Where Git still holds what the lines say. */
  readonly history: HeldByGit
  /** Where the same words still stand: in facts of other days, within other lines, or in expectations. */
  readonly elsewhere: readonly { readonly id: FactId; readonly source: string }[]
  /** Whether the index file holds no byte of the lines; false for a dry run, and while another process reads it. */
  readonly indexClean: boolean
}

/** A file with lines to forget: its text with and without them, in HEAD and in the working tree. */
interface ForgetEdit {
  readonly path: string
  readonly lines: readonly ForgottenLines[]
  readonly head: string
  readonly headAfter: string
  /** The working tree's text without the lines; undefined where there is no file. Other uncommitted lines stay so. */
  readonly standingAfter: (standing: string | undefined) => string | undefined
}

/**
 * Take every line that says a fact out of HEAD, in one commit with a tombstone that keeps the index from taking the
 * fact up again.
 *
 * @throws MemoryError not-found | bad-argument where a line that says it is not as HEAD has it, or Git is in the middle
 * of an operation
 */
export async function forget(
  session: Session,
  store: Store,
  reference: string,
  options: ForgetOptions,
): Promise<Forgotten> {
  const id = idMeant(reference)
  if (!isFactId(id)) throw notFound(reference)
  // Searched once, though all else is tried again when HEAD moves: a search may take longer than HEAD stands still.
  let found: ReturnType<typeof addedBy> | undefined
  const search: typeof addedBy = (...given) => (found ??= addedBy(...given))
  return inTurn(session, store, () => forgetAtHead(session, store, id, options, search))
}

async function forgetAtHead(
  session: Session,
  store: Store,
  id: FactId,
  { dryRun = false }: ForgetOptions,
  search: typeof addedBy,
): Promise<Forgotten> {
  // A layout that cannot be used, perhaps a stranger's, must not keep a password in HEAD: the package's replaces it.
  const given = await givenFor(session, store, {}, 'the package’s')
  const { repository, head } = given
  refuseUnfinished(repository)
  refuseLocked(repository)

  const edits = await editsFor(session, store, given, id)
  const tombstones = tombstoneFor(given, id)
  if (edits.length === 0) {
    if (forgottenIn(tombstones.head).includes(id)) return forgottenBefore(session, store, id, dryRun)
    throw notFound(`^${id}`)
  }
  const texts = edits.flatMap(({ note }) => note.facts.flatMap((fact) => (fact.id === id ? [fact.text] : [])))
  const words = edits.flatMap(({ path, head: text, lines }) => wordsAt(path, text, lines))
  const { held: history, emptied } = search(repository, head.commit, [...texts, ...words])
  const besides = [tombstones, inboxEdit(given, id)].filter(({ head: was, headAfter }) => was !== headAfter)
  const changed = [...edits, ...besides]
  const { pages, elsewhere } = await without(given, changed, texts)
  const files = new Map([...changed.map(({ path, headAfter }) => [path, headAfter] as const), ...pages])
  refuseStaged(repository, 'bank', files)
  for (const { path } of changed) if (!isPage(path)) refuseStaged(repository, path, files)

  const told = {
    id,
    lines: edits.flatMap(({ path, lines }) => lines.map((at) => placeIn(path, at))),
    pages: [...pages.keys()].toSorted(),
    history,
    elsewhere: [...elsewhere, ...expected(session, id, [...texts, ...words])],
  }
  if (dryRun) return { ...told, commit: null, indexClean: false }
  // The kept answers of a reader may hold the words; the reader is asked again.
  dropOwn(repository.ownFolder, keptAnswersName)
  const steps = [{ files: belowTop(repository, files), message: messageFor(told, head.commit) }]
  const written = changed.map(({ path, standingAfter }) => ({
    path,
    make: (standing: Buffer | undefined) => {
      const text = textOf(standing)
      // The file's broken bytes would not survive being written again.
      if (text === null) throw notUtf8(path)
      const after = standingAfter(text)
      return after === undefined ? null : Buffer.from(after)
    },
  }))
  const commit = await land(given, head.commit, steps, written, 'memory forget')
  await sync(given.sync)
  removeOldIndex(repository)
  await writePages(session, store, id)
  return { ...told, history: emptied(), commit, indexClean: !store.isScrubDue() }
}

/**
 * Places in the expectations that hold the words or the id: their lines, else the first line of an item that says it in
 * the way of YAML, escaped or wrapped. They are in no note: people take them out themselves.
 */
function expected(session: Session, id: FactId, sayings: readonly string[]): Forgotten['elsewhere'] {
  const text = standingText(session, expectPath)
  if (text === undefined) return []
  const says = holdsAny(sayings)
  const holds = (part: string): boolean => part.includes(`^${id}`) || says(Buffer.from(part))
  const lines = text.split(/\r?\n/).flatMap((line, at) => (holds(line) ? [at + 1] : []))
  const { expectations, malformed } = readExpectations(text)
  const begins = [...expectations, ...malformed].map(({ line }) => line)
  const items = expectations.flatMap(({ line, ...item }) => {
    const next = begins.reduce((nearest, each) => (each > line && each < nearest ? each : nearest), Infinity)
    const isNamed = lines.some((each) => each >= line && each < next)
    return !isNamed &&
      Object.values(item)
        .flat()
        .some((value) => holds(String(value)))
      ? [line]
      : []
  })
  return [...lines, ...items].toSorted((a, b) => a - b).map((line) => ({ id, source: `${expectPath}#L${line}` }))
}

const notFound = (reference: string): MemoryError =>
  new MemoryError('not-found', `nothing is called ${reference}: give the id of a fact or passage, as in ^k3f9a2c1x7`)

/**
 * Forget a fact again, which HEAD no longer says. Pages of the working tree may say it if the first run was cut short,
 * and the index file may hold it if somebody was reading that.
 */
async function forgottenBefore(session: Session, store: Store, id: FactId, dryRun: boolean): Promise<Forgotten> {
  const nothing = { lines: [], pages: [], commit: null, history: heldNowhere, elsewhere: [] }
  if (dryRun) return { id, ...nothing, indexClean: false }
  store.letScrubBeDue('forgotten')
  const indexClean = store.scrub()
  removeOldIndex(session.repository)
  await writePages(session, store, id)
  return { id, ...nothing, indexClean }
}

async function writePages(session: Session, store: Store, id: FactId): Promise<void> {
  if (!holdsFile(session.root, 'bank')) return
  await writeBank(session, store, 'all', { otherwise: 'the package’s' })
  const inbox = readPage(session.root, inboxPath) ?? ''
  if (withoutItems(inbox, id) !== inbox)
    workingFiles(session, store).change(inboxPath, (standing) =>
      Buffer.from(withoutItems(textIn(inboxPath, standing) ?? '', id)),
    )
}

/** A location by line number, in pages too: no id finds lines that are gone. */
const placeIn = (path: string, { first, last }: ForgottenLines): string =>
  `${path}#L${first}${last > first ? `-L${last}` : ''}`

/** The commit's message: the places of the lines, never their words. */
const messageFor = ({ id, lines }: Pick<Forgotten, 'id' | 'lines'>, from: string): string =>
  [`memory: forget ^${id}`, '', ...lines.map((line) => `Taken out: ${line}`), '', `Reflected-From: ${from}`, ''].join(
    '\n',
  )

/** @throws MemoryError bad-argument where the lines that say the fact differ between the working tree and HEAD */
async function editsFor(
  session: Session,
  store: Store,
  given: ReflectInput,
  id: FactId,
): Promise<(ForgetEdit & { readonly note: Note })[]> {
  const { repository, head } = given
  const { config } = session.config(store)
  const about = new Set(
    store.assertions
      .all()
      .flatMap(({ assertion, target, belief }) => (target === id || belief === id ? [assertionKey(assertion)] : [])),
  )
  const meant: MeantLines = {
    id,
    isAbout: (assertion) => factsNamed(assertion).includes(id) || about.has(assertionKey(assertion)),
  }
  const look = (path: string, text: string | undefined): { note: Note; lines: ForgottenLines[] } => {
    const note = parseNote(path, (text ?? '').replaceAll('\0', '\uFFFD'), config) // as the index reads it
    return { note, lines: linesSaying(note, text ?? '', meant) }
  }
  const files = new Map(repository.files(head.tree).map((file) => [file.path, file]))
  const paths = [...(await pathsSaying(session, store, given, id))].toSorted(compare)
  const oids = paths.flatMap((path) => {
    const file = files.get(path)
    return file && isRegular(file) ? [[path, file.oid] as const] : []
  })
  const blobs = repository.blobs(oids.map(([, oid]) => oid))
  const inHead = new Map(oids.map(([path, oid]) => [path, textOf(blobs.get(oid)) ?? undefined]))
  const saying = new Set(store.factsById([id]).map(({ source }) => source.path))
  const broken = oids.find(([path, oid]) => saying.has(path) && textOf(blobs.get(oid)) === null)
  if (broken) throw notUtf8(broken[0])
  return paths.flatMap((path) => {
    const text = inHead.get(path)
    const standing = standingText(session, path)
    const [committed, now] = [look(path, text), look(path, standing)]
    const headAfter = withoutLines(path, text ?? '', committed.lines)
    const inCommit = sayings(path, committed.lines, text)
    const refuseEdited = ({ lines }: { lines: readonly ForgottenLines[] }, latest = standing): void => {
      const edit = edited(path, sayings(path, lines, latest), inCommit, saying.size > 0)
      if (edit) throw edit
    }
    // An earlier run may have been cut short after it had written this file.
    if (!(now.lines.length === 0 && isStaged(repository, path, headAfter))) refuseEdited(now)
    if (text === undefined || standing === undefined || committed.lines.length === 0) return []
    const [lost] = lostWith(committed.note, look(path, headAfter).note, committed.lines)
    if (lost)
      throw new MemoryError(
        'bad-argument',
        `without ${placeIn(path, committed.lines[0]!)} the bullet at ${cite(lost.source, lost.id)} would read otherwise: set them apart with a blank line, commit, and forget`,
      )
    const standingAfter = (latest: string | undefined): string | undefined => {
      if (latest === undefined) return undefined
      const { lines } = look(path, latest)
      // Somebody may have edited the lines since they were read.
      if (lines.length > 0) refuseEdited({ lines }, latest)
      return withoutLines(path, latest, lines)
    }
    return [{ path, lines: committed.lines, head: text, headAfter, standingAfter, note: committed.note }]
  })
}

const notUtf8 = (path: string): MemoryError =>
  new MemoryError('bad-argument', `${path} holds bytes that are no UTF-8: save it as UTF-8, commit, then forget`)

interface Sayings {
  readonly lines: readonly ForgottenLines[]
  readonly words: readonly string[]
}

const sayings = (path: string, lines: readonly ForgottenLines[], text = ''): Sayings => ({
  lines,
  words: stretchesAt(path, text, lines),
})

/**
 * Why a file is refused: its lines to forget are not those of HEAD, and their uncommitted words would be gone for good.
 * Undefined where the lines are the same.
 *
 * @param isElsewhere whether HEAD says the fact in another file
 */
function edited(path: string, now: Sayings, committed: Sayings, isElsewhere: boolean): MemoryError | undefined {
  const left = [...committed.words]
  const added = now.words.findIndex((words) => {
    const at = left.indexOf(words)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const refusal = (message: string): MemoryError => new MemoryError('bad-argument', message)
  if (added < 0)
    return left.length === 0
      ? undefined
      : refusal(
          `${path}:${committed.lines[committed.words.indexOf(left[0]!)]!.first} in HEAD says this, and the file is another there: put that back, then forget`,
        )
  const [words, { first }] = [now.words[added]!, now.lines[added]!]
  const begins = left.find((each) => words.startsWith(`${each}\n`))
  if (begins !== undefined)
    return refusal(
      `${path}:${first + begins.split('\n').length} goes on with what is to be forgotten, and is not committed: set it apart, at the margin below a blank line, then forget`,
    )
  // To commit the line first would put it into the history, which is to be kept free of it.
  const place = `${path}:${first}`
  if (committed.lines.length > 0)
    return refusal(`${place} says this and is not committed: delete or put back that line, then forget what HEAD says`)
  return refusal(
    `${place} says this, and no commit does: delete the line, ${isElsewhere ? 'then forget what HEAD says' : 'and it is gone'}`,
  )
}

/** Files that may say the fact: those that the index names, the core file, pages with the id, and uncommitted notes. */
async function pathsSaying(session: Session, store: Store, { head }: ReflectInput, id: FactId): Promise<Set<string>> {
  const standing = walk(session.root, 'bank').filter(
    (path) => isPage(path) && readPage(session.root, path)?.includes(id),
  )
  const back = store.problems().filter(({ kind, message }) => kind === 'forgotten' && message.includes(`^${id}`))
  const untold: string[] = []
  const notes = await notesUncommitted(session, store, (path) => untold.push(path))
  return new Set([
    ...store.factsById([id]).map(({ source }) => source.path),
    ...store.assertions
      .all()
      .flatMap(({ page, target, belief, assertion }) =>
        target === id || belief === id || factsNamed(assertion).includes(id) ? [page] : [],
      ),
    ...back.map(({ path }) => path),
    coreOf(session.repository, head.tree).path,
    ...notes.map(({ path }) => path),
    ...untold,
    ...standing,
  ])
}

function standingText({ root }: Session, path: string): string | undefined {
  const found = readAtMost(root, path, largestNote)
  return Buffer.isBuffer(found) ? (textOf(found) ?? undefined) : undefined
}

function tombstoneFor({ repository, head }: ReflectInput, id: FactId): ForgetEdit {
  const file = repository.files(head.tree).find(({ path }) => path === forgottenPath)
  const before = (file && textOf(repository.blobs([file.oid]).get(file.oid))) ?? ''
  return {
    path: forgottenPath,
    lines: [],
    head: before,
    headAfter: withForgotten(before, id),
    standingAfter: (standing = before) => withForgotten(standing, id),
  }
}

/** The edit of the inbox, which repeats the words of the facts that wait. */
function inboxEdit({ repository }: ReflectInput, id: FactId): ForgetEdit {
  const head = textInHead(repository, inboxPath) ?? ''
  const after = (text: string): string => withoutItems(text, id)
  return {
    path: inboxPath,
    lines: [],
    head,
    headAfter: after(head),
    standingAfter: (standing) => standing && after(standing),
  }
}

/** HEAD's pages as they become without the lines, and where the same words still stand. */
async function without(
  given: ReflectInput,
  edits: readonly ForgetEdit[],
  texts: readonly string[],
): Promise<Pick<Forgotten, 'elsewhere'> & { readonly pages: ReadonlyMap<string, string | null> }> {
  const { repository, head, context } = given
  const before = pagesInTree(repository, head.tree)
  const changed = new Map(edits.map(({ path, headAfter }) => [path, headAfter]))
  const standing = new Map([...before, ...[...changed].filter(([path]) => isPage(path))])
  const files = {
    ...context.files,
    read: (path: string) => standing.get(path),
    entityPages: () => [...standing.keys()].filter((path) => path.startsWith('bank/entities/')),
  }
  const tree = await treeAdding(given, { pages: changed, core: undefined })
  const wanted = texts.map(normalise).filter((text) => text !== '')
  return asIf(given.sync, { commit: head.commit, tree }, () => {
    const { store } = context
    const same = store.factsOfKinds(kindNames).filter(({ text }) => {
      const said = normalise(text)
      return wanted.some((each) => said.includes(each))
    })
    return {
      // A page that HEAD does not have is not made here: forgetting lands only what it takes out.
      pages: new Map([...previewPages({ ...context, files })].filter(([path]) => before.has(path))),
      elsewhere: same.map(({ id, source }) => ({ id, source: cite(source, id) })),
    }
  })
}
