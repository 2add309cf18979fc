import { statSync } from 'node:fs'
import { MemoryError } from '../../model/error.js'
import { formatNames, importsFolder, type FormatName } from '../../model/origin.js'
import { dayOfPath } from '../../model/note.js'
import { spanOfMoment, type Day } from '../../model/time.js'
import { blobOid, walk } from '../../files/files.js'
import type { Conversation, ImportedNote, LeftOutKind } from '../../import/transcripts.js'
import type * as transcriptsType from '../../import/transcripts.js'
import type { Store } from '../../store/store.js'
import { compare } from '../../text/compare.js'
import { conversationsIn, mostUnread, shapeOf, type OnUnread, type Unread } from './import-file.js'
import {
  cutOf,
  isHeldIn,
  sourcesAt,
  usualSources,
  valuesOf,
  type ImportSource,
  type SourceFault,
} from './import-sources.js'
import { landEdits, textIn } from '../landing/land-edits.js'
import type { Session } from '../session/session.js'
import { readPage } from '../session/pages-in-tree.js'
import { workingFiles } from '../landing/working-files.js'

export interface ImportOptions {
  /** The format, as `claude-code`; may be left out where the files tell it for sure. */
  readonly from?: string | undefined
  /** Files and folders to import; without any, the sessions that Claude Code or Codex keeps of this workspace. */
  readonly paths?: readonly string[] | undefined
  /** Write the notes into the working tree; without it, the report only tells what would be written. */
  readonly write?: boolean | undefined
  /** Write the notes, and commit them alone. */
  readonly commit?: boolean | undefined
  /** Import nothing from before this day: `2025-11-27`, `30d`. */
  readonly since?: string | undefined
  /** The program that imports, which the commit names; `memory import` where it is left out. */
  readonly agent?: string | undefined
}

/**
 * What becomes of a note. `new`, `grown`: it is written. `same`: it stands there already. `edited`: somebody changed it
 * since. `longer`: it holds more messages than the source does now. `foreign`: a note that no import wrote, a link or
 * another thing stands in its place. The last three are left alone.
 */
export type ImportState = 'new' | 'grown' | 'same' | 'edited' | 'longer' | 'foreign'

export interface ImportedFile extends Omit<ImportedNote, 'text'> {
  readonly state: ImportState
}

export interface ImportReport {
  readonly format: FormatName
  /** How many files were read. */
  readonly sources: number
  /** How many conversations say something, from `since` on. */
  readonly conversations: number
  /** How many others say something, but only before `since`. */
  readonly earlier: number
  readonly messages: number
  readonly characters: number
  /** Sorted by path. */
  readonly files: readonly ImportedFile[]
  /** The first lines of the first note that is new or grown. */
  readonly sample: readonly string[]
  /** Credentials that were taken out, by their kind. */
  readonly masked: Readonly<Record<string, number>>
  /** What was left out by intention, by its kind. */
  readonly leftOut: Readonly<Partial<Record<LeftOutKind, number>>>
  /** The first parts that were not read, or not as they were meant; `unreadInAll` counts all. The rest was read. */
  readonly unread: readonly Unread[]
  readonly unreadInAll: number
  /** How many messages stand on the day of their file, because they have no day themselves. */
  readonly undated: number
  readonly written: boolean
  readonly commit: string | null
}

/** The agent of the commit where none is given; `memory show` then says that the words were imported. */
const importer = 'memory import'
const sampleLines = 8

/**
 * Import conversations of other programs as notes below `memory/imports/`, one file for each conversation and day. They
 * are passages, no facts. A note that stands there already, or that somebody changed, is not written again.
 *
 * @throws MemoryError bad-argument | file-failed
 */
export async function importFrom(session: Session, store: Store, options: ImportOptions): Promise<ImportReport> {
  const transcripts = await import('../../import/transcripts.js')
  const { maskerOf } = await import('../secrets/mask.js')
  const { config } = session.config(store)
  const since = sinceOf(options.since, session.today(config))
  const unread: Unread[] = []
  let unreadInAll = 0
  const onUnread: OnUnread = (each) => {
    if (++unreadInAll <= mostUnread) unread.push(each)
  }
  const leftOut = new Map<LeftOutKind, number>()
  const { format, sources } = chosen(session, options, transcripts, onUnread)
  const reader = transcripts.readers[format]

  const conversations = new Map<string, Conversation & { modified: number }>()
  const onRead = progressOf(session, sources)
  for (const source of sources) {
    const read = conversationsIn(source, reader, transcripts, onRead)
    read.unread.forEach(onUnread)
    unreadInAll += read.unreadInAll - read.unread.length
    for (const [kind, count] of read.leftOut) leftOut.set(kind, (leftOut.get(kind) ?? 0) + count)
    for (const conversation of read.conversations) {
      const same = conversations.get(conversation.id)
      const { modified } = read
      conversations.set(conversation.id, { ...(same ? joined(same, conversation) : conversation), modified })
    }
  }

  const masker = maskerOf()
  let undated = 0
  const days = daysOfDocuments(session.root, format)
  const clock = transcripts.clockIn(config.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const making = session.progress('Making notes')
  let made = 0
  let earlier = 0
  const notes = [...conversations.values()]
    .flatMap((conversation) => {
      making?.(++made, conversations.size)
      const own = transcripts.notesOf(conversation, {
        format,
        clock,
        since,
        masked: masker.masked,
        modified: conversation.modified,
        onUndated: () => void undated++,
        dayOfDocument: (id) => days.get(transcripts.keyOf(id)),
      })
      if (own.length === 0 && since !== null) earlier++
      return own
    })
    .toSorted((a, b) => compare(withoutEnd(a.path), withoutEnd(b.path)))
  const stateOf = (note: ImportedNote, standing: string | null | undefined): ImportState =>
    stateBeside(note, standing, transcripts.originOf)
  const states = new Map(notes.map((note) => [note, stateOf(note, readPage(session.root, note.path))]))
  const changed = notes.filter((note) => ['new', 'grown'].includes(states.get(note)!))
  const { written, commit } = await land(session, store, options, notes, states, stateOf)
  const sum = (of: 'messages' | 'characters'): number => notes.reduce((all, note) => all + note[of], 0)
  return {
    format,
    sources: sources.length,
    conversations: conversations.size - earlier,
    earlier,
    messages: sum('messages'),
    characters: sum('characters'),
    files: notes.map((note) => {
      const { path, day, title, messages, characters } = note
      return { path, day, title, messages, characters, state: states.get(note)! }
    }),
    sample: changed[0] === undefined ? [] : sampleOf(changed[0].text),
    masked: Object.fromEntries(masker.counts),
    leftOut: Object.fromEntries(leftOut),
    unread,
    unreadInAll,
    undated,
    written,
    commit,
  }
}

/** The first lines below a note's front matter. */
const sampleOf = (text: string): string[] =>
  text
    .split('\n')
    .slice(4, 4 + sampleLines)
    .join('\n')
    .trimEnd()
    .split('\n')

/** A path without `.md`, so that `a-2.md` is sorted behind `a.md`. */
const withoutEnd = (path: string): string => path.slice(0, -'.md'.length)

function sinceOf(given: string | undefined, today: Day): Day | null {
  if (given === undefined) return null
  const span = spanOfMoment(given, today)
  if (span) return span.start
  throw new MemoryError('bad-argument', `since takes a day or an age such as 2025-11-27 or 30d, got ${given}`)
}

type Transcripts = typeof transcriptsType

function chosen(
  session: Session,
  { from, paths = [] }: ImportOptions,
  transcripts: Transcripts,
  onUnread: OnUnread,
): { format: FormatName; sources: ImportSource[] } {
  const { readers } = transcripts
  const format = formatNames.find((name) => name === from)
  if (from !== undefined && format === undefined)
    throw new MemoryError('bad-argument', `an import is from ${formatNames.join(', ')}, got ${from}`)
  const cwd = session.options.cwd ?? process.cwd()
  const onFault = (path: string, fault: SourceFault): void => onUnread({ path, ...fault })
  if (paths.length === 0) {
    const environment = session.options.environment ?? process.env
    const all = usualSources(format, session.root, environment)
    const isHeld = (source: ImportSource): boolean =>
      isHeldIn(session.root, source, transcripts, (fault) => onFault(source.shown, fault))
    return { format: format!, sources: all.filter(isHeld) }
  }
  const wanted = format === undefined ? Object.values(readers) : [readers[format]]
  const isWanted = (name: string): boolean => wanted.some(({ files }) => files.test(name))
  const sources = sourcesAt(paths, cwd, isWanted, onFault)
  if (format !== undefined) return { format, sources }
  const looks = sources.map((source) => ({ source, ...lookAt(source, transcripts) }))
  const told = new Map<FormatName, string>()
  for (const { source, format: found } of looks)
    if (found !== undefined && !told.has(found)) told.set(found, source.shown)
  const [only, other] = [...told]
  if (only === undefined || other !== undefined)
    throw new MemoryError(
      'bad-argument',
      other === undefined
        ? `nothing there tells what it is from${whyNot(looks)}: say it with from, one of ${namesAnd(readers)}`
        : `${only![1]} is from ${only![0]}, ${other[1]} from ${other[0]}: say it with from, one of ${formatNames.join(', ')}`,
    )
  // Files of a folder that only other formats read are left out.
  const [name] = only
  const own = new Set(
    sourcesAt(
      paths,
      cwd,
      (file) => readers[name].files.test(file),
      () => undefined,
    ).map(({ path }) => path),
  )
  for (const { source, fault } of looks) if (fault && !own.has(source.path)) onFault(source.shown, fault)
  return { format: name, sources: sources.filter(({ path }) => own.has(path)) }
}

/** What the first values of a file tell: its format, or why they tell none. */
interface Look {
  readonly format: FormatName | undefined
  /** The first fault, where nothing told a format. */
  readonly fault: SourceFault | undefined
  readonly shape: string | undefined
}

function lookAt(source: ImportSource, transcripts: Transcripts): Look {
  let left = 50
  let fault: SourceFault | undefined
  let shape: string | undefined
  for (const { value } of valuesOf(source, cutOf(source), transcripts, (each) => (fault ??= each))) {
    shape ??= shapeOf(value)
    const format = transcripts.formatOf(value)
    if (format !== undefined) return { format, fault: undefined, shape }
    if (--left === 0) break
  }
  return { format: undefined, fault, shape }
}

const mostLooks = 3

/** Why no file told its format: ` (a.html, byte 0: `<!DOCTYPE html>`)` */
function whyNot(looks: readonly (Look & { readonly source: ImportSource })[]): string {
  const words = looks.slice(0, mostLooks).map(({ source, fault, shape }) => {
    const found = fault?.found ?? shape ?? 'nothing'
    return `${source.shown}${fault?.where ? `, ${fault.where}` : ''}: ${found}`
  })
  const more = looks.length - words.length
  if (words.length === 0) return ' (no file there is named as any of these names its own)'
  return ` (${words.join('; ')}${more > 0 ? `; and ${more} more` : ''})`
}

const namesAnd = (readers: Transcripts['readers']): string =>
  formatNames.map((name) => `${name} (${readers[name].holds})`).join('; ')

/** Reports progress in megabytes: a source may be one file or thousands. */
function progressOf(session: Session, sources: readonly ImportSource[]): (bytes: number) => void {
  const report = session.progress('Reading, in MB,')
  const total = sources.reduce((sum, { path }) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
  let done = 0
  return (bytes) => {
    done += bytes
    report?.(Math.ceil(done / 1e6), Math.max(1, Math.ceil(total / 1e6)))
  }
}

/** One conversation from two files: a session that was taken up again may stand in both. */
function joined(a: Conversation, b: Conversation): Conversation {
  const all = new Map(
    [...a.messages, ...b.messages].map((each) => [JSON.stringify([each.at, each.who, each.text]), each]),
  )
  const messages = [...all.values()]
  const isDated = messages.every(({ at }) => at !== null)
  return { ...a, title: b.title || a.title, messages: isDated ? messages.toSorted((x, y) => x.at! - y.at!) : messages }
}

/** The days of imported notes, by the keys of their conversations in the notes' names. */
function daysOfDocuments(root: string, format: FormatName): Map<string, Day> {
  const days = new Map<string, Day>()
  for (const path of walk(root, `${importsFolder}/${format}`)) {
    const key = /^\d{4}-\d{2}-\d{2}-([0-9a-f]{10})\.md$/.exec(path.slice(path.lastIndexOf('/') + 1))?.[1]
    const day = dayOfPath(path)
    if (key !== undefined && day !== null && !days.has(key)) days.set(key, day)
  }
  return days
}

function stateBeside(
  note: ImportedNote,
  standing: string | null | undefined,
  originOf: Transcripts['originOf'],
): ImportState {
  if (standing === undefined) return 'new'
  if (standing === null) return 'foreign'
  if (standing.replaceAll('\r\n', '\n') === note.text) return 'same'
  const origin = originOf(standing)
  if (origin === undefined) return 'foreign'
  if (!origin.isAsWritten) return 'edited'
  return origin.messages > note.messages ? 'longer' : 'grown'
}

type StateOf = (note: ImportedNote, standing: string | null | undefined) => ImportState

async function land(
  session: Session,
  store: Store,
  { write = false, commit = false, agent = importer }: ImportOptions,
  notes: readonly ImportedNote[],
  states: ReadonlyMap<ImportedNote, ImportState>,
  stateOf: StateOf,
): Promise<{ written: boolean; commit: string | null }> {
  const edits = notes
    .filter((note) => ['new', 'grown', 'same'].includes(states.get(note)!))
    .map((note) => ({
      path: note.path,
      text: note.text,
      // The state is asked again while writing: somebody may have changed the note just now.
      make: (standing: string | undefined): string =>
        ['new', 'grown'].includes(stateOf(note, standing)) ? note.text : standing!,
    }))
  if (commit) {
    const { tree } = store.standing() ?? {}
    const inHead = new Map((tree ? session.repository.files(tree) : []).map(({ path, oid }) => [path, oid] as const))
    const left = edits.filter(({ path, text }) => {
      const oid = inHead.get(path)
      return oid === undefined || blobOid(Buffer.from(text), oid) !== oid
    })
    if (left.length === 0) return { written: false, commit: null }
    const message = `memory: import ${left.length === 1 ? '1 note' : `${left.length} notes`}\n`
    const landed = await landEdits(session, store, () => ({ edits: left, message, agent }), 'memory import')
    return { written: landed !== null, commit: landed }
  }
  if (!write) return { written: false, commit: null }
  const changes = edits.map(({ path, make }) => ({
    path,
    make: (bytes: Buffer | undefined) => Buffer.from(make(textIn(path, bytes))),
  }))
  return { written: workingFiles(session, store).changeAll(changes).length > 0, commit: null }
}
