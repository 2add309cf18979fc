import { withEditedTree } from '../../git/edited-tree.js'
import type { Head, PastCommit } from '../../git/git-output.js'
import { mergeLog } from '../../git/merge-log.js'
import { mergeText, plainMarkers } from '../../git/merge-text.js'
import { MemoryError } from '../../model/error.js'
import type { FactId } from '../../model/fact.js'
import { forgottenPath, isPage, roleOf } from '../../model/note.js'
import { isOurs, splitPage } from '../../model/page.js'
import type { LeftStanding, RestsOn, Undone, UndoneLine, UndoSource } from '../../model/undo.js'
import { mergePage } from '../../pages/edits/merge-page.js'
import { readPageLine } from '../../parse/parse-page.js'
import { parseNote } from '../../parse/parse-note.js'
import { impactHeadline } from '../../render/impact.js'
import { copyOf, type Store } from '../../store/store.js'
import { hunksBetween } from '../../text/hunks.js'
import { linesAlike } from '../../text/lines-alike.js'
import { landEdits, type EditOrRemoval } from '../landing/land-edits.js'
import { bringTo } from '../session/at-commit.js'
import type { Opened } from '../session/opened.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { compareTrees } from './compare-trees.js'
import { laterEdits, type LaterEdit, type LaterWork } from './later-edits.js'
import { linesByHand } from './lines-brought.js'
import { missedIn } from './rests-on.js'
import { holdsNothing, revertCommits } from './revert-commits.js'
import { mostCommits, sourceFound, type SourceFound } from './source-commits.js'

export interface UndoOptions {
  /** Whether the removal is committed; else it is only told what would go. */
  readonly commit?: boolean | undefined
  /** The program that does this, as the commit names it. */
  readonly agent?: string | undefined
}

/** How often it is tried, since others may move HEAD meanwhile. */
const mostTries = 5
/** How many rounds look for lines that have to stay: a line that stays may rest on others. */
const mostRounds = 50

/**
 * Takes back what a source brought: its lines in logs, in `MEMORY.md` and in hand-written parts of pages go, and lines
 * that it took out come back. A line stays, and is named, where something that stays rests on it, or where somebody
 * else has changed it since. Pages follow as after any commit. What was forgotten stays so.
 *
 * @throws MemoryError bad-argument where HEAD has nothing of the source
 */
export async function undo(
  opened: Opened,
  source: UndoSource,
  { commit = false, agent }: UndoOptions,
): Promise<Undone> {
  for (let tries = 1; ; tries++) {
    const plan = await planned(opened, source)
    if (!commit || plan.files.size === 0) return { ...plan.told, commit: null }
    let isOvertaken = false
    const landed = await opened.synced((store) =>
      landEdits(
        opened.session,
        store,
        (_inHead, head) => {
          isOvertaken = head !== plan.head.commit
          return isOvertaken ? { edits: [], message: '' } : { edits: editsOf(plan), message: messageFor(plan), agent }
        },
        'memory undo',
      ),
    )
    if (!isOvertaken) return { ...plan.told, commit: landed }
    if (tries === mostTries) throw new MemoryError('index-busy', 'HEAD moves on: try again when others are done')
  }
}

interface UndoPlan {
  readonly head: Head
  readonly named: string
  readonly texts: ReadonlyMap<string, string>
  /** By path, the text that a file of HEAD becomes; null where the file goes. */
  readonly files: ReadonlyMap<string, string | null>
  readonly told: Omit<Undone, 'commit'>
}

function planned(opened: Opened, source: UndoSource): Promise<UndoPlan> {
  const { session } = opened
  const head = session.repository.head()
  if (!head) throw new MemoryError('bad-argument', 'there is no commit yet')
  return opened.aside(async (store) => {
    await bringTo(session, store, head)
    return planIn(session, store, head, source)
  })
}

async function planIn(session: Session, store: Store, head: Head, source: UndoSource): Promise<UndoPlan> {
  const { repository } = session
  const found = await sourceFound(session, head, source)
  const taken = found.commits.filter(({ commit, parents }) => parents.length < 2 && !doesForget(session, commit))
  const reverted = revertCommits(repository, head, taken.toReversed())
  const imported = await importsOf(session, head, found)
  const wanted = new Map<string, Buffer | null>([...reverted.files, ...imported.files])
  const texts = textsIn(session, head, [...wanted.keys()])
  const settings = [...wanted.keys()].filter((path) => roleOf(path) !== 'note' && texts.has(path))
  const conflicts = reverted.conflicts.filter((path) => texts.has(path))
  const changed = new Map<string, string>()
  for (const [path, bytes] of wanted) {
    const [was, now] = [texts.get(path) ?? '', bytes?.toString('utf8') ?? '']
    if (roleOf(path) !== 'note' || conflicts.includes(path) || was === now) continue
    // A page in which no hand-written line differs is left to reflecting.
    if (isPage(path) && handOf(was) === handOf(now)) continue
    changed.set(path, now)
  }
  const { edits, settled, wroteOver } = laterEdits(
    repository,
    repository.ancestry(head.commit, mostCommits) ?? [],
    new Set(taken.map(({ commit }) => commit)),
    new Map(
      [...wanted.keys()].flatMap((path) =>
        isPage(path) || roleOf(path) !== 'note' ? [] : [[path, texts.get(path) ?? ''] as const],
      ),
    ),
  )
  const held = new Map<FactId, RestsOn[]>()
  /** Files that stay as they are, since holding single lines of them did not keep a fact. */
  const whole = new Set<string>()
  let files = filesWith(session, store, { texts, changed, settled, wroteOver, held, whole, imported: imported.files })
  for (let round = 0; ; round++) {
    const missed = await missing(session, store, head, files)
    if (missed.length === 0) break
    if (round === mostRounds) throw new MemoryError('bad-argument', 'too much rests on it: take back less at a time')
    let isMore = false
    const heldBefore = new Set(held.keys())
    for (const { id, by } of missed) {
      const { said: text, ...rest } = by
      if (heldBefore.has(id)) for (const { source: at } of store.factsById([id])) whole.add(at.path)
      else isMore = true
      const known = held.get(id) ?? []
      if (!known.some((each) => each.source === rest.source)) held.set(id, [...known, { ...rest, text }])
    }
    const before = whole.size
    files = filesWith(session, store, { texts, changed, settled, wroteOver, held, whole, imported: imported.files })
    if (!isMore && round > 0 && before === whole.size && missed.every(({ id }) => isWhole(store, id, whole))) break
  }
  const after = withEditedTree(repository, head, bytesOf(files))
  const compared = await compareTrees(session, store, { before: { repository, head }, after })
  const { differences, expectations, pages, names } = compared
  const headline = impactHeadline({ ...compared, anchors: [], newWriters: [], credentials: [], conflicts: [] })
  return {
    head,
    named: found.named,
    texts,
    files,
    told: {
      source: sourceOf(found, taken),
      headline,
      differences,
      expectations,
      pages,
      names,
      ...linesBetween(texts, files),
      stands: [
        ...heldLines(store, held, texts),
        ...edits.map(asEdited),
        ...imported.edited.map(({ path, by }) => asFile(path, by)),
        ...conflicts.map((path) => asFile(path, 'others changed the same lines since')),
        ...settings.map((path) => asFile(path, 'git revert takes its change back', 'setting')),
      ],
    },
  }
}

const isWhole = (store: Store, id: FactId, whole: ReadonlySet<string>): boolean =>
  store.factsById([id]).every(({ source }) => whole.has(source.path))

const sourceOf = ({ imported }: SourceFound, taken: readonly PastCommit[]): Undone['source'] =>
  taken.length === 0 && imported.length > 0
    ? { what: 'files', paths: imported }
    : { what: 'commits', commits: taken.map(({ commit }) => commit).toReversed() }

/** Whether a commit forgot something: taken back, it would bring the words back into HEAD. */
function doesForget({ repository }: Session, commit: string): boolean {
  const { tree } = repository.headAt(commit)
  const parent = repository.parentTree(commit)
  return parent !== undefined && (repository.changes(parent, tree) ?? []).some(({ path }) => path === forgottenPath)
}

/** Notes that an import wrote, which go whole; one that somebody changed since stays. */
async function importsOf(
  { repository }: Session,
  { tree, commit }: Head,
  { imported }: SourceFound,
): Promise<{ files: Map<string, null>; edited: { path: string; by: string }[] }> {
  if (imported.length === 0) return { files: new Map(), edited: [] }
  const { originOf } = await import('../../import/transcripts.js')
  const all = repository.files(tree, imported)
  const blobs = repository.blobs(all.map(({ oid }) => oid))
  const isEdited = (oid: string): boolean => originOf(textOf(blobs.get(oid)) ?? '')?.isAsWritten !== true
  const edited = all.filter(({ oid }) => isEdited(oid)).map(({ path }) => path)
  return {
    files: new Map(imported.filter((path) => !edited.includes(path)).map((path) => [path, null])),
    edited: edited.map((path) => {
      const [last] = repository.pastChanges(commit, [path], 1) ?? []
      return { path, by: last ? `${last.commit.slice(0, 7)} ${last.author} changed it since` : 'it was changed since' }
    }),
  }
}

function textsIn({ repository }: Session, { tree }: Head, paths: readonly string[]): Map<string, string> {
  const wanted = new Set(paths)
  const files =
    paths.length === 0 ? [] : repository.files(tree).filter((file) => wanted.has(file.path) && isRegular(file))
  const blobs = repository.blobs(files.map(({ oid }) => oid))
  return new Map(
    files.flatMap(({ path, oid }) => {
      const text = textOf(blobs.get(oid))
      return typeof text === 'string' ? [[path, text] as const] : []
    }),
  )
}

/** What a person wrote in a page, without the lines that reflecting writes. */
function handOf(text: string): string {
  const page = splitPage(text)
  return page.block === null ? text : linesByHand(page).filter(Boolean).join('\n')
}

interface MakingOf {
  readonly texts: ReadonlyMap<string, string>
  /** What each file would be with nothing held; empty where it goes. */
  readonly changed: ReadonlyMap<string, string>
  readonly settled: LaterWork['settled']
  readonly wroteOver: LaterWork['wroteOver']
  readonly held: ReadonlyMap<FactId, unknown>
  readonly whole: ReadonlySet<string>
  readonly imported: ReadonlyMap<string, null>
}

function filesWith(session: Session, store: Store, making: MakingOf): Map<string, string | null> {
  const { texts, changed, settled, wroteOver, held, whole, imported } = making
  const { config } = session.config(store)
  const places = store.factsById([...held.keys()]).map(({ id, source }) => ({ id, ...source }))
  const made = new Map<string, string | null>()
  for (const [path, wanted] of changed) {
    const own = places.filter((place) => place.path === path)
    const standing = texts.get(path) ?? ''
    // An imported note with a line less would count as edited by somebody.
    if (whole.has(path) || (own.length > 0 && imported.has(path))) continue
    const text = heldIn(standing, wanted, own, {
      settled: settled.get(path) ?? new Set(),
      wroteOver: wroteOver.get(path) ?? new Map(),
    })
    const ids = new Set(parseNote(path, text, config).facts.map(({ id }) => id))
    if (text === standing || own.some(({ id }) => !ids.has(id)) || (standing === '' && holdsNothing(text))) continue
    made.set(path, text.trim() === '' ? null : text)
  }
  return made
}

/**
 * The text after a change that keeps the held lines. It brings back no `settled` lines, and none that the source
 * replaced by held ones.
 */
function heldIn(
  standing: string,
  wanted: string,
  held: readonly { readonly first: number; readonly last: number }[],
  {
    settled,
    wroteOver,
  }: { readonly settled: ReadonlySet<string>; readonly wroteOver: ReadonlyMap<string, readonly string[]> },
): string {
  const lines = standing.split('\n')
  const isHeld = (at: number): boolean => held.some(({ first, last }) => at + 1 >= first && at + 1 <= last)
  const over = new Set(lines.flatMap((line, at) => (isHeld(at) ? (wroteOver.get(bare(line)) ?? []) : [])))
  const out: string[] = []
  let next = 0
  for (const { from, to, now } of hunksBetween(lines, wanted.split('\n'))) {
    out.push(...lines.slice(next, from))
    next = to
    const gone = lines.slice(from, to)
    const kept = gone.map((_, at) => isHeld(from + at))
    const come = now.filter((line) => !settled.has(bare(line)) && !over.has(bare(line)))
    const last = kept.lastIndexOf(true)
    if (last < 0) out.push(...come)
    else if (come.some((line) => line.trim() !== '')) {
      const mates = linesAlike(
        gone.map((line, at) => (kept[at] ? '' : line)),
        come,
      )
      const mated = new Set(mates.values())
      out.push(
        ...gone.flatMap((line, at) => (kept[at] ? line : mates.has(at) ? come[mates.get(at)!]! : [])),
        ...come.filter((_, at) => !mated.has(at)),
      )
    } else {
      const opening = from === 0 ? openingOf(lines) : 0
      out.push(...gone.filter((line, at) => kept[at] || at < opening || (at < last && /^#{1,6}\s/.test(line))))
      if (to === lines.length && out.at(-1) !== '') out.push('')
    }
  }
  return [...out, ...lines.slice(next)].join('\n')
}

const bare = (line: string): string => line.replace(/\r$/, '')

/** How many lines the front matter has. */
function openingOf(lines: readonly string[]): number {
  const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1
  return end + 1
}

const bytesOf = (files: ReadonlyMap<string, string | null>): Map<string, Buffer | null> =>
  new Map([...files].map(([path, text]) => [path, text === null ? null : Buffer.from(text)]))

/** What HEAD's tree with these files would still refer to, but no longer hold. */
async function missing(
  session: Session,
  store: Store,
  head: Head,
  files: ReadonlyMap<string, string | null>,
): Promise<ReturnType<typeof missedIn>> {
  if (files.size === 0) return []
  const after = withEditedTree(session.repository, head, bytesOf(files))
  const copy = copyOf(store, session.repository.ownFolder)
  try {
    await bringTo(session, copy, after.head, after.repository)
    return missedIn(store, copy)
  } finally {
    copy.close()
  }
}

function linesBetween(
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string | null>,
): Pick<Undone, 'goes' | 'back'> {
  const [goes, back]: [UndoneLine[], UndoneLine[]] = [[], []]
  const isSaid = (path: string, text: string): boolean =>
    text.trim() !== '' && !(isPage(path) && isOurs(readPageLine(text)))
  for (const [path, made] of files) {
    const before = (texts.get(path) ?? '').split('\n')
    let moved = 0
    for (const { from, to, now } of hunksBetween(before, (made ?? '').split('\n'))) {
      before.slice(from, to).forEach((text, at) => {
        if (isSaid(path, text)) goes.push({ source: `${path}#L${from + at + 1}`, text })
      })
      now.forEach((text, at) => {
        if (isSaid(path, text)) back.push({ source: `${path}#L${from + moved + at + 1}`, text })
      })
      moved += now.length - (to - from)
    }
  }
  return { goes, back }
}

function heldLines(
  store: Store,
  held: ReadonlyMap<FactId, readonly RestsOn[]>,
  texts: ReadonlyMap<string, string>,
): LeftStanding[] {
  return [...held].flatMap(([id, because]) => {
    const places = store.factsById([id]).filter(({ source }) => texts.has(source.path))
    return places.slice(0, 1).map(({ source: { path, first, last } }) => ({
      id,
      source: `${path}#L${first}${last > first ? `-L${last}` : ''}`,
      text: texts
        .get(path)!
        .split('\n')
        .slice(first - 1, last)
        .map((line) => line.trim())
        .join(' '),
      because,
    }))
  })
}

const asEdited = ({ path, line, text, by }: LaterEdit): LeftStanding => ({
  id: null,
  source: `${path}#L${line}`,
  text,
  because: [{ how: 'edited', source: `${path}#L${line}`, text: by }],
})

const asFile = (path: string, why: string, how: 'edited' | 'setting' = 'edited'): LeftStanding => ({
  id: null,
  source: path,
  text: '',
  because: [{ how, source: path, text: why }],
})

/** The edits of a plan. A file that differs in the working tree loses only what HEAD's version loses. */
const editsOf = ({ files, texts }: UndoPlan): EditOrRemoval[] =>
  [...files].map(([path, after]) => ({
    path,
    make: (text) => {
      const before = texts.get(path) ?? ''
      if (text === undefined || text === before) return after
      const merged = isPage(path)
        ? mergePage(before, text, after ?? '', { text: mergeText, markers: plainMarkers })
        : mergeLog(before, text, after ?? '')
      if (merged.conflict)
        throw new MemoryError(
          'bad-argument',
          `${path} is being edited in the same lines: commit or put that back first`,
        )
      return merged.text.trim() === '' ? null : merged.text
    },
  }))

/** How many lines of a sort a message lists: nobody reads more. */
const mostTold = 50

/** The commit's message, which tells places and never words. */
function messageFor({ named, told }: UndoPlan): string {
  const some = (lines: readonly string[]): string[] =>
    lines.length > mostTold ? [...lines.slice(0, mostTold), `and ${lines.length - mostTold} more`] : [...lines]
  const { source, goes, back, stands } = told
  const lines = [
    ...some(goes.map((line) => `Taken out: ${line.source}`)),
    ...some(back.map((line) => `Back: ${line.source}`)),
    ...some(stands.map((line) => `Stands: ${line.source}`)),
  ]
  const undone = source.what === 'commits' ? some(source.commits.map((each) => `Undoes: ${each}`)) : []
  const subject = `memory: undo ${named.replace(/\s+/g, ' ').slice(0, 60)}`
  return `${[subject, lines.join('\n'), undone.join('\n')].filter(Boolean).join('\n\n')}\n`
}
