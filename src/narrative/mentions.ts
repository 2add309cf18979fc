import { definedBy } from '../language/asking.js'
import { labelCutOff, labelNamed, labelOf } from '../language/labels.js'
import { isNoNews } from '../language/no-news.js'
import { isPasted, isScaffolding } from '../language/scaffolding.js'
import { anyOf } from '../language/statements.js'
import { stopWords } from '../language/stop-words.js'
import { pronounIn, sentencesOf } from '../language/unanchored.js'
import { wordsOf } from '../language/words.js'
import { entityKey } from '../model/entity.js'
import type { LabelKind } from '../model/label.js'
import { isImported } from '../model/origin.js'
import { addDays } from '../model/time.js'
import type { FactKey, StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { compare } from '../text/compare.js'
import { letterPattern } from '../text/letters.js'
import { memoize, memoizeWeakly } from '../text/memoize.js'
import { whenAsked } from '../text/once.js'
import { closedAmong } from './closed-lines.js'
import { datedLine, overtakenAmong } from './overtaken.js'
import { tellingWords, toldIn } from './told-again.js'
import { besides, calledIn, isRoot, mayBeOfRow } from './besides.js'
import { topicAbove } from './topic.js'
import { isNamed, phraseOfName } from './named.js'

/** What a passage says of a name: what it is, what its label says, or what was last said of it. */
export type Tells = 'what' | LabelKind

/** What tells of a name. */
export interface Mention {
  readonly tells: Tells
  /** The passage that is about the name. */
  readonly passage: StoredFact
  /** The lines that say it between them, in their order: that passage, and those without which it says half. */
  readonly lines: readonly StoredFact[]
  /** The sentence of the passage, or the heading above, that says it; undefined where the lines do. */
  readonly by?: string
}

/** What narrative tells of a name. */
export interface Mentions {
  /** What it is, how it stands, what is open, what was decided, what was learnt; each newest first. */
  readonly shown: readonly Mention[]
  /** Days whose notes have a line that begins with it, or a heading that says it: on which it was what somebody wrote about. */
  readonly days: () => number
  /** Of each month that holds more the first note, the newest month first. */
  readonly months: readonly { readonly month: string; readonly path: string }[]
}

interface Part {
  readonly most: number
  readonly of: readonly Tells[]
  /** Of one section so many lines: more are a list, which is read where it stands. */
  readonly ofSection?: number
}

/** In the order of a page, how many lines of which labels: of a status the last one holds. */
const parts: readonly Part[] = [
  { most: 6, of: ['what'], ofSection: 4 },
  { most: 1, of: ['status'] },
  { most: 1, of: ['goal'] },
  { most: 3, of: ['open'] },
  { most: 5, of: ['decision', 'wish'] },
  { most: 4, of: ['lesson'] },
  { most: 3, of: ['cause', 'problem'] },
  { most: 3, of: ['how', 'fix'] },
]
const usualOfSection = 2
const parted: ReadonlySet<Tells> = new Set(parts.flatMap(({ of }) => of))

/** Lines about a name that are looked at, the newest. */
const mostRead = 400
/** Of those that name it, say no more than so many characters and are not about it so many, the newest, may know better. */
const mostNaming = 200
const longestNaming = 500
/** A line of fewer words tells nothing without its neighbours; one without a label has to say more by itself. */
const fewestWords = 4
/** `Telegram: @ann` is a value that has a name, `Bev: takes orders at the mill on Mondays` says who Bev is. */
const fewestExplaining = 6
/** Why something was so, or how it was mended, says of fewer words not what. */
const fewestAlone = 12
/** Days after which that is so no more, or nobody does it, where the name came up since. */
const holdsFor: Partial<Record<Tells, number>> = { status: 3, goal: 30, open: 1 }

/**
 * Passages that tell of a name, in its text or a heading above: by a label, or by saying what it is. A function of these
 * passages and of `said` alone, so that a page which shows them changes with them and with nothing else.
 *
 * @param forms how the name is written, as `writtenForms` has it
 * @param said what the page says of the name already
 */
export function mentionsOf(store: Store, forms: readonly string[], said: readonly string[]): Mentions {
  const phrases = [...new Set(forms.map((form) => phraseOfName(entityKey(form))))].filter((phrase) => phrase !== '""')
  if (phrases.length === 0) return { shown: [], days: () => 0, months: [] }
  const { undated, newest } = store.tellingOf(phrases)
  const read = [undated, newest].map((keys) => firstAbout(store, keys, forms))
  const passages = read.flatMap(({ about }) => about)
  const naming = read.flatMap((each) => each.naming)
  const named = naming.map(datedLine)
  const closed = closedAmong(named.map((line) => ({ ...line, label: line.label ?? null })))
  const isOvertaken = overtakenAmong(
    named.filter(({ text }) => text.length <= longestNaming),
    tellingWords(forms.join(' ')),
  )
  const last = passages.reduce((latest, { day }) => (day !== null && day > latest ? day : latest), '')
  const beside = linesBeside(store)
  const rowOf = (passage: StoredFact): readonly StoredFact[] => {
    const around = (first: number, end: number) => store.labelsBetween(passage.source.path, first, end)
    return mayBeOfRow(passage, around) ? beside(passage) : []
  }
  const found = passages.flatMap((passage): Mention[] => {
    const tells = closed.has(passage.key) ? undefined : tellsOf(passage, forms)
    if (tells === undefined || !parted.has(tells)) return []
    const holds = holdsFor[tells]
    if (holds !== undefined && (passage.day === null || passage.day < addDays(last, -holds))) return []
    // How a thing stands is told of itself, not of who waits for it.
    if ((tells === 'status' || tells === 'goal') && !isOf(passage, forms)) return []
    return [{ tells, passage, lines: [passage] }]
  })
  const whole = [...definitionsIn(naming, forms, beside), ...found].toSorted(
    (a, b) => rankOf(a, forms) - rankOf(b, forms),
  )
  const before = toldIn(said)
  const shown: Mention[] = []
  const months = firstOfMonths()
  /** As it is told; undefined where it says only half, or nothing that holds and is new. */
  const asTold = (alone: Mention): { mention: Mention; text: string } | undefined => {
    // Asked before what stands beside it is looked for.
    if (isOvertaken(alone.passage.key)) return undefined
    const mention = withRow(alone, rowOf)
    if (mention === undefined || mention.lines.some(({ key }) => isOvertaken(key))) return undefined
    const text = mention.by ?? mention.lines.map(saidIn).join('\n')
    return before.isTold(text) ? undefined : { mention, text }
  }
  for (const { most, of, ofSection = usualOfSection } of parts) {
    let room = most
    const sections = new Map<string, number>()
    const left = whole.filter(({ tells }) => of.includes(tells))
    while (room > 0 && left.length > 0) {
      const alone = left.shift()!
      const told = asTold(alone)
      if (told === undefined) continue
      const { trail, source } = alone.passage
      const section = JSON.stringify([source.path, trail])
      const above = sections.get(section) ?? 0
      sections.set(section, above + 1)
      if (above >= ofSection) {
        months.add(alone.passage)
        continue
      }
      before.add(told.text)
      shown.push(told.mention)
      room--
    }
    // Of these it only counts which is the first of its month.
    for (const alone of left.toSorted((a, b) => inTime(a.passage, b.passage)))
      if (months.mayBeFirst(alone.passage) && asTold(alone) !== undefined) months.add(alone.passage)
  }
  const days = (): number =>
    new Set(passages.filter((each) => each.day !== null && isOf(each, forms)).map(({ day }) => day)).size
  return { shown, days, months: months.all() }
}

/** What stands beside the passages of a note, read once. */
function linesBeside(store: Store): (passage: StoredFact) => readonly StoredFact[] {
  const notes = new Map<string, ReadonlyMap<FactKey, readonly StoredFact[]>>()
  return (passage) => {
    const { path } = passage.source
    let note = notes.get(path)
    if (note === undefined) {
      const found = besides(store.factsOf(path).filter(({ kind }) => kind === 'passage'))
      note = new Map([...found].map(([{ key }, lines]) => [key, lines]))
      notes.set(path, note)
    }
    return note.get(passage.key) ?? []
  }
}

/** A cause with its effect, a remedy with what was wrong; undefined where what is told says only half. */
function withRow(mention: Mention, rowOf: (passage: StoredFact) => readonly StoredFact[]): Mention | undefined {
  const { tells, passage } = mention
  if (mention.by !== undefined) return mention
  const row = passage.label === tells ? rowOf(passage) : []
  const lines = row.length > 0 ? row : [passage]
  const has = (...labels: readonly LabelKind[]): boolean =>
    lines.some(({ label }) => label !== undefined && labels.includes(label))
  if (tells === 'problem' && !has('cause', 'fix')) return undefined
  if (tells === 'cause' && !has('problem', 'fix')) return undefined
  const size = lines.reduce((sum, line) => sum + wordsIn(line).size, 0)
  if (size < fewestWords || lines.some(leadsOn)) return undefined
  const mayBeHalf = (tells === 'cause' || tells === 'fix') && row.length === 0 && size < fewestAlone
  if (mayBeHalf && topicAbove(passage.trail) === undefined) return undefined
  return isWhole(lines[0]!) ? { ...mention, lines } : undefined
}

/** Sentences and headings that say what it is, and what stands beside its name in a file that an agent always knows. */
function definitionsIn(
  naming: readonly StoredFact[],
  forms: readonly string[],
  beside: (passage: StoredFact) => readonly StoredFact[],
): Mention[] {
  return naming.flatMap((passage): Mention[] => {
    const { text, trail } = passage
    const made = (by: string): Mention => ({ tells: 'what', passage, lines: [passage], by })
    const heading = trail.at(-1)
    const isSaid = text.length <= longestNaming && forms.some((form) => text.includes(form))
    const isAbove = heading !== undefined && forms.some((form) => heading.includes(form))
    const defining = [...(isSaid ? sentencesOf(saidIn(passage)) : []), ...(isAbove ? [heading] : [])]
    const said = defining.filter((each) => each !== text && isDefined(each, forms))
    const called = isNamed(calledIn(passage) ?? '', forms) ? beside(passage) : []
    const sheet = called.filter((line) => isFilledIn(line.text) && !isNamed(line.text, forms))
    return [
      ...said.map(made),
      ...sheet.map((line): Mention => ({ tells: 'what', passage: line, lines: [line], by: line.text })),
    ]
  })
}

/** `Corvo is the guillotine`, `**Corvo** (the guillotine)` */
function isDefined(text: string, forms: readonly string[]): boolean {
  const plain = plainStart(text)
  const form = forms.find((each) => plain.startsWith(each))
  return form !== undefined && definedBy(plain.slice(form.length, form.length + 40).toLowerCase()) === 1
}

const plainStart = (text: string): string => text.replace(/^(?:[-*+] )?(?:\*\*|__|`)?/, '')

/** Of some rows the first that are about a name, and of these and those between all that name it: how many others stand between changes nothing. */
function firstAbout(
  store: Store,
  keys: readonly FactKey[],
  forms: readonly string[],
): { about: StoredFact[]; naming: StoredFact[] } {
  const about: StoredFact[] = []
  const naming: StoredFact[] = []
  for (let from = 0; from < keys.length && about.length < mostRead; from += mostRead) {
    const rows = store.factsByKey(keys.slice(from, from + mostRead))
    for (const passage of keys.slice(from, from + mostRead).flatMap((key) => rows.get(key) ?? [])) {
      if (!isNotes(passage.source.path) || about.length === mostRead) continue
      const isOfIt = isAbout(passage, forms)
      if (isOfIt) about.push(passage)
      if (
        isOfIt ||
        (naming.length < mostNaming &&
          passage.text.length <= longestNaming &&
          isNamed([...passage.trail, passage.text].join('\n'), forms))
      )
        naming.push(passage)
    }
  }
  return { about, naming }
}

/** What the lines below some headings are about, empty where none says it. */
const subjectOf = (trail: readonly string[]): string => topicAbove(trail) ?? ''

/** So far into a line a name is what it is about; behind that it is by the way. */
const soon = 60

/** Whether a passage is about a name: it says it early, or its heading begins with it and says little more. */
const isAbout = (passage: StoredFact, forms: readonly string[]): boolean =>
  isNamed(saidIn(passage).slice(0, soon), forms) || isBelowName(passage, forms)

const isBelowName = ({ trail }: StoredFact, forms: readonly string[]): boolean =>
  mayName(trail, forms) && isHeading(subjectOf(trail), forms)

const firstWord = memoize((form: string): string => /[A-Za-z0-9\u0080-\uffff]+/.exec(form)?.[0] ?? '')

/** Whether headings have the first word of a name at all: what they are about is asked of few. */
function mayName(trail: readonly string[], forms: readonly string[]): boolean {
  const plain = trail.join('\n').replaceAll(/[*_~]+/g, '')
  return forms.some((form) => plain.includes(firstWord(form)))
}

/** No heading of a section that nobody wrote into yet: `Pronouns: (optional)`. */
const isFilledIn = (text: string): boolean => /[:：]\W*\p{L}/u.test(text.replaceAll(/[(（][^()（）]*[)）]/gu, ''))

/** What says what it is before what stands below its name, and that before what stands below more than its name. */
function rankOf({ tells, by, lines: [line], passage }: Mention, forms: readonly string[]): number {
  if (tells !== 'what' || (by !== undefined && by !== line!.text)) return 0
  if (by !== undefined) return 1
  if (forms.some((form) => plainStart(passage.text).startsWith(form))) return 0
  return isHeadingAlone(subjectOf(passage.trail.slice(-1)), forms) ? 2 : 3
}

/** `Corvo`, `Corvo’s blade`, `Corvo — who may use it`; not `Corvo manual, second reading`. */
function isHeading(heading: string, forms: readonly string[]): boolean {
  const behind = behindName(heading, forms)
  if (behind === undefined) return false
  return /^(?:$|['’]s |\s*[:：(（,—–]|\s+-\s)/u.test(behind) || wordsOf(behind).length <= 1
}

/** `Corvo`, `Corvo (the guillotine)`, `Ruth Weber`, `About Ruth` */
function isHeadingAlone(heading: string, forms: readonly string[]): boolean {
  const behind = behindName(heading, forms)
  return behind !== undefined && /^(?:\s*$|\s*[(（—–]|\s\p{Lu}[\p{L}\p{M}'’-]*$)/u.test(behind)
}

/** Of a heading that begins with a name what it says behind it: `About` says nothing. */
function behindName(heading: string, forms: readonly string[]): string | undefined {
  const [first = ''] = heading.split(' ', 1)
  const said = stopWords.has(first.toLowerCase()) ? heading.slice(first.length + 1) : heading
  const form = forms.find((each) => said.startsWith(each) && isNamed(said.slice(0, each.length + 1), forms))
  return form === undefined ? undefined : said.slice(form.length)
}

/** What a passage is told as; a label of a heading holds for what stands right below it. */
function tellsOf(passage: StoredFact, forms: readonly string[]): Tells | undefined {
  const { text, trail, label } = passage
  if (isWhat(passage, forms)) return 'what'
  if (label === undefined) return undefined
  // What a heading calls open may be anything that stands below it.
  if (labelOf(text) === label || labelNamed(trail.at(-1) ?? '') === label)
    return label === 'open' && labelOf(text) !== label ? undefined : label
  return trail.some((heading) => labelNamed(heading) === label || labelOf(heading) === label) ? undefined : label
}

/** Whether what it says goes on below it. */
const leadsOn = ({ text }: StoredFact): boolean => /[:：]\s*$/u.test(text)

/** `- [ ] ~~ask for the key~~`: who wrote it says it no more. */
const isStruck = (text: string): boolean => /^[^\p{L}\p{N}~]*(?:\[.\]\s*)?~~[^~]+~~/u.test(text)

/** Whether a line says something by itself: no row of a table, and nobody who is named elsewhere alone. */
function isWhole(passage: StoredFact): boolean {
  const { text } = passage
  if (
    isScaffolding(text) ||
    isPasted(text) ||
    isStruck(text) ||
    /^\[[^\]]*\d{4}-\d\d-\d\d[^\]]*\]/.test(text) ||
    / \| .* \| /u.test(text)
  )
    return false
  const said = saidIn(passage)
  const [first = ''] = sentencesOf(fromWord(said))
  return !isLoose(first) && !pronounIn(first) && !isNoNews(said)
}

const loose = whenAsked(() => letterPattern(({ alone }) => `^(?:${anyOf('loose')})(?![${alone}])`))
/** In characters nothing of the sort is so long. */
const longestLoose = 16

function isLoose(sentence: string): boolean {
  const start = sentence.slice(0, longestLoose)
  return loose()(start).test(start)
}

/** Pages of `bank/` hold what is told from here, and what an import wrote tells of a conversation. */
const isNotes = (path: string): boolean => !path.startsWith('bank/') && !isImported(path)

/** `**Corvo** — the guillotine in the back`, `Corvo is the guillotine`; in a file that an agent always knows also what stands below the name. */
function isWhat(passage: StoredFact, forms: readonly string[]): boolean {
  const { text, day } = passage
  if (isDefined(text, forms)) return true
  if (day !== null) return false
  const plain = plainStart(text)
  const form = forms.find((each) => plain.startsWith(each))
  const behind = form === undefined ? '' : plain.slice(form.length, form.length + 40)
  if (/^(?:\*\*|__|`)?\s*(?:[(（]|[—–-]\s)/.test(behind)) return true
  if (/^(?:\*\*|__|`)?\s*[:：]\s*\p{L}/u.test(behind) && wordsIn(passage).size >= fewestExplaining) return true
  // Right below it: what stands below a heading of its own is about that.
  const under = passage.trail.slice(-1)
  if (!isRoot(passage.source.path) || !mayName(under, forms)) return false
  const heading = subjectOf(under)
  if (!isHeading(heading, forms)) return false
  // `Ruth’s van` is another thing, but for what speaks of her.
  return !/^['’]/u.test(behindName(heading, forms)!) || (form !== undefined && !/^['’]/u.test(behind))
}

/** Whether a line begins with the name, or stands below it. */
function isOf(passage: StoredFact, forms: readonly string[]): boolean {
  const start = fromWord(saidIn(passage))
  const begins = forms.some((form) => start.startsWith(form) && isNamed(start.slice(0, form.length + 1), forms))
  return begins || isBelowName(passage, forms)
}

/** What a passage says behind its label, which is asked again and again. */
const saidIn = memoizeWeakly(({ text }: StoredFact): string => labelCutOff(text))

const wordsIn = (passage: StoredFact): ReadonlySet<string> => tellingWords(saidIn(passage))

const toWord = letterPattern(({ letter }) => `^[^${letter}]+`)
/** From its first word on. */
function fromWord(text: string): string {
  const start = text.search(/[^\s*_`"'([]/)
  return /[A-Za-z0-9]/.test(text[start] ?? '') ? text.slice(start) : text.replace(toWord(text), '')
}

const inTime = (a: StoredFact, b: StoredFact): number =>
  compare(a.day ?? '', b.day ?? '') || compare(a.source.path, b.source.path)

/** Of each month the first passage of those that are added; undated notes are of none. */
function firstOfMonths() {
  const first = new Map<string, StoredFact>()
  const mayBeFirst = (passage: StoredFact): boolean => {
    const known = passage.day === null ? passage : first.get(passage.day.slice(0, 7))
    return known === undefined || inTime(passage, known) < 0
  }
  return {
    mayBeFirst,
    add(passage: StoredFact): void {
      if (mayBeFirst(passage)) first.set(passage.day!.slice(0, 7), passage)
    },
    all: (): Mentions['months'] =>
      [...first]
        .map(([month, { source }]) => ({ month, path: source.path }))
        .toSorted((a, b) => compare(b.month, a.month)),
  }
}
