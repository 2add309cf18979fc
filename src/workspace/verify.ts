import { conflictsIn } from '../text/conflict.js'
import { drawnFrom, placeCited, type FactId } from '../model/fact.js'
import { complaint, evidencePath, isPage } from '../model/note.js'
import { hasBrokenMarkers, hundredths, readStamp, splitPage, splitTail } from '../model/page.js'
import { citesIn } from '../parse/citations.js'
import { notHeldMessage } from '../parse/decode.js'
import { disputedLines, ineffective } from '../belief/ineffective.js'
import { readPageLine } from '../parse/parse-page.js'
import type { Store } from '../store/store.js'
import { walk } from '../files/files.js'
import type { Session } from './session/session.js'
import { readPage, type PageText } from './session/pages-in-tree.js'
import { pagesContext } from './landing/pages-context.js'

export interface Fault {
  readonly path: string
  /** 1-based; 0 for the whole page. */
  readonly line: number
  /** A page may be merged with a warning, but not with an error. */
  readonly level: 'error' | 'warning'
  readonly message: string
}

export interface Verified {
  readonly pages: number
  readonly faults: readonly Fault[]
}

export async function verifyIndex(session: Session, store: Store, strict: boolean): Promise<Verified> {
  const paths = walk(session.root, 'bank').filter(isPage)
  const parseNote = await (await import('../parse/read-note.js')).loadedParser()
  const { config } = session.config(store)
  const faultsOf = (path: string, text: PageText | undefined): Fault[] => {
    const front = text && /^\uFEFF*---/.test(text) ? parseNote(path, text, config).problems : []
    return [
      ...front
        .filter(({ line }) => line === 1)
        .map((each): Fault => ({ path, line: 1, level: 'error', message: complaint(each) })),
      ...verifyPage(store, path, text),
    ]
  }
  const faults = [
    ...paths.flatMap((path) => faultsOf(path, readPage(session.root, path))),
    ...cameBack(store),
    ...notRead(store),
    ...undecided(store),
    ...judgedInVain(store),
  ]
  if (!strict) return { pages: paths.length, faults }
  const { previewPages } = await import('../pages/preview-pages.js')
  const context = await pagesContext(session, store)
  const would = [...(await store.read(() => previewPages(context))).keys()]
  const message = 'is not what memory reflect writes here'
  return {
    pages: paths.length,
    faults: [...faults, ...would.map((path): Fault => ({ path, line: 0, level: 'error', message }))],
  }
}

/** Lines that were forgotten and that HEAD says again: a pull request that brings one must not be merged. */
const cameBack = (store: Store): Fault[] =>
  store.problems().flatMap((problem): Fault[] => {
    const { path, line, kind } = problem
    return kind === 'forgotten' ? [{ path, line, level: 'error', message: complaint(problem) }] : []
  })

/** Files that a partial clone lacks: what rests on them, or stands in them, was not looked at. */
const notRead = (store: Store): Fault[] =>
  store
    .problems()
    .filter(({ message }) => message === notHeldMessage)
    .map(({ path, line, message }): Fault => ({ path, line, level: 'error', message }))

/** Lines on which two people contradicted each other on one day: a person settles them before the next merge. */
const undecided = (store: Store): Fault[] =>
  disputedLines(store).map((problem): Fault => {
    const { path, line } = problem
    return { path, line, level: 'error', message: complaint(problem) }
  })

/** Verdicts without effect: the fact or belief is gone, or another line says otherwise. */
const judgedInVain = (store: Store): Fault[] =>
  ineffective(store)
    .filter(({ path, kind }) => path === evidencePath && kind === 'ineffective')
    .map((problem): Fault => {
      const { path, line } = problem
      return { path, line, level: 'warning', message: complaint(problem) }
    })

/**
 * Checks every line of a page against the index: its id is a fact's or an opinion's, the places that it cites hold what
 * it rests on, its words have the hash that is in its comment, and its confidence is what its ledger adds up to.
 */
function verifyPage(store: Store, path: string, text: PageText | undefined): Fault[] {
  const fault = (line: number, level: Fault['level'], message: string): Fault => ({ path, line, level, message })
  if (text === null) return [fault(0, 'error', 'cannot be read, is too large, or is not UTF-8 text')]
  if (text === undefined) return [] // it went meanwhile
  const conflicts = conflictsIn(text).map((line) => fault(line, 'error', 'a merge conflict is left here'))
  const damaged = hasBrokenMarkers(text)
    ? [fault(0, 'error', 'its memory:begin and memory:end markers are missing or doubled')]
    : []
  const lines = splitPage(text).lines.flatMap((line, at) =>
    verifyLine(store, path, line).map(([level, said]) => fault(at + 1, level, said)),
  )
  return [...conflicts, ...damaged, ...lines]
}

function verifyLine(store: Store, path: string, line: string): [Fault['level'], string][] {
  const read = readPageLine(line)
  if (read.what === 'uncommented')
    return [['error', 'a generated line without its comment: neither kept up to date nor a fact']]
  if (read.what !== 'generated' && read.what !== 'edited') return []
  const edits: [Fault['level'], string][] =
    read.what !== 'edited'
      ? []
      : read.malformed
        ? [['error', `edited by hand, and not read: ${read.malformed.message} — ${read.malformed.hint}`]]
        : [['warning', `edited by hand (${read.fields.join(', ')}), not adopted yet`]]
  // A line with only a remark is checked further: a link in the remark may pass for a citation.
  if (read.what === 'edited' && read.fields.join() !== 'remark') return edits

  const { stamp, body } = readStamp(line)!
  const [fact] = store.factsById([stamp.id])
  const opinion = store.opinionOf(stamp.id)
  const ending = store.endings.of(stamp.id)
  if (!fact) return [['error', `^${stamp.id} is no fact of any log: memory reflect`]]
  const rests = new Set<FactId>([
    stamp.id,
    ...(opinion?.members ?? []),
    ...(opinion?.evidence ?? []).map((row) => row.fact),
    ...(ending ? [ending.by] : []),
    ...[fact, ...store.factsById(opinion?.members ?? [])].flatMap(drawnFrom),
  ])
  const wrong = citesIn(splitTail(body).tail, path).flatMap((place): [Fault['level'], string][] => {
    const cited = placeCited(place)!
    if (store.factsAt(cited.path, cited.first).some(({ id }) => rests.has(id))) return []
    return store.factsOf(cited.path).some(({ id }) => rests.has(id))
      ? [['warning', `${place} has moved within its log: memory reflect`]]
      : [['error', `${place} does not say what this line says`]]
  })
  if (edits.length > 0) return wrong.length > 0 ? wrong : edits
  if (!opinion || stamp.confidence === null) return wrong
  const sum = opinion.evidence.at(-1)?.confidence
  if (sum !== opinion.confidence)
    wrong.push(['error', `the ledger of ^${stamp.id} ends at ${sum}, not ${opinion.confidence}`])
  if (hundredths(opinion.confidence) !== stamp.confidence)
    wrong.push([
      'error',
      `says ${stamp.confidence / 100}, its ledger says ${hundredths(opinion.confidence) / 100}: memory reflect`,
    ])
  return wrong
}
