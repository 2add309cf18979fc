import type { EntityKey } from '../../model/entity.js'
import { MemoryError } from '../../model/error.js'
import type { LabelKind } from '../../model/label.js'
import type { MinSupport } from '../../model/evidence.js'
import type { OriginClass } from '../../model/origin-class.js'
import type { Kind } from '../../model/kind.js'
import { earliest, latest, type Day, type Span } from '../../model/time.js'
import type { AsWritten } from './as-written.js'
import type { AskedKind } from './asks.js'

/** What a caller may ask for, beside the question itself. */
export interface RecallOptions {
  /** Results at most; 1 to 1000, 25 by default. */
  readonly k?: number
  /** The same question in other words, 8 at most: one answer is made of all. */
  readonly also?: readonly string[]
  readonly since?: string
  readonly until?: string
  readonly on?: string
  /** Answer with what was known and held true at the end of that day; or, as a workspace takes it, at that commit. */
  readonly asOf?: string
  readonly entities?: readonly string[]
  readonly kinds?: readonly Kind[]
  /** Only passages with one of these labels: `Lesson: …`, or below such a heading. */
  readonly labels?: readonly LabelKind[]
  /** Only lines whose origin is of one of these classes, as they, their note or the settings state it. */
  readonly origins?: readonly OriginClass[]
  /** Leave uncommitted notes out. */
  readonly committed?: boolean
  /** Tokens at most, estimated; no limit by default. */
  readonly budget?: number
  /** The least support for an answer to have results, 0 to 1 or a word; by default the settings', else `weak`. */
  readonly minSupport?: MinSupport
  /** Show everything that comes near, with however little support and however far behind the best. */
  readonly all?: boolean
  /** `off`: by words alone, though a model is set; `only`: by meaning alone. By default both, where a model is set. */
  readonly semantic?: 'off' | 'only'
  /** How many lines of its section to show before and behind each result; 0 to 20, 0 by default. */
  readonly context?: number
}

/** How many further wordings a question may have; each takes its own time. */
export const mostWordings = 8

/** How many results an answer has where `k` is left out. */
export const usualResults = 25

/** @throws MemoryError bad-argument */
export function wholeNumber(name: string, value: number, from: number, to: number): void {
  if (!Number.isInteger(value) || value < from || value > to)
    throw new MemoryError('bad-argument', `${name} takes a whole number from ${from} to ${to}, got ${value}`)
}

export interface Term {
  /** The form that it is compared by; only its beginning where `begins`. */
  readonly stem: string
  readonly begins: boolean
  /** `stem`, and the stems of its other forms where they differ. */
  readonly stems: readonly string[]
  /** The forms that the search index is asked for: the word and its irregular ones. */
  readonly forms: readonly string[]
}

export interface Query {
  /** Words to look for, each once, at most 96. */
  readonly terms: readonly Term[]
  /** The terms that lines are scored by: those of no name, or all where every one is of a name. */
  readonly weighed: readonly Term[]
  readonly nameStems: ReadonlySet<string>
  /** Words that name nobody, each with the entity that it was read as. */
  readonly readAs: readonly { readonly word: string; readonly meant: EntityKey }[]
  readonly asks: ReadonlySet<AskedKind>
  /** The asker's names that memory knows, where the question speaks of the asker or wants something done. */
  readonly me: readonly EntityKey[]
  /** Entities that the words of the question name. */
  readonly spelt: readonly EntityKey[]
  /** `spelt`, and the asker where the question speaks of them; they raise a fact, they never hide one. */
  readonly named: readonly EntityKey[]
  /** Entities that the caller insists on; null: any. */
  readonly required: readonly EntityKey[] | null
  /** The window that the caller insists on. */
  readonly window: Span | null
  /** Days that the question itself names; they raise a fact, they never hide one. */
  readonly mentioned: Span | null
  /** Whether those days are still to come: nothing was noted on them yet. */
  readonly isToCome: boolean
  /** The window or the days, where they name no year and were read as of another year than today's. */
  readonly otherYear: Span | null
  readonly kinds: readonly Kind[] | null
  readonly labels: readonly LabelKind[] | null
  readonly origins: readonly OriginClass[] | null
  readonly written: AsWritten
  /** Whether the question says what to look for, by a word or a time; `what happened` does not. */
  readonly content: boolean
  /** Whether it says nothing but a time: `what happened on July 6`. */
  readonly isTime: boolean
}

/** Whether the caller sets conditions that a result must meet. */
export const hasConditions = ({ required, window, kinds, labels, origins }: Query): boolean =>
  (required ?? window ?? kinds ?? labels ?? origins) !== null

/** A window with its open ends as null. */
export type ToldWindow = { readonly [end in keyof Span]: Day | null } | null

export const toldWindow = (window: Span | null): ToldWindow =>
  window && {
    start: window.start === earliest ? null : window.start,
    end: window.end === latest ? null : window.end,
  }
