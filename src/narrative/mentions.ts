import { definedBy } from '../language/asking.js'
import { labelCutOff, labelNamed } from '../language/labels.js'
import { isScaffolding } from '../language/scaffolding.js'
import { stopWords } from '../language/stop-words.js'
import { stemOf, wordsOf } from '../language/words.js'
import { entityKey } from '../model/entity.js'
import type { LabelKind } from '../model/label.js'
import { isImported } from '../model/origin.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { compare } from '../text/compare.js'
import { closedAmong } from './closed-lines.js'
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
  /** What it is, how it stands, what is open, what was decided, what was learnt; each newest first. */
  readonly shown: readonly Mention[]
  /** Days whose notes have a line that begins with it, or a heading that says it: on which it was what somebody wrote about. */
  readonly days: number
  /** Of each month that holds more the first note, the newest month first. */
  readonly months: readonly { readonly month: string; readonly path: string }[]
}

interface Part {
  readonly most: number
  readonly of: readonly Tells[]
  readonly isDated?: true
  /** Of one section so many lines: more are a list, which is read where it stands. */
  readonly ofSection?: number
}

/** In the order of a page, how many lines of which labels: of a status the last one holds. What is of its hour has to have a day. */
const parts: readonly Part[] = [
  { most: 3, of: ['what'] },
  { most: 1, of: ['status'], isDated: true },
  { most: 1, of: ['goal'], isDated: true },
  { most: 2, of: ['lately'], isDated: true, ofSection: 1 },
  { most: 3, of: ['open'], isDated: true },
  { most: 5, of: ['decision', 'wish'] },
  { most: 4, of: ['lesson'] },
  { most: 3, of: ['cause'] },
  { most: 3, of: ['how', 'fix'] },
]
const usualOfSection = 2
const told: ReadonlySet<Tells> = new Set(parts.flatMap(({ of }) => of))

/** Lines of a name that are looked at, the newest. */
const mostRead = 400
/** A line of fewer words tells nothing without its neighbours; one without a label has to say more by itself. */
const fewestWords = 4
const fewestWithout = 7
/** Of the words of the shorter of two lines so many stand in the other one, and they say the same. */
const same = 0.7

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
  const keys = store.tellingOf(phrases, mostRead)
  const rows = store.factsByKey(keys)
  const passages = keys
    .flatMap((each) => rows.get(each) ?? [])
    .filter(({ text, trail, source: { path } }) => isNotes(path) && isNamed(`${subjectOf(trail)}\n${text}`, forms))
  const closed = closedAmong(
    passages.map(({ key: own, label = null, text, day, source }) => ({ key: own, label, text, day, ...source })),
  )
  const found = passages.flatMap((passage): Mention[] => {
    const tells = isWhat(passage, forms) ? 'what' : (passage.label ?? (isOf(passage, forms) ? 'lately' : undefined))
    const isTold = tells !== undefined && told.has(tells) && !closed.has(passage.key)
    const fewest = tells === 'lately' ? fewestWithout : fewestWords
    return isTold && isWhole(passage) && wordsIn(passage).size >= fewest ? [{ tells, passage }] : []
  })
  const seen = said.map((text) => wordsSaid(text))
  const shown: Mention[] = []
  const over: Mention[] = []
  for (const { most, of, isDated = false, ofSection = usualOfSection } of parts) {
    let room = most
    const sections = new Map<string, number>()
    for (const mention of found.filter(
      ({ tells, passage: { day } }) => of.includes(tells) && (day !== null || !isDated),
    )) {
      const words = wordsIn(mention.passage)
      if (seen.some((other) => isSame(words, other))) continue
      const { trail, source } = mention.passage
      const section = JSON.stringify([source.path, trail])
      const before = sections.get(section) ?? 0
      sections.set(section, before + 1)
      if (room === 0 || before === ofSection) {
        over.push(mention)
        continue
      }
      seen.push(words)
      shown.push(mention)
      room--
    }
  }
  const days = new Set(passages.filter((each) => each.day !== null && isOf(each, forms)).map(({ day }) => day)).size
  return { shown, days, months: monthsOf(over) }
}

/** What the lines below a heading are about: the nearest one that is no label. */
const subjectOf = (trail: readonly string[]): string =>
  trail.findLast((heading) => labelNamed(heading) === undefined) ?? ''

/** Whether a line says something by itself: no row of a table, and nothing that goes on below. */
const isWhole = (passage: StoredFact): boolean =>
  !isScaffolding(passage.text) && !/[:：]\s*$| \| .* \| /u.test(passage.text)

/** Pages of `bank/` hold what is told from here, and what an import wrote tells of a conversation. */
const isNotes = (path: string): boolean => !path.startsWith('bank/') && !isImported(path)

/** `**Corvo** — the guillotine in the back`, `Corvo is the guillotine`; in a file that an agent always knows also what stands below the name. */
function isWhat({ text, trail, day, source }: StoredFact, forms: readonly string[]): boolean {
  const plain = text.replace(/^(?:[-*+] )?(?:\*\*|__|`)?/, '')
  const form = forms.find((each) => plain.startsWith(each))
  const behind = form === undefined ? '' : plain.slice(form.length, form.length + 40).toLowerCase()
  if (day !== null) return definedBy(behind) === 1
  if (/^(?:\*\*|__|`)?\s*(?:[:：(（]|[—–-]\s)/.test(behind) || definedBy(behind) > 0) return true
  return !source.path.includes('/') && isBelow(trail, forms)
}

const longestHeading = 40
const isBelow = (trail: readonly string[], forms: readonly string[]): boolean => {
  const heading = subjectOf(trail)
  return heading.length <= longestHeading && isNamed(heading, forms)
}

/** Whether a line begins with the name, or stands below it. */
function isOf({ text, trail }: StoredFact, forms: readonly string[]): boolean {
  const start = labelCutOff(text).replace(/^[^\p{L}\p{N}]+/u, '')
  return (
    forms.some((form) => start.startsWith(form) && isNamed(start.slice(0, form.length + 1), forms)) ||
    isBelow(trail, forms)
  )
}

const wordsIn = ({ text }: StoredFact): ReadonlySet<string> => wordsSaid(labelCutOff(text))

const wordsSaid = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => !stopWords.has(word))
      .map(stemOf),
  )

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  if (fewer.size === 0) return false
  return [...fewer].filter((word) => more.has(word)).length >= same * fewer.size
}

/** Undated notes are of no month. */
function monthsOf(mentions: readonly Mention[]): Mentions['months'] {
  const first = new Map<string, string>()
  const dated = mentions.flatMap(({ passage: { day, source } }) => (day === null ? [] : [{ day, path: source.path }]))
  for (const { day, path } of dated.toSorted((a, b) => compare(a.day, b.day) || compare(a.path, b.path)))
    if (!first.has(day.slice(0, 7))) first.set(day.slice(0, 7), path)
  return [...first].map(([month, path]) => ({ month, path })).toReversed()
}
