import type { PlacedAssertion } from './assertion.js'
import type { EntityPage } from './entity.js'
import type { Fact } from './fact.js'
import type { Day } from './time.js'
import { isDay } from './time.js'

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
   * `skipped`: not indexed at all. `malformed`: indexed as a passage, since it
   * is not well formed. `doubtful`: well formed, and perhaps not as it was meant.
   * `ineffective`: a line of `bank/` about a fact that changes nothing of it.
   * `disputed`: one that another line of its day contradicts: a person has to say which holds.
   * `forgotten`: a line that was forgotten and came back; not indexed.
   */
  readonly kind: 'skipped' | 'malformed' | 'doubtful' | 'ineffective' | 'disputed' | 'forgotten'
}

/** `memory/2026-01-02.md:8` */
export const placeOf = ({ path, line }: Pick<Problem, 'path' | 'line'>): string => (line > 0 ? `${path}:${line}` : path)

/** `confidence must be 0 to 1, got 1.5 — write O(c=0.95)` */
export const complaint = ({ message, hint }: Problem): string => `${message}${hint ? ` — ${hint}` : ''}`

/** Both on one line. */
export const showProblem = (problem: Problem): string => `${placeOf(problem)}  ${complaint(problem)}`

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

/** A file of a Git tree. */
export interface TreeFile {
  readonly path: string
  readonly mode: string
  readonly oid: string
}

/** Where lines stand that say what facts do to beliefs; like any page it may not be there. */
export const evidencePath = 'bank/evidence.md'

/** Stands for the mode of a file whose name is not UTF-8: listed, never indexed. */
export const unreadableName = 'unreadable name'

const dailyForm = /^(\d{4}-\d{2}-\d{2})(?:-[^/]+)?\.md$/i

/** The day in a daily note's file name; null for every other note. */
export function dayOfPath(path: string): Day | null {
  if (!path.startsWith('memory/')) return null
  const match = dailyForm.exec(path.slice(path.lastIndexOf('/') + 1))
  return match && isDay(match[1]!) ? match[1]! : null
}

/** Text that other programs generate into `memory/`: never a fact. */
const generated = /^memory\/(?:\.dreams|dreaming)\/|(?:^|\/)DREAMS\.md$/i

/** The ids of what was forgotten. Below `memory/`, so that it merges by union as logs do; not among the names that people choose. */
export const forgottenPath = 'memory/.forgotten.md'

/** What becomes of a path in the workspace: a note, a file we read for other reasons, or nothing to us. */
export type PathRole = 'note' | 'generated' | 'unread-markdown' | 'settings' | 'other'

export function roleOf(path: string): PathRole {
  if (path === 'MEMORY.md' || path === 'memory.md' || path === 'USER.md') return 'note'
  if (path === '.memory/config.json' || path.startsWith('.memory/templates/') || path === forgottenPath)
    return 'settings'
  if (!path.startsWith('memory/') && !path.startsWith('bank/')) return 'other'
  if (generated.test(path)) return 'generated'
  if (/\.md$/i.test(path)) return 'note'
  return /\.(?:markdown|mdx|mkd)$/i.test(path) ? 'unread-markdown' : 'other'
}

/** The top-level names that can hold anything of ours; all that Git is asked for. */
export const workspacePaths = ['MEMORY.md', 'memory.md', 'USER.md', 'memory', 'bank', '.memory'] as const
