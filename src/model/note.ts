import type { PlacedAssertion } from './assertion.js'
import type { EntityPage } from './entity.js'
import type { Fact } from './fact.js'
import { dateOfPath, type FileDate } from './file-date.js'
import { inboxPath } from './inbox.js'
import { lately } from '../text/lately.js'
import { isDay, spanOf, type Day, type Span } from './time.js'

/** Something in the user's Markdown that is not as it should be. A value, never thrown: the words stay findable. */
export interface Problem {
  readonly path: string
  /** 1-based; 0 where the whole file is meant. */
  readonly line: number
  /** What was found, and what is expected. */
  readonly message: string
  /** What would be right, ready to be typed; empty where nothing short says it. */
  readonly hint: string
  /**
   * `skipped`: not indexed at all. `malformed`: indexed as a passage, since it is not well formed. `doubtful`: well
   * formed, and perhaps not as it was meant. `ineffective`: a line of `bank/` about a fact, without any effect on it.
   * `disputed`: such a line, contradicted by another of the same day; a person has to say which holds. `forgotten`: a
   * line that was forgotten and came back; not indexed.
   */
  readonly kind: 'skipped' | 'malformed' | 'doubtful' | 'ineffective' | 'disputed' | 'forgotten'
}

/** `memory/2026-01-02.md:8` */
export const problemLocation = ({ path, line }: Pick<Problem, 'path' | 'line'>): string =>
  line > 0 ? `${path}:${line}` : path

/** `confidence must be 0 to 1, got 1.5 — write O(c=0.95)` */
export const complaint = ({ message, hint }: Problem): string => `${message}${hint ? ` — ${hint}` : ''}`

export const showProblem = (problem: Problem): string => `${problemLocation(problem)}  ${complaint(problem)}`

/** An indexed Markdown file, parsed. A pure function of its path, its bytes and the configuration. */
export interface Note {
  readonly path: string
  readonly day: Day | null
  readonly facts: readonly Fact[]
  readonly problems: readonly Problem[]
  /** What a person says in a page about facts; none in a note that is no page. */
  readonly assertions: readonly PlacedAssertion[]
  /** Set for `bank/entities/*.md` only. */
  readonly entity: EntityPage | null
}

export interface TreeFile {
  readonly path: string
  readonly mode: string
  readonly oid: string
}

/** The page of lines that say what facts do to beliefs; like any page it may be missing. */
export const evidencePath = 'bank/evidence.md'

/** Whether a path is a page. The inbox is none: nothing on it says anything. */
export const isPage = (path: string): boolean => /^bank\/.*\.md$/i.test(path) && path !== inboxPath

/** Stands for the mode of a file whose name is not UTF-8: listed, never indexed. */
export const unreadableName = 'unreadable name'

/**
 * The names that programs that sync folders give to a second version of a file: Syncthing, then Dropbox, Nextcloud and
 * Obsidian Sync.
 *
 *     2026-11-20.sync-conflict-20261101-120000-ABCDEFG.md
 *     2026-11-20 (Ana's conflicted copy 2026-11-01).md
 *     2026-11-20 (Conflict).md
 */
const conflictForms = [
  /^(.{1,200})\.sync-conflict-\d{8}-\d{6}-[0-9A-Z]{5,8}(\.\w{1,9})$/,
  /^(.{1,200}) \((?:[^()/]{1,60} )?(?:conflicted copy|case conflict|conflict)(?: [^()/]{1,60})?(?: \(\d{1,3}\))?\)(\.\w{1,9})$/i,
]

/** The path of the file of which this one is a second version, by its name; undefined where it is none. */
export function conflictCopyOf(path: string): string | undefined {
  if (!/conflict/i.test(path)) return undefined
  const cut = path.lastIndexOf('/') + 1
  const found = conflictForms.map((form) => form.exec(path.slice(cut))).find((match) => match !== null)
  return found ? `${path.slice(0, cut)}${found[1]}${found[2]}` : undefined
}

const dailyForm = /^(\d{4}-\d{2}-\d{2})(?:-[^/]+)?\.md$/i

/** How many paths' dates are kept: each path is asked for its day, its span and its faults, one after another. */
const mostPaths = 100

/**
 * The date that the name of a note of `memory/` gives. A second version of a file has the day of the first: what both
 * say is one fact.
 */
const dateOf = lately(mostPaths, (path: string): FileDate | undefined => {
  if (!path.startsWith('memory/') || !/\.md$/i.test(path)) return undefined
  const named = conflictCopyOf(path) ?? path
  const day = dailyForm.exec(named.slice(named.lastIndexOf('/') + 1))?.[1]
  if (day !== undefined && isDay(day)) return { span: spanOf(day)! }
  return dateOfPath(named.slice('memory/'.length, -'.md'.length))
})

/** The day that a note's file name says (`file-date.ts` has the forms); null for every other note. */
export function dayOfPath(path: string): Day | null {
  const span = spanOfPath(path)
  return span && span.start === span.end ? span.start : null
}

/** The days that a note is of by its name: `2026-W07.md` is a week, `2026-02.md` a month. */
export function spanOfPath(path: string): Span | undefined {
  const date = dateOf(path)
  return date && 'span' in date ? date.span : undefined
}

/**
 * The names that a note of `memory/` may be meant to have, where its own says a date that can be read in two ways.
 * Empty where no calendar has the date; undefined for any other name.
 */
export function logNamesMeant(path: string): string[] | undefined {
  const date = dateOf(path)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return date && 'either' in date ? date.either.map((name) => `${folder}${name}.md`) : undefined
}

/** Text that other programs generate into `memory/`: never a fact. */
const generated = /^memory\/(?:\.dreams|dreaming)\/|(?:^|\/)DREAMS\.md$/i

const copyHeading = /^(?:Promoted From Short-Term Memory|Consolidated Memory) \(\d{4}-\d{2}-\d{2}\)$/

/** Whether OpenClaw's dreaming copied the lines under a heading from logs: they only repeat those. */
export const isCopied = (path: string, heading: string): boolean =>
  (path === 'MEMORY.md' || path === 'memory.md') && copyHeading.test(heading)

/**
 * The file of the ids that were forgotten. It stands below `memory/` so that it merges as logs do, with both sides'
 * lines, and has a name that people do not choose.
 */
export const forgottenPath = 'memory/.forgotten.md'

/** The file of what a reader has read of each day. It stands there for the same reasons, and is no note. */
export const readMarksPath = 'memory/.read.md'

/** What becomes of a path in the workspace: a note, a file we read for other reasons, or nothing to us. */
export type PathRole = 'note' | 'generated' | 'unread-markdown' | 'settings' | 'other'

export function roleOf(path: string): PathRole {
  if (path === 'MEMORY.md' || path === 'memory.md' || path === 'USER.md') return 'note'
  if (path === '.memory/config.json' || path.startsWith('.memory/templates/') || path === forgottenPath)
    return 'settings'
  if (!path.startsWith('memory/') && !path.startsWith('bank/')) return 'other'
  if (path === inboxPath || path === readMarksPath) return 'other'
  if (generated.test(path)) return 'generated'
  if (/\.md$/i.test(path)) return 'note'
  return /\.(?:markdown|mdx|mkd)$/i.test(path) ? 'unread-markdown' : 'other'
}

/** The top-level names that can hold anything of ours; all that Git is asked for. */
export const workspacePaths = ['MEMORY.md', 'memory.md', 'USER.md', 'memory', 'bank', '.memory'] as const
