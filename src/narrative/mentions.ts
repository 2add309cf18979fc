import { definedBy } from '../language/asking.js'
import { labelCutOff, labelNamed, labelOf } from '../language/labels.js'
import { isScaffolding } from '../language/scaffolding.js'
import { anyOf } from '../language/statements.js'
import { pronounIn, sentencesOf } from '../language/unanchored.js'
import { wordsOf } from '../language/words.js'
import { entityKey } from '../model/entity.js'
import type { LabelKind } from '../model/label.js'
import { isImported } from '../model/origin.js'
import { addDays } from '../model/time.js'
import type { FactKey, StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { compare } from '../text/compare.js'
import { whenAsked } from '../text/once.js'
import { closedAmong } from './closed-lines.js'
import { tellingWords, toldIn } from './told-again.js'
import { topicAbove } from './topic.js'
import { isNamed, phraseOfName } from './named.js'

/** What a passage says of a name: what it is, what its label says, or what was last said of it. */
export type Tells = 'what' | 'lately' | LabelKind

/** A passage that tells of a name. */
export interface Mention {
  readonly tells: Tells
  readonly passage: StoredFact
}

/** What narrative tells of a name. */
export interface Mentions {
  /** What it is, how it stands, what is open, what was decided, what was learnt, else what was last said; each newest first. */
  readonly shown: readonly Mention[]
  /** Days whose notes have a line that begins with it, or a heading that says it: on which it was what somebody wrote about. */
  readonly days: number
  /** Of each month that holds more the first note, the newest month first. */
  readonly months: readonly { readonly month: string; readonly path: string }[]
}

interface Part {
  readonly most: number
  readonly of: readonly Tells[]
  /** Of one section so many lines: more are a list, which is read where it stands. */
  readonly ofSection?: number
  /** Only where fewer lines and facts than so many stand before. */
  readonly unless?: number
}

/** In the order of a page, how many lines of which labels: of a status the last one holds. */
const parts: readonly Part[] = [
  { most: 6, of: ['what'], ofSection: 6 },
  { most: 1, of: ['status'] },
  { most: 1, of: ['goal'] },
  { most: 3, of: ['open'] },
  { most: 5, of: ['decision', 'wish'] },
  { most: 4, of: ['lesson'] },
  { most: 3, of: ['cause'] },
  { most: 3, of: ['how', 'fix'] },
  { most: 2, of: ['lately'], ofSection: 1, unless: 3 },
]
const usualOfSection = 2
const told: ReadonlySet<Tells> = new Set(parts.flatMap(({ of }) => of))

/** Lines about a name that are looked at, the newest. */
const mostRead = 400
/** A line of fewer words tells nothing without its neighbours; one without a label has to say more by itself. */
const fewestWords = 4
const fewestWithout = 7
/** `Telegram: @ann` is a value that has a name, `Bev: takes orders at the mill on Mondays` says who Bev is. */
const fewestExplaining = 6
/** Days after which that is so no more, or nobody does it, where the name came up since. */
const holdsFor: Partial<Record<Tells, number>> = { status: 3, goal: 30, open: 7 }

/**
 * Passages that tell of a name, in its text or a heading above: by a label, or by saying what it is. A function of these
 * passages and of `said` alone, so that a page which shows them changes with them and with nothing else.
 *
 * @param forms how the name is written, as `writtenForms` has it
 * @param said what the page says of the name already
 */
export function mentionsOf(store: Store, forms: readonly string[], said: readonly string[]): Mentions {
  const phrases = [...new Set(forms.map((form) => phraseOfName(entityKey(form))))].filter((phrase) => phrase !== '""')
  if (phrases.length === 0) return { shown: [], days: 0, months: [] }
  const { undated, newest } = store.tellingOf(phrases)
  const passages = [undated, newest].flatMap((keys) => firstAbout(store, keys, forms))
  const closed = closedAmong(
    passages.map(({ key: own, label = null, text, day, source }) => ({ key: own, label, text, day, ...source })),
  )
  const last = passages.reduce((latest, { day }) => (day !== null && day > latest ? day : latest), '')
  const found = passages.flatMap((passage): Mention[] => {
    const tells = tellsOf(passage, forms)
    if (tells === undefined || !told.has(tells) || closed.has(passage.key) || !isWhole(passage)) return []
    const holds = holdsFor[tells]
    if (holds !== undefined && (passage.day === null || passage.day < addDays(last, -holds))) return []
    // How a thing stands is told of itself, not of who waits for it.
    if ((tells === 'status' || tells === 'goal') && !isOf(passage, forms)) return []
    return wordsIn(passage).size >= (tells === 'lately' ? fewestWithout : fewestWords) ? [{ tells, passage }] : []
  })
  const before = toldIn(said)
  const shown: Mention[] = []
  const over: Mention[] = []
  for (const { most, of, ofSection = usualOfSection, unless = Infinity } of parts) {
    let room = shown.length + said.length < unless ? most : 0
    const sections = new Map<string, number>()
    for (const mention of found.filter(({ tells }) => of.includes(tells))) {
      const { text, trail, source } = mention.passage
      if (before.isTold(labelCutOff(text))) continue
      const section = JSON.stringify([source.path, trail])
      const above = sections.get(section) ?? 0
      sections.set(section, above + 1)
      if (room === 0 || above === ofSection) {
        over.push(mention)
        continue
      }
      before.add(labelCutOff(text))
      shown.push(mention)
      room--
    }
  }
  const days = new Set(passages.filter((each) => each.day !== null && isOf(each, forms)).map(({ day }) => day)).size
  return { shown, days, months: monthsOf(over) }
}

/** The first of these rows that are about a name: how many others stand between changes nothing. */
function firstAbout(store: Store, keys: readonly FactKey[], forms: readonly string[]): StoredFact[] {
  const found: StoredFact[] = []
  for (let from = 0; from < keys.length && found.length < mostRead; from += mostRead) {
    const rows = store.factsByKey(keys.slice(from, from + mostRead))
    const passages = keys.slice(from, from + mostRead).flatMap((key) => rows.get(key) ?? [])
    found.push(...passages.filter((each) => isNotes(each.source.path) && isAbout(each, forms)))
  }
  return found.slice(0, mostRead)
}

/** What the lines below some headings are about, empty where none says it. */
const subjectOf = (trail: readonly string[]): string => topicAbove(trail) ?? ''

/** So far into a line a name is what it is about; behind that it is by the way. */
const soon = 60

/** Whether a passage is about a name: it says it early, or its heading begins with it and says little more. */
const isAbout = ({ text, trail }: StoredFact, forms: readonly string[]): boolean =>
  isNamed(labelCutOff(text).slice(0, soon), forms) || isHeading(subjectOf(trail), forms)

/** `Corvo`, `Corvo’s blade`, `Corvo — who may use it`; not `Corvo manual, second reading`. */
function isHeading(heading: string, forms: readonly string[]): boolean {
  const form = forms.find((each) => heading.startsWith(each) && isNamed(heading.slice(0, each.length + 1), forms))
  if (form === undefined) return false
  const behind = heading.slice(form.length)
  return /^(?:$|['’]s |\s*[:：(（,—–]|\s+-\s)/u.test(behind) || wordsOf(behind).length <= 1
}

/** What a passage is told as; a label of a heading holds for what stands right below it. */
function tellsOf(passage: StoredFact, forms: readonly string[]): Tells | undefined {
  const { text, trail, label, day } = passage
  if (isWhat(passage, forms)) return 'what'
  if (label === undefined) return day !== null && isOf(passage, forms) ? 'lately' : undefined
  // What a heading calls open may be anything that stands below it.
  if (labelOf(text) === label || labelNamed(trail.at(-1) ?? '') === label)
    return label === 'open' && labelOf(text) !== label ? undefined : label
  return trail.some((heading) => labelNamed(heading) === label || labelOf(heading) === label) ? undefined : label
}

/** Whether a line says something by itself: no row of a table, nothing that goes on below, and nobody who is named elsewhere alone. */
function isWhole({ text }: StoredFact): boolean {
  if (isScaffolding(text) || /^\[[^\]]*\d{4}-\d\d-\d\d[^\]]*\]/.test(text) || /[:：]\s*$| \| .* \| /u.test(text))
    return false
  const [first = ''] = sentencesOf(labelCutOff(text).replace(/^[^\p{L}\p{N}]+/u, ''))
  return !loose().test(first) && !pronounIn(first)
}

const loose = whenAsked(() => new RegExp(`^(?:${anyOf('loose')})(?!\\p{L})`, 'u'))

/** Pages of `bank/` hold what is told from here, and what an import wrote tells of a conversation. */
const isNotes = (path: string): boolean => !path.startsWith('bank/') && !isImported(path)

/** `**Corvo** — the guillotine in the back`, `Corvo is the guillotine`; in a file that an agent always knows also what stands below the name. */
function isWhat(passage: StoredFact, forms: readonly string[]): boolean {
  const { text, trail, day, source } = passage
  const plain = text.replace(/^(?:[-*+] )?(?:\*\*|__|`)?/, '')
  const form = forms.find((each) => plain.startsWith(each))
  const behind = form === undefined ? '' : plain.slice(form.length, form.length + 40).toLowerCase()
  if (day !== null) return definedBy(behind) === 1
  if (/^(?:\*\*|__|`)?\s*(?:[(（]|[—–-]\s)/.test(behind) || definedBy(behind) === 1) return true
  if (/^(?:\*\*|__|`)?\s*[:：]\s*\p{L}/u.test(behind) && wordsIn(passage).size >= fewestExplaining) return true
  // Right below it: what stands below a heading of its own is about that.
  return !source.path.includes('/') && isHeading(subjectOf(trail.slice(-1)), forms)
}

/** Whether a line begins with the name, or stands below it. */
function isOf({ text, trail }: StoredFact, forms: readonly string[]): boolean {
  const start = labelCutOff(text).replace(/^[^\p{L}\p{N}]+/u, '')
  const begins = forms.some((form) => start.startsWith(form) && isNamed(start.slice(0, form.length + 1), forms))
  return begins || isHeading(subjectOf(trail), forms)
}

const wordsIn = ({ text }: StoredFact): ReadonlySet<string> => tellingWords(labelCutOff(text))

/** Undated notes are of no month. */
function monthsOf(mentions: readonly Mention[]): Mentions['months'] {
  const first = new Map<string, string>()
  const dated = mentions.flatMap(({ passage: { day, source } }) => (day === null ? [] : [{ day, path: source.path }]))
  for (const { day, path } of dated.toSorted((a, b) => compare(a.day, b.day) || compare(a.path, b.path)))
    if (!first.has(day.slice(0, 7))) first.set(day.slice(0, 7), path)
  return [...first].map(([month, path]) => ({ month, path })).toReversed()
}
