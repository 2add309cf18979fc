import { MemoryError } from '../../model/error.js'
import { forgottenPath } from '../../model/note.js'
import {
  charactersIn,
  coreBlocks,
  coreFile,
  coreFiles,
  blockKey,
  type ParsedBlock as Block,
} from '../../parse/core-blocks.js'
import { hasNumbers, withBlockEdit, type BlockEdit, type Edited } from '../../parse/edit-core-block.js'
import { parseNote } from '../../parse/parse-note.js'
import { forgottenBy } from '../../model/forgotten.js'
import { guard, largestNote } from '../../files/files.js'
import type { Store } from '../../store/store.js'
import { conflictsIn } from '../../text/conflict.js'
import { hiddenIn } from '../../text/hiding.js'
import { coreIn, meant, noBlock, placeForm, blockLocation, type CoreBlock } from './core.js'
import { credentialsIn } from '../secrets/credentials.js'
import { landEdits, textIn } from '../landing/land-edits.js'
import type { Session } from '../session/session.js'
import { readPage } from '../session/pages-in-tree.js'
import { notesUncommitted } from '../session/uncommitted.js'
import { workingFiles } from '../landing/working-files.js'

/** An edit of a block of MEMORY.md, by its name or its place (`MEMORY.md#L3`). */
export type CoreBlockEdit = BlockEdit & { readonly block: string }

/** An edit that sets whom `I` and `my` mean, by a name that facts have. */
export interface OwnerEdit {
  readonly edit: 'owner'
  readonly text: string
}

export type CoreEdit = CoreBlockEdit | OwnerEdit

export interface CoreOptions {
  /** Why it is done: the commit's message, its first line the subject. */
  readonly reason?: string | undefined
  /** Whether the edit is committed at once, and alone; without it, it stays in the working tree. */
  readonly commit?: boolean | undefined
  /** Write also what looks like a credential, and an owner whom no fact names. */
  readonly asIs?: boolean | undefined
  /** The program that makes the edit; the commit names it. */
  readonly agent?: string | undefined
}

/** Options of a commit of MEMORY.md alone, which has to have a reason. */
export type CoreCommitOptions = Omit<CoreOptions, 'commit'>

export interface CoreEdited {
  /** The block after the edit; null where it was deleted, for the owner, and where MEMORY.md was only committed. */
  readonly block: CoreBlock | null
  /** The lines of the text, `MEMORY.md#L5`; null where nothing says it now. For the owner `.memory/config.json`. */
  readonly source: string | null
  readonly written: boolean
  readonly commit: string | null
  /** Whether MEMORY.md has uncommitted changes; for the owner, whether the edit is uncommitted. */
  readonly waiting: boolean
}

/**
 * Edit a block of MEMORY.md, in the working tree or as a commit of its own. Other blocks keep every byte, the text
 * reads back as part of this block, and text that stands there already is not written again.
 *
 * @throws MemoryError bad-argument | not-found | unsafe-path; then nothing is written
 */
export async function editCore(
  session: Session,
  store: Store,
  given: CoreBlockEdit,
  { reason, commit = false, asIs = false, agent }: CoreOptions,
): Promise<CoreEdited> {
  const edit = readEdit(given)
  const message = messageOf(reason)
  if (commit && message === undefined) throw withoutReason()
  const { config } = session.config(store)
  const standing = standingText(session)
  let last: Edited | undefined
  const make = maker(edit, standing, config.core.limit, (edited) => (last = edited))
  // Checked before anything is written: the edit can be made, and its text may be kept.
  const made = make(standing)
  if (!asIs) refuseSecrets(standing ?? '', made)
  if (!asIs) refuseSecrets('', message ?? '')
  refuseForgotten(session, store, standing ?? '', made)
  if (Buffer.byteLength(made) > largestNote)
    throw wrong(`${coreFile} would be larger than a note may be, ${largestNote} bytes`)
  const landed = commit
    ? await landEdits(
        session,
        store,
        (inHead) => {
          // Tried on HEAD's version first, which may differ from the working tree's.
          asInHead(() => make(inHead(coreFile)))
          return { edits: [{ path: coreFile, make }], message: message!, agent }
        },
        'memory core',
      )
    : null
  const written = commit
    ? landed !== null
    : workingFiles(session, store).change(coreFile, (bytes) => Buffer.from(make(textIn(coreFile, bytes))))
  return { ...reportOf(session, store, last!), written, commit: landed, waiting: await isWaiting(session, store) }
}

/**
 * Commit MEMORY.md as it stands in the working tree, with all that earlier edits left there, and no other file.
 *
 * @throws MemoryError bad-argument where there is no MEMORY.md, or its text may not be kept; then nothing is committed
 */
export async function commitCore(
  session: Session,
  store: Store,
  { reason, asIs = false, agent }: CoreCommitOptions,
): Promise<CoreEdited> {
  const message = messageOf(reason)
  if (message === undefined) throw withoutReason()
  if (!asIs) refuseSecrets('', message)
  const standing = standingText(session)
  if (standing === undefined) throw wrong(`there is no ${coreFile} to commit`)
  if (conflictsIn(standing).length > 0)
    throw wrong(`${coreFile}#L${conflictsIn(standing)[0]} has the marks of a merge: resolve it first`)
  const commit = await landEdits(
    session,
    store,
    (inHead) => {
      if (!asIs) refuseSecrets(inHead(coreFile) ?? '', standing)
      refuseForgotten(session, store, inHead(coreFile) ?? '', standing)
      return { edits: [{ path: coreFile, make: () => standing }], message, agent }
    },
    'memory core',
  )
  return { block: null, source: null, written: commit !== null, commit, waiting: await isWaiting(session, store) }
}

const isWaiting = async (session: Session, store: Store): Promise<boolean> =>
  (await notesUncommitted(session, store)).some(({ path }) => path === coreFile)

const withoutReason = (): MemoryError =>
  new MemoryError('bad-argument', 'a commit needs a reason, which is its message: --reason "Peter said so" (reason)')

function asInHead<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof MemoryError)
      throw new MemoryError(
        cause.code,
        `as HEAD has it: ${cause.message}; what waits in ${coreFile} is committed by core commit, with a reason`,
      )
    throw cause
  }
}

const wrong = (why: string): MemoryError => new MemoryError('bad-argument', `nothing was written: ${why}`)

/** The block as it stands now: another edit may have changed it since. */
function reportOf(session: Session, store: Store, { name, lines }: Edited): Pick<CoreEdited, 'block' | 'source'> {
  const { blocks } = coreIn(session, store)
  const own = blocks.filter(({ path, block }) => path === coreFile && block === name)
  const block = own.find(({ first, last }) => lines && first <= lines[0] && lines[1] <= last) ?? own[0] ?? null
  return { block, source: lines && blockLocation(coreFile, ...lines) }
}

function standingText({ root }: Session): string | undefined {
  guard(root, coreFile)
  const text = readPage(root, coreFile)
  if (text === null) throw wrong(`${coreFile} cannot be read as text: mend it first`)
  return text
}

const edits = ['append', 'replace', 'insert']
/**
 * Characters that no line of Markdown is to hold: control characters, a lone CR, line ends that only some programs
 * know, half a surrogate pair, and U+FFFD, which a decoder puts where bytes are no text.
 */
const noText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufffd]|\r(?!\n)|\p{Cs}/u

/** Check that an edit is well formed: it comes from a program, which may not know our types. */
function readEdit(given: CoreBlockEdit): CoreBlockEdit {
  const { edit, block } = given
  if (!edits.includes(edit))
    throw wrong(`edit must be one of ${edits.join(', ')} or owner, got ${String(edit).slice(0, 40)}`)
  // `old` may hold any characters: what already stands in the file must be removable.
  const read = edit === 'replace' ? { block, old: given.old } : { block }
  const written = edit === 'replace' ? { new: given.new } : { text: given.text }
  for (const [name, text] of Object.entries({ ...read, ...written }))
    if (typeof text !== 'string') throw wrong(`${name} must be a text, got ${typeof text}`)
  for (const [name, text] of Object.entries({ block, ...written }))
    if (noText.test(text)) throw wrong(`${name} holds a control character, or bytes that are no text`)
  for (const [name, text] of Object.entries({ block, ...written })) {
    const hidden = hiddenIn(text)
    if (hidden !== undefined) throw wrong(`${name} holds ${hidden}, which nobody sees: leave it out`)
  }
  if (Object.values(written).some((text) => conflictsIn(text).length > 0))
    throw wrong('the text holds the marks of a merge')
  for (const text of Object.values(written))
    if (hasNumbers(text)) throw wrong('the text holds the line numbers that core show prints (12→): leave them out')
  if (edit === 'replace' ? given.old === '' : given.text.trim() === '')
    throw wrong(edit === 'replace' ? 'say which words are to be replaced' : 'say what is to be written')
  if (edit === 'insert' && !(Number.isSafeInteger(given.line) && given.line >= 1))
    throw wrong(`line must be the number of a line of ${coreFile}, from 1, got ${String(given.line).slice(0, 40)}`)
  const name = block.trim().replace(/^#{1,6}[ \t]+/, '')
  if (name === '' || name.includes('\n')) throw wrong('a block has a name in one line, such as Persona')
  const file = coreFiles.find((path) => blockKey(path) === blockKey(placeForm.exec(name)?.[1] ?? name))
  if (file !== undefined && file !== coreFile) throw wrong(`${file} is read only: edit the file yourself`)
  return { ...given, block: blockKey(name) === blockKey(coreFile) ? coreFile : name }
}

/** A reason as a commit's message: subject, blank line, the rest; undefined where there is no reason. */
export function messageOf(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined
  if (typeof reason !== 'string') throw wrong(`reason must be a text, got ${typeof reason}`)
  const lines = reason
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')
    .trim()
    .split('\n')
  const [subject = '', ...rest] = lines.map((line) => line.trimEnd())
  if (subject === '') return undefined
  const body = rest.join('\n').trim()
  return body === '' ? `${subject}\n` : `${subject}\n\n${body}\n`
}

/**
 * A function that applies an edit to a version of MEMORY.md. A line number counts in `seen`, the version that the
 * edit's writer saw; in another version it means the same line of the same block.
 */
function maker(
  edit: CoreBlockEdit,
  seen: string | undefined,
  limit: number,
  tell: (edited: Edited) => void,
): (text: string | undefined) => string {
  const asked = edit.edit === 'insert' ? blockIn(seen ?? '', edit.block, true) : undefined
  return (text = '') => {
    if (conflictsIn(text).length > 0)
      throw wrong(`${coreFile}#L${conflictsIn(text)[0]} has the marks of a merge: resolve it first`)
    const block = blockIn(text, edit.block, edit.edit !== 'append')
    const name = block?.name ?? edit.block
    if (block === undefined && placeForm.test(name)) throw noBlock(name, [])
    if (asked && asked.text !== block!.text)
      throw wrong(`${name} has changed since, so that its line numbers are others: look again, or commit it first`)
    const here = edit.edit === 'insert' ? { ...edit, line: edit.line - asked!.first + block!.first } : edit
    const edited = withBlockEdit(text, name, block, here)
    if ('refused' in edited) throw wrong(edited.refused)
    if (edited.text !== text) refuseLonger(block, edited, limit)
    if (conflictsIn(edited.text).length > 0) throw wrong('the text holds the marks of a merge')
    tell(edited)
    return edited.text
  }
}

/** @throws MemoryError bad-argument where several blocks have the name, not-found where none has it and one must */
function blockIn(text: string, wanted: string, mustBe: boolean): Block | undefined {
  const blocks = coreBlocks(coreFile, text)
  const found = meant(blocks, wanted, ({ name }) => name)
  if (found.length > 1)
    throw wrong(
      `${found.length} blocks are called ${found[0]!.name}: say which by its place, ${found.map(({ first }) => `${coreFile}#L${first}`).join(' or ')}`,
    )
  if (found.length === 0 && mustBe)
    throw noBlock(
      wanted,
      blocks.map(({ name }) => ({ block: name })),
    )
  return found[0]
}

/** A block that is too long already may still become shorter. */
function refuseLonger(block: Block | undefined, { used, name }: Edited, limit: number): void {
  const before = charactersIn(block?.text ?? '')
  if (used > limit && used > before)
    throw wrong(
      `${name} would hold ${used} characters, and holds ${before} of ${limit}: replace what is no longer so, or put it into a log with memory retain`,
    )
}

/** @throws MemoryError bad-argument where `after` holds what looks like a credential, and `before` does not hold it */
export function refuseSecrets(before: string, after: string): void {
  const known = new Set(credentialsIn(coreFile, before).map(({ secret }) => secret))
  const fresh = credentialsIn(coreFile, after).find(({ secret }) => !known.has(secret))
  if (fresh)
    throw wrong(
      `it holds what looks like a credential (${fresh.kind}): keep that out of memory; where it is none, --as-is (asIs) writes it`,
    )
}

/** Refuses a forgotten fact: no index would hold it, but every conversation would begin with it. */
function refuseForgotten(session: Session, store: Store, before: string, after: string): void {
  const forgotten = forgottenBy(store.standing()?.settings)
  if (forgotten.size === 0) return
  const { config } = session.config(store)
  const idsIn = (text: string): string[] => parseNote(coreFile, text, config).facts.map(({ id }) => id)
  const known = new Set(idsIn(before))
  const back = idsIn(after).find((id) => forgotten.has(id) && !known.has(id))
  if (back !== undefined) throw wrong(`^${back} was forgotten (${forgottenPath}), and would not be indexed`)
}
