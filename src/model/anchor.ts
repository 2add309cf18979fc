import { stretches } from '../text/code-span.js'
import type { Day } from './time.js'

/** Code that a bullet is about: a file or folder of the repository, or a symbol in a file. */
export interface CodeAnchor {
  /** From the top of the repository, whichever folder of it the workspace is. */
  readonly path: string
  /** `parse`, `Parser.parse`; null for the whole file or folder. */
  readonly symbol: string | null
}

/** What became of the code from the bullet's commit to HEAD. `unknown`: this clone lacks the history to tell. */
export const anchorStates = ['fresh', 'changed', 'gone', 'unknown'] as const

/** An anchor of a bullet, compared with HEAD. */
export interface AnchorHeld {
  /** `src/x.ts`, `src/x.ts#symbol` */
  readonly at: string
  readonly state: (typeof anchorStates)[number]
  /** The day of the commit that brought the bullet; left out where that commit is not known, or there is none. */
  readonly since?: Day
  /** How many commits changed the code since; left out where it did not change, or they were not counted. */
  readonly commits?: number
}

const mostLength = 400

/** @returns undefined for what is no path from the top of a repository: `/etc/x`, `../x`, `a//b` */
export function anchorOf(text: string): CodeAnchor | undefined {
  const hash = text.lastIndexOf('#')
  const symbol = hash < 0 ? null : text.slice(hash + 1)
  const path = (hash < 0 ? text : text.slice(0, hash)).replace(/^(?:\.\/)+|\/$/g, '')
  const segments = path.split('/')
  const isPath = segments.every((each) => each.trim() === each && each !== '' && each !== '.' && each !== '..')
  if (!isPath || path.length > mostLength || /[\p{Cc}\uFFFD`]/u.test(path)) return undefined
  if (symbol !== null && !/^[^\s#`(),]{1,100}$/u.test(symbol)) return undefined
  return { path, symbol }
}

export const writeAnchor = ({ path, symbol }: CodeAnchor): string => (symbol === null ? path : `${path}#${symbol}`)

/** Of more paths in one text, the first ones count. */
const mostAnchors = 5

/** A longer code span is not looked at: a path with a symbol and lines has some 520 characters at most. */
const longestSpan = 600

/** The text of a code span that may be a path: `src/x.ts`, `src/x.ts:12`, `Makefile.am`, `src/x.ts#symbol`. */
const pathForm = /^[^\s:()<>{}|*?"'=,;$]*[./][^\s:()<>{}|*?"'=,;$]*[^\s:()<>{}|*?"'=,;$./](?::\d+(?:-\d+|:\d+)?)?\/?$/u

/**
 * The code that a bullet may be about: the path of its `at=`, and what looks like a path in code spans of its text. Of
 * the latter the caller drops paths that no tree has, and notes.
 */
export function anchorsIn(
  at: string | null,
  text: string,
): { readonly at: CodeAnchor | undefined; readonly named: CodeAnchor[] } {
  const said = at === null ? undefined : anchorOf(at)
  if (!text.includes('`')) return { at: said, named: [] }
  const spans = stretches(text).flatMap(({ kind, text: span }) =>
    kind === 'code' && span.length <= longestSpan ? [span.replace(/^`+ ?| ?`+$/g, '')] : [],
  )
  const named = spans.flatMap((span) => {
    const anchor = pathForm.test(span) ? anchorOf(span.replace(/:\d+(?:-\d+|:\d+)?$/, '')) : undefined
    return anchor && writeAnchor(anchor) !== at ? [anchor] : []
  })
  const distinct = new Map(named.map((anchor) => [writeAnchor(anchor), anchor]))
  return { at: said, named: [...distinct.values()].slice(0, mostAnchors) }
}

/** `changed since 2025-11-30 (3 commits)` */
export function anchorWords({ state, since, commits }: AnchorHeld): string {
  if (state !== 'changed') return state === 'unknown' ? 'unknown here' : state
  const many = commits === undefined || commits === 0 ? '' : ` (${commits} commit${commits === 1 ? '' : 's'})`
  return `changed${since === undefined ? '' : ` since ${since}`}${many}`
}

/** Whether the code of a bullet is gone: the code of its `at=`, or, without one, all that its text names. */
export const isAdrift = (held: readonly AnchorHeld[], at: string | null): boolean =>
  held.length > 0 && held.every((each) => each.state === 'gone' || (at !== null && each.at !== at))

/** `src/x.ts fresh`, `src/x.ts#symbol changed since 2025-11-30 (3 commits)` */
export const anchorsShown = (anchors: readonly AnchorHeld[]): string[] =>
  anchors.map((held) => `${held.at} ${anchorWords(held)}`)
