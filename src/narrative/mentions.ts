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

/** What a passage says of a name: what it is, or what the passage's label says. */
export type Tells = 'what' | LabelKind

export interface Mention {
  readonly tells: Tells
  readonly passage: StoredFact
  /** The lines to show, in order: the passage, and the lines without which it says only half. */
  readonly lines: readonly StoredFact[]
  /** The one sentence or heading to show; undefined where the lines are shown. */
  readonly by?: string
}

export interface Mentions {
  /** What it is, how it stands, what is open, what was decided, what was learnt; each newest first. */
  readonly shown: readonly Mention[]
  /** On how many days somebody wrote about the name: in a line that begins with it, or below a heading that says it. */
  readonly days: () => number
  /** The first note of each month that holds more, the newest month first. */
  readonly months: readonly { readonly month: string; readonly path: string }[]
}

interface Part {
  readonly most: number
  readonly of: readonly Tells[]
  /** The most lines of one section: more are a list, which is read where it stands. */
  readonly ofSection?: number
}

/** How many lines of which labels are shown, in the order of a page. Of a status only the last holds. */
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

/** The most lines about a name that are looked at, the newest. */
const mostRead = 400
/** Lines that only name it are read, too, since they may overtake or close others: so many, and none longer. */
const mostNaming = 200
const longestNaming = 500
/** A line of fewer words tells nothing without its neighbours. */
const fewestWords = 4
/** Fewest words that explain: `Telegram: @ann` is a value; `Bev: takes orders at the mill on Mondays` is not. */
const fewestExplaining = 6
/** A cause or a remedy of fewer words does not say what it is of. */
const fewestAlone = 12
/** For how many days a line of a label is shown, counted back from the last day that tells of the name. */
const holdsFor: Partial<Record<Tells, number>> = { status: 3, goal: 30, open: 1 }

/**
 * The passages that tell of a name, in their text or a heading above: by a label, or by saying what it is. The answer
 * depends on these passages and `said` alone, so that a page which shows them changes with them and with nothing else.
 *
 * @param written how the name is written, as `writtenForms` has it
 * @param said what the page says of the name already
 */
export function mentionsOf(store: Store, written: readonly string[], said: readonly string[]): Mentions {
  // The longest first: what follows the name in `Ruth Weber is …` is not what follows `Ruth`.
  const forms = written.toSorted((a, b) => b.length - a.length)
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
    // A status or a goal is told of the thing itself, not of who waits for it.
    if ((tells === 'status' || tells === 'goal') && !isOf(passage, forms)) return []
    return [{ tells, passage, lines: [passage] }]
  })
  const whole = [...definitionsIn(naming, forms, beside), ...found].toSorted(
    (a, b) => rankOf(a, forms) - rankOf(b, forms),
  )
  const before = toldIn(said)
  const shown: Mention[] = []
  const months = firstOfMonths()
  /** A mention with its lines and text; undefined where it says only half, holds no more or is told already. */
  const asTold = (alone: Mention): { mention: Mention; text: string } | undefined => {
    // Asked first: the lines beside it take longer to find.
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
    // The rest only counts for the first note of its month.
    for (const alone of left.toSorted((a, b) => inTime(a.passage, b.passage)))
      if (months.mayBeFirst(alone.passage) && asTold(alone) !== undefined) months.add(alone.passage)
  }
  const days = (): number =>
    new Set(passages.filter((each) => each.day !== null && isOf(each, forms)).map(({ day }) => day)).size
  return { shown, days, months: months.all() }
}

/** The lines beside a passage, see `besides`. Each note is read once. */
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

/** A mention with its row: a cause with its effect, a remedy with its problem. Undefined where it says only half. */
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

/** The sentences and headings that say what the name is, and in a file of the core the lines beside the name. */
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

/** Whether a text begins with what the name is: `Corvo is the guillotine`, `**Corvo** (the guillotine)`. */
function isDefined(text: string, forms: readonly string[]): boolean {
  const plain = plainStart(text)
  const form = forms.find((each) => plain.startsWith(each))
  return form !== undefined && definedBy(plain.slice(form.length, form.length + 40).toLowerCase()) === 1
}

const plainStart = (text: string): string => text.replace(/^(?:[-*+] )?(?:\*\*|__|`)?/, '')

/** The first passages about a name, and those up to there that name it. Others between them do not count. */
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

/** A name in so many first characters is a line's subject; a later one is mentioned in passing. */
const soon = 60

/** Whether a passage is about a name: it says the name early, or its heading begins with it and says little more. */
const isAbout = (passage: StoredFact, forms: readonly string[]): boolean =>
  isNamed(saidIn(passage).slice(0, soon), forms) || isBelowName(passage, forms)

const isBelowName = ({ trail }: StoredFact, forms: readonly string[]): boolean =>
  mayName(trail, forms) && isHeading(subjectOf(trail), forms)

const firstWord = memoize((form: string): string => /[A-Za-z0-9\u0080-\uffff]+/.exec(form)?.[0] ?? '')

/** Whether headings have the first word of a name at all. It spares asking most headings what they are about. */
function mayName(trail: readonly string[], forms: readonly string[]): boolean {
  const plain = trail.join('\n').replaceAll(/[*_~]+/g, '')
  return forms.some((form) => plain.includes(firstWord(form)))
}

/** Whether a line has something behind its colon, unlike `Pronouns: (optional)`, which nobody filled in yet. */
const isFilledIn = (text: string): boolean => /[:：]\W*\p{L}/u.test(text.replaceAll(/[(（][^()（）]*[)）]/gu, ''))

/**
 * The order of mentions: first lines that say what the name is, then lines beside the name, then lines below a heading
 * of the name alone, then lines below a longer heading.
 */
function rankOf({ tells, by, lines: [line], passage }: Mention, forms: readonly string[]): number {
  if (tells !== 'what' || (by !== undefined && by !== line!.text)) return 0
  if (by !== undefined) return 1
  if (forms.some((form) => plainStart(passage.text).startsWith(form))) return 0
  return isHeadingAlone(subjectOf(passage.trail.slice(-1)), forms) ? 2 : 3
}

/** Whether a heading is about the name: `Corvo`, `Corvo’s blade`, `Corvo — who may use it`; not `Corvo manual 2`. */
function isHeading(heading: string, forms: readonly string[]): boolean {
  const behind = behindName(heading, forms)
  if (behind === undefined) return false
  return /^(?:$|['’]s |\s*[:：(（,—–]|\s+-\s)/u.test(behind) || wordsOf(behind).length <= 1
}

/** Whether a heading is the name alone: `Corvo`, `Corvo (the guillotine)`, `Ruth Weber`, `About Ruth`. */
function isHeadingAlone(heading: string, forms: readonly string[]): boolean {
  const behind = behindName(heading, forms)
  return behind !== undefined && /^(?:\s*$|\s*[(（—–]|\s\p{Lu}[\p{L}\p{M}'’-]*$)/u.test(behind)
}

/** What follows the name in a heading; a word such as `About` may precede it. Undefined where no name begins it. */
function behindName(heading: string, forms: readonly string[]): string | undefined {
  const [first = ''] = heading.split(' ', 1)
  const said = stopWords.has(first.toLowerCase()) ? heading.slice(first.length + 1) : heading
  const form = forms.find((each) => said.startsWith(each) && isNamed(said.slice(0, each.length + 1), forms))
  return form === undefined ? undefined : said.slice(form.length)
}

/** What a passage tells of a name. The label of a heading holds for the lines right below it. */
function tellsOf(passage: StoredFact, forms: readonly string[]): Tells | undefined {
  const { text, trail, label } = passage
  if (isWhat(passage, forms)) return 'what'
  if (label === undefined) return undefined
  // Anything may stand below a heading that says open.
  if (labelOf(text) === label || labelNamed(trail.at(-1) ?? '') === label)
    return label === 'open' && labelOf(text) !== label ? undefined : label
  return trail.some((heading) => labelNamed(heading) === label || labelOf(heading) === label) ? undefined : label
}

const leadsOn = ({ text }: StoredFact): boolean => /[:：]\s*$/u.test(text)

/** Whether a line is struck through, as `- [ ] ~~ask for the key~~`: its writer says it no more. */
const isStruck = (text: string): boolean => /^[^\p{L}\p{N}~]*(?:\[.\]\s*)?~~[^~]+~~/u.test(text)

/** Whether a line says something by itself: it is no row of a table, and needs no name that stands elsewhere. */
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
/** The most characters of a line's start that are held against `loose` words. */
const longestLoose = 16

function isLoose(sentence: string): boolean {
  const start = sentence.slice(0, longestLoose)
  return loose()(start).test(start)
}

/** Whether a file is read: pages of `bank/` only repeat what is told from here, and an imported note is no log. */
const isNotes = (path: string): boolean => !path.startsWith('bank/') && !isImported(path)

/**
 * Whether a passage says what the name is: `**Corvo** — the guillotine in the back`, `Corvo is the guillotine`. In a
 * file of the core a line below the name does too.
 */
function isWhat(passage: StoredFact, forms: readonly string[]): boolean {
  const { text, day } = passage
  if (isDefined(text, forms)) return true
  if (day !== null) return false
  const plain = plainStart(text)
  const form = forms.find((each) => plain.startsWith(each))
  const behind = form === undefined ? '' : plain.slice(form.length, form.length + 40)
  if (/^(?:\*\*|__|`)?\s*(?:[(（]|[—–-]\s)/.test(behind)) return true
  if (/^(?:\*\*|__|`)?\s*[:：]\s*\p{L}/u.test(behind) && wordsIn(passage).size >= fewestExplaining) return true
  // Only right below the name: a line below a heading of its own is about that heading.
  const under = passage.trail.slice(-1)
  if (!isRoot(passage.source.path) || !mayName(under, forms)) return false
  const heading = subjectOf(under)
  if (!isHeading(heading, forms)) return false
  // `Ruth’s van` is another thing, except for a line that begins with her name.
  return !/^['’]/u.test(behindName(heading, forms)!) || (form !== undefined && !/^['’]/u.test(behind))
}

/** Whether a line begins with the name, or stands below it. */
function isOf(passage: StoredFact, forms: readonly string[]): boolean {
  const start = fromWord(saidIn(passage))
  const begins = forms.some((form) => start.startsWith(form) && isNamed(start.slice(0, form.length + 1), forms))
  return begins || isBelowName(passage, forms)
}

/** A passage's text behind its label. */
const saidIn = memoizeWeakly(({ text }: StoredFact): string => labelCutOff(text))

const wordsIn = (passage: StoredFact): ReadonlySet<string> => tellingWords(saidIn(passage))

const toWord = letterPattern(({ letter }) => `^[^${letter}]+`)
function fromWord(text: string): string {
  const start = text.search(/[^\s*_`"'([]/)
  return /[A-Za-z0-9]/.test(text[start] ?? '') ? text.slice(start) : text.replace(toWord(text), '')
}

const inTime = (a: StoredFact, b: StoredFact): number =>
  compare(a.day ?? '', b.day ?? '') || compare(a.source.path, b.source.path)

/** Collects the first passage of each month. A passage without a day counts for none. */
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
