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
  /** Only passages that are labelled so: `Lesson: …`, or below such a heading. */
  readonly labels?: readonly LabelKind[]
  /** Only what says that it came by one of these, itself or by its note or the settings. */
  readonly origins?: readonly OriginClass[]
  /** Leave uncommitted notes out. */
  readonly committed?: boolean
  /** Tokens at most, estimated; no limit by default. */
  readonly budget?: number
  /** Below this support there are no results, 0 to 1 or a word; by default what the settings say, else `weak`. */
  readonly minSupport?: MinSupport
  /** Everything that comes near, however little support there is for it and however far it stands behind the best. */
  readonly all?: boolean
  /** `off`: by words alone, though a model is set; `only`: nothing but what is near in meaning. By default both, where a model is set. */
  readonly semantic?: 'off' | 'only'
  /** Lines of its section to show with each result, before it and behind; 0 to 20, 0 by default. */
  readonly context?: number
}

/** Further wordings of a question: each is asked, and takes its time. */
export const mostWordings = 8

/** Results of an answer where `k` is left out. */
export const usualResults = 25

/** @throws MemoryError bad-argument */
export function wholeNumber(name: string, value: number, from: number, to: number): void {
  if (!Number.isInteger(value) || value < from || value > to)
    throw new MemoryError('bad-argument', `${name} takes a whole number from ${from} to ${to}, got ${value}`)
}

/** A word of a question. */
export interface Term {
  /** What it is compared by; the beginning of one where `begins`. */
  readonly stem: string
  readonly begins: boolean
  /** `stem`, and what the other forms are compared by where that is something else. */
  readonly stems: readonly string[]
  /** As the search index is asked for it: itself and its irregular forms. */
  readonly forms: readonly string[]
}

/** A question, taken apart. */
export interface Query {
  /** Words to look for, folded, each once, at most 96. */
  readonly terms: readonly Term[]
  /** Of `terms`, those that are no name's, unless there are no others: what a fact is weighed by. */
  readonly weighed: readonly Term[]
  /** Stems of the names. */
  readonly nameStems: ReadonlySet<string>
  /** Words that memory holds nowhere, and whom they were taken to name. */
  readonly readAs: readonly { readonly word: string; readonly meant: EntityKey }[]
  readonly asks: ReadonlySet<AskedKind>
  /** Who asks; empty where nothing is known of them. */
  readonly me: readonly EntityKey[]
  /** Entities that the words of the question name. */
  readonly spelt: readonly EntityKey[]
  /** These, and the asker where it speaks of them; they raise a fact, they never hide one. */
  readonly named: readonly EntityKey[]
  /** Entities that the caller insists on; null: any. */
  readonly required: readonly EntityKey[] | null
  /** The window that the caller insists on. */
  readonly window: Span | null
  /** Days that the question itself names; they raise a fact, they never hide one. */
  readonly mentioned: Span | null
  /** Whether those days are still to come: nothing was noted on them yet. */
  readonly isToCome: boolean
  /** The window or the days, where no year was named and they were read as of another than today's. */
  readonly otherYear: Span | null
  readonly kinds: readonly Kind[] | null
  readonly labels: readonly LabelKind[] | null
  readonly origins: readonly OriginClass[] | null
  readonly written: AsWritten
  /** Whether the question has any word that means something; `what happened` has none. */
  readonly content: boolean
  /** Whether it says nothing but a time: `what happened on July 6`. */
  readonly isTime: boolean
}

/** Whether the caller's own conditions leave out what does not meet them. */
export const hasConditions = ({ required, window, kinds, labels, origins }: Query): boolean =>
  (required ?? window ?? kinds ?? labels ?? origins) !== null

/** A window with its open ends as null. */
export type ToldWindow = { readonly [end in keyof Span]: Day | null } | null

export const toldWindow = (window: Span | null): ToldWindow =>
  window && {
    start: window.start === earliest ? null : window.start,
    end: window.end === latest ? null : window.end,
  }
