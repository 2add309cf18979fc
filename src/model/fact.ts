import { hash } from 'node:crypto'
import { entityKey, type EntityKey } from './entity.js'
import { kinds, type Kind } from './kind.js'
import type { LabelKind } from './label.js'
import type { Annotations } from './annotations.js'
import type { OriginMark } from './origin-class.js'
import { singleSpaced } from '../text/letters.js'
import { streamSafe } from '../text/stream-safe.js'
import type { Stance } from './stance.js'
import type { Day, Span } from './time.js'

/** Ten base-36 characters. Printed as `^k3f9a2c1x7`. */
export type FactId = string

/** The id that a reference means: `^K3f9a2c1x7 ` → `k3f9a2c1x7`. A reference to anything else gives no valid id. */
export const idMeant = (reference: string): FactId => reference.trim().replace(/^\^/, '').toLowerCase()

/** Several ids as an attribute holds them: `^12m7d97uez+^k3f9a2c1x7`. */
export const joinedIds = (ids: readonly FactId[]): string => ids.map((id) => `^${id}`).join('+')

export const isFactId = (text: string): boolean => /^[0-9a-z]{10}$/.test(text)

/**
 * How a fact came to stand here. `held`: somebody says it, but the settings let nothing of its class count until it is
 * kept. `inferred` is reserved: nothing writes it yet, and conclusions are never to be mixed up with observations.
 */
export const origins = ['stated', 'suggested', 'held', 'curated', 'inferred'] as const
export type Origin = (typeof origins)[number]

/** The lines a fact stands on, 1-based, both included. */
export interface Source {
  readonly path: string
  readonly first: number
  readonly last: number
}

/** Thousandths, 0 to 1000; shown in hundredths. */
export type Confidence = number

export const showConfidence = (confidence: Confidence): string => (Math.round(confidence / 10) / 100).toFixed(2)

/** What a fact does to a belief, given by the id of any of the belief's statements. */
export interface StanceOn {
  readonly stance: Stance
  readonly belief: FactId
}

/** The attributes in brackets after a bullet's letter, beside the confidence. */
export interface Attributes {
  /** No longer true from this date on. */
  readonly until: string | null
  /** The fact that this one replaces. */
  readonly was: FactId | null
  /** What it does to beliefs, as its writer says; each belief once, in the order of `stanceNames`, then of the ids. */
  readonly stances: readonly StanceOn[]
  /** The passages that it was drafted from, by the ids they had then; while there are any, it is a suggestion. */
  readonly suggested: readonly FactId[]
  /**
   * What it was made of, by the ids of that time: the passages of its log that say it, or the facts that it sums up.
   */
  readonly from: readonly FactId[]
  /** The code that it is about, from the top of the repository: `src/x.ts`, or `src/x.ts#symbol`. */
  readonly at: string | null
  /** The class of its origin, as it or its note says: `web`; `web+kept` once somebody kept it. */
  readonly originMark: OriginMark | null
  /** The fact whose edited confidence or words this bullet carries. */
  readonly of: FactId | null
  /** The day of that edit: a date, a date and a counter (`2025-11-29+2`), or `-`. */
  readonly on: string | null
}

export const noAttributes: Attributes = {
  until: null,
  was: null,
  stances: [],
  suggested: [],
  from: [],
  at: null,
  originMark: null,
  of: null,
  on: null,
}

export interface Statement {
  readonly kind: Kind
  /** Inline Markdown on one line; HTML entities decoded outside code spans. */
  readonly text: string
  /** Names as written, the leading ones first; each key once. */
  readonly mentions: readonly string[]
  /** How many of `mentions` stand before the colon. */
  readonly leading: number
}

/** One statement at one place. The same id at several places is one fact with several sources. */
export interface Fact extends Statement, Attributes {
  readonly id: FactId
  readonly origin: Origin
  readonly confidence: Confidence | null
  /** The day of the note; where it has none, the day that annotations name, or that of the log it was copied from. */
  readonly day: Day | null
  /** The days that the text names; else those of the front matter or the file's name. */
  readonly occurred: Span | null
  /** The headings above, outermost first. */
  readonly trail: readonly string[]
  readonly source: Source
  /** What a passage is labelled as: by its own words, else by its list or a heading above. */
  readonly label?: LabelKind
  /** What comments beside it say of it; left out where they say nothing. */
  readonly annotations?: Annotations
}

interface HasOrigin {
  readonly origin: string
}

/** Whether a statement was drafted from a log. */
export const isSuggested = ({ origin }: HasOrigin): boolean => origin === 'suggested'

export const isHeld = ({ origin }: HasOrigin): boolean => origin === 'held'

/**
 * Whether nobody here has said that a statement is so: it was drafted from a log, or is held for its origin, and waits
 * to be kept. It is recalled and shown as what it is, and takes part in nothing that is believed (docs/decisions.md).
 */
export const isUnkept = (fact: HasOrigin): boolean => isSuggested(fact) || isHeld(fact)

/** `only suggested`, `held` */
export const unkeptAs = (fact: HasOrigin): string => (isHeld(fact) ? 'held' : 'only suggested')

/** All that a bullet says, without its place, as one string. */
export const saidBy = (fact: Fact): string => {
  const { id, confidence, until, was, stances, suggested, from, at, originMark, of, on, leading, mentions, text } = fact
  const attributes = [confidence, until, was, stances, suggested, from, at, originMark, of, on]
  return JSON.stringify([id, ...attributes, leading, mentions, text])
}

/** What a bullet was made of, whether or not it waits to be kept. */
export const drawnFrom = ({ suggested, from }: Pick<Attributes, 'suggested' | 'from'>): readonly FactId[] =>
  suggested.length === 0 ? from : suggested

/** The places of a fact at which somebody says it; all places where it waits to be kept everywhere. */
export function placesThatCount<Place extends Pick<Fact, 'origin'>>(places: readonly Place[]): readonly Place[] {
  const counting = places.filter((place) => !isUnkept(place))
  return counting.length > 0 ? counting : places
}

/** A text in the form that ids are made from: white space and case do not make another statement. */
export const normalise = (text: string): string =>
  singleSpaced(streamSafe(text).normalize('NFC').toLowerCase().normalize('NFC')).trim()

const sha256 = (parts: readonly unknown[]): Buffer => hash('sha256', JSON.stringify(parts), 'buffer')
const ids = 36n ** 10n

/**
 * The id of a fact: stable across line moves, renames and machines. Ten base-36 digits (about 51 bits) of SHA-256 over
 * kind, day, normalised text and the set of entity keys: two among a million facts share one with a probability of
 * about 1 in 7,000.
 */
export function factId(statement: Pick<Statement, 'kind' | 'text' | 'mentions'>, day: Day | null): FactId {
  const keys: EntityKey[] = [...new Set(statement.mentions.map(entityKey))].toSorted()
  return shortened(sha256([kinds[statement.kind].letter, day ?? '', normalise(statement.text), keys]))
}

const shortened = (digest: Buffer): string => (digest.readBigUInt64BE(0) % ids).toString(36).padStart(10, '0')

/** The id of a wording. Statements of several days that say the same in the same letters share it. */
export type WordsId = string

/** The id of an opinion's words, to the letter, as the judge reads them. */
export const wordsId = ({ text, mentions }: Pick<Statement, 'text' | 'mentions'>): WordsId =>
  shortened(sha256([text, mentions]))

/**
 * Eight hex digits over what a generated line says beside its confidence, so that the line alone tells whether a person
 * edited it. Unlike an id, it depends on case: a change of case is an edit. A change of white space is none, for
 * formatters make it.
 */
export function statementHash(
  statement: Statement & Pick<Attributes, 'until' | 'was' | 'stances'> & Partial<Pick<Attributes, 'at'>>,
): string {
  const { kind, mentions, leading, text, until, was, stances, at = null } = statement
  const said = stances.map(({ stance, belief }) => `${stance} ${belief}`)
  const words = singleSpaced(streamSafe(text).normalize('NFC')).trim()
  return sha256([
    kinds[kind].letter,
    mentions.slice(0, leading),
    words,
    until,
    was,
    ...said,
    ...(at === null ? [] : [`at ${at}`]),
  ]).toString('hex', 0, 4)
}

const inBank = (path: string): boolean => path.startsWith('bank/')

/** `memory/2025-11-27.md#L4`, `…#L4-L6`; a page's lines move, so there the id stands instead: `bank/opinions.md ^k3f9a2c1x7`. */
export function cite(source: Source, id: FactId): string {
  if (inBank(source.path)) return `${source.path} ^${id}`
  return `${source.path}#L${source.first}${source.last > source.first ? `-L${source.last}` : ''}`
}

const mostPlaces = 2

/**
 * The places that a bullet was made of, in short: `#L8` for a line of its own note, else the whole place. Of more than
 * two, the first two and `…` are shown.
 */
export function placesShown(source: string, from: readonly string[]): string[] {
  const note = source.replace(/#L.*$/, '')
  const places = from.map((place) => (place.startsWith(`${note}#`) ? place.slice(note.length) : place))
  return places.length > mostPlaces ? [...places.slice(0, mostPlaces), '…'] : places
}

/** The place that a citation names; undefined for one that names no line. */
export function placeCited(citation: string): Source | undefined {
  const [, path, first, last = first] = /^(.*)#L(\d+)(?:-L(\d+))?$/s.exec(citation) ?? []
  return path === undefined ? undefined : { path, first: Number(first), last: Number(last) }
}
