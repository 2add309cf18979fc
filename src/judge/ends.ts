import {
  changesIn,
  changeWordsOf,
  contentOf,
  hasAny,
  phraseAt,
  piecesOf,
  type WordsOfChange,
  type ChangeWords,
  type TextPiece,
} from '../language/change.js'
import { polarityOf } from '../language/denial.js'
import { statedBy } from '../language/statements.js'
import { whenAsked } from '../text/once.js'

/**
 * How a later fact mentions the subject of an earlier one: it is about that alone, about it among others, or only names
 * it.
 */
export type MentionedAs = 'alone' | 'among' | 'named'

/** An earlier fact, as one language reads it. */
interface Earlier {
  /** All its words, and its words of content without the names of its subject. */
  readonly all: readonly TextPiece[]
  readonly content: readonly TextPiece[]
  /** The names of its subject, in small letters. */
  readonly names: ReadonlySet<string>
}

/** What a later fact does to an earlier one: ends it, or confirms it as what something was changed to. */
export interface EndOrConfirm {
  readonly outcome: 'ends' | 'confirms'
  readonly cues: readonly string[]
}

/**
 * Tells from the words of two facts whether a later one ends or confirms an earlier one; undefined where it does
 * neither. What a thing was changed *from* is over, what it was changed *to* stands. Where only the new value is told,
 * the old one is over if both are of one sort: a number of the same unit, a version of the same thing, a name.
 *
 *     Uses PostgreSQL 15                  Upgraded to PostgreSQL 16          ends
 *     Wants Opus as the default model     Switched the model to Opus         confirms
 *     The limit for search is 100         The limit for uploads was raised   neither
 *
 * @param names the names of the earlier fact's subject, in small letters
 */
export function outcomeOf(
  earlier: string,
  later: string,
  names: readonly string[],
  mentionedAs: MentionedAs = 'alone',
): EndOrConfirm | undefined {
  let ended: EndOrConfirm | undefined
  for (const words of changeWordsOf(later)) {
    const changes = changesIn(later, words)
    if (changes.length === 0) continue
    const read = readEarlier(earlier, names, words)
    for (const change of changes) {
      if ((change.way === 'moved' || change.way === 'swapped') && confirms(read, change))
        return { outcome: 'confirms', cues: [`changed to: ${joined(change.to)}`] }
      if (ended || earlier.length > mostSaid || !isAbout(change, read, mentionedAs)) continue
      const cues = ends(read, change, words)
      if (cues) ended = { outcome: 'ends', cues }
    }
  }
  return ended
}

/** The most characters of a statement that can end: a longer one says several things, of which one may be over. */
const mostSaid = 120

const joined = (pieces: readonly TextPiece[]): string => pieces.map(({ word }) => word).join(' ')

function readEarlier(text: string, names: readonly string[], words: ChangeWords): Earlier {
  const all = piecesOf(text, words)
  const own = new Set(names)
  return { all, content: contentOf(all, words).filter(({ word }) => !own.has(word)), names: own }
}

/** Whether a change is about the earlier fact's subject. In a fact about several, only a clause that names it is. */
function isAbout({ way, before, from }: WordsOfChange, { names }: Earlier, mentionedAs: MentionedAs): boolean {
  if (mentionedAs === 'alone') return true
  const isNamed = (all: readonly TextPiece[]): boolean => all.some(({ word }) => names.has(word))
  if (way === 'tookOver') return isNamed(from)
  return (mentionedAs === 'among' || way === 'handed') && isNamed(before)
}

const stems = (all: readonly TextPiece[]): ReadonlySet<string> => new Set(all.map(({ stem }) => stem))
const within = (some: readonly TextPiece[], all: ReadonlySet<string>): boolean =>
  some.every(({ stem }) => all.has(stem))

/** Whether something was changed to what the earlier fact says. */
function confirms({ content, names }: Earlier, { from, to, what }: WordsOfChange): boolean {
  const own = stems(content)
  const value = to.filter(({ word }) => !names.has(word))
  if (value.length === 0 || !within(value, own) || (from.length > 0 && within(from, own))) return false
  // A bare number may count anything.
  return value.some(({ number }) => number === undefined) || what.some(({ stem }) => own.has(stem))
}

function ends(earlier: Earlier, change: WordsOfChange, words: ChangeWords): readonly string[] | undefined {
  const cue = change.cue
  switch (change.way) {
    case 'cancelled':
      return isCalledOff(earlier, change, words) || (isState(earlier, words) && isOver(earlier, change, words))
        ? [`ended: ${cue}`]
        : undefined
    case 'wasTrue':
      return isState(earlier, words) && isAll(contentOf(withoutNames(earlier, change.before), words), earlier)
        ? [`ended: ${cue}`]
        : undefined
    case 'instead':
      return isState(earlier, words) ? replacedBy(earlier, change, words) : undefined
    case 'now':
      return isState(earlier, words) ? otherNow(earlier, change, words) : undefined
    case 'over':
    case 'overBehind':
    case 'undone':
      return isState(earlier, words) && isOver(earlier, change, words) ? [`ended: ${cue}`] : undefined
    case 'left':
      return isLeft(earlier, change, words) ? [`ended: ${cue}`] : undefined
    case 'tookOver':
    case 'handed':
      return isHandedOver(earlier, change, words) ? [`handed over: ${cue}`] : undefined
    default:
      return isState(earlier, words) ? movedFrom(earlier, change, words) : undefined
  }
}

const isAll = (some: readonly TextPiece[], { content }: Earlier): boolean =>
  some.length > 0 && within(some, stems(content))

const withoutNames = ({ names }: Earlier, all: readonly TextPiece[]): TextPiece[] =>
  all.filter(({ word }) => !names.has(word))

/** Whether a fact tells of something that lasts: no event, plan, denial, condition or question. */
function isState({ all }: Earlier, words: ChangeWords): boolean {
  const { lists } = words
  const isUnreal = ({ word, isName }: TextPiece): boolean =>
    word === '?' ||
    (!isName && lists.unreal.has(word) && ![lists.states, lists.to, lists.about].some((list) => list.has(word)))
  if (all.some(isUnreal) || hasAny(all, 'passing', words) || polarityOf(joined(all)).denials > 0) return false
  const verb = verbAt(all, words)
  // `Read in 2024 that tea costs 3 euros`: that is somebody else's word, no state.
  return verb >= 0 && !all.slice(0, verb).some(({ word }) => isHolding(word)) && !isEvent(all, words)
}

/** Words that introduce what somebody else says: `read`, `heard that`. */
const holding = whenAsked((): ReadonlySet<string> => new Set(statedBy('holding')))
const isHolding = (word: string): boolean => word.endsWith('ed') || holding().has(word)

/** The place of a state's verb; a first word that is a verb in its present form (`smokes`) is one, too. */
function verbAt(all: readonly TextPiece[], { lists }: ChangeWords): number {
  const { states, leads, belongs, home, likes, small } = lists
  const known = all.findIndex(({ word }) => [states, leads, belongs, home, likes].some((list) => list.has(word)))
  const [first] = all
  const isVerb = first !== undefined && !small.has(first.word) && /[^s]s$/.test(first.word) && first.stem !== first.word
  return known !== 0 && isVerb ? 0 : known
}

const isEvent = (all: readonly TextPiece[], words: ChangeWords): boolean =>
  (['moved', 'swapped', 'cancelled', 'left', 'tookOver', 'handed'] as const).some(
    (way) => phraseAt(all, 0, way, words) > 0,
  )

function movedFrom(earlier: Earlier, change: WordsOfChange, words: ChangeWords): readonly string[] | undefined {
  const { content } = earlier
  const own = stems(content)
  const [from, to] = [withoutNames(earlier, change.from), withoutNames(earlier, change.to)]
  const what = withoutNames(earlier, change.what)
  if (to.length > 0 && within(to, own)) return undefined
  const isWhat = what.every(({ stem, word }) => own.has(stem) || isMoney(word, earlier, words))
  if (from.length > 0) {
    if (!isWhat || !within(from, own)) return undefined
    const isPlain = what.some(({ stem }) => own.has(stem)) || isValue(earlier, from, words)
    return isPlain && !isOfPart(earlier, [...from, ...what], words) ? [`changed: ${change.cue} from`] : undefined
  }
  if (
    what.length === 0 &&
    to.length > 0 &&
    to.every(({ isName, word }) => isName && !words.lists.calendar.has(word)) &&
    words.lists.relocates.has(change.cue) &&
    words.lists.home.has(verbOf(earlier, words))
  )
    return [`changed: ${verbOf(earlier, words)} → ${change.cue}`]
  const value = to.length > 0 && isWhat ? valueLike(earlier, change, to, words) : undefined
  if (!value) return undefined
  const rest = content.filter((each) => !value.includes(each))
  const said = stems([...what, ...to])
  const verb = earlier.all[verbAt(earlier.all, words)]
  const isOfSlot = rest.every((each) => each === verb || said.has(each.stem) || words.lists.states.has(each.word))
  return isOfSlot ? [`changed: ${joined(value)} → ${joined(to)}`, `by: ${change.cue}`] : undefined
}

/**
 * The cues of a replacement by `instead of`: `Uses tokens instead of session cookies`. The later fact repeats the rest
 * of the earlier one, as something that lasts.
 */
function replacedBy(
  earlier: Earlier,
  { cue, what, from, before }: WordsOfChange,
  words: ChangeWords,
): readonly string[] | undefined {
  const left = withoutNames(earlier, from)
  if (!isAll(left, earlier) || !hasAny(before, 'states', words)) return undefined
  const [gone, said] = [stems(left), stems(what)]
  return earlier.content.every(({ stem }) => gone.has(stem) || said.has(stem)) ? [`changed: ${cue}`] : undefined
}

/**
 * The cues of a new value with `now`: `Logs are now kept for ninety days`. All else is the same. The value is one
 * number, or a name where only one is possible at a time.
 */
function otherNow(earlier: Earlier, { cue, what }: WordsOfChange, words: ChangeWords): readonly string[] | undefined {
  const now = withoutNames(earlier, what)
  const [own, said] = [stems(earlier.content), stems(now)]
  const was = earlier.content.filter(({ stem }) => !said.has(stem))
  const is = now.filter(({ stem }) => !own.has(stem))
  const rest = earlier.content.filter((each) => !was.includes(each))
  if (was.length === 0 || is.length === 0 || rest.length === 0) return undefined
  const isNumber = [was, is].every((all) => all.every(({ number }) => number !== undefined))
  const isName =
    isRun(is, now) && isRun(was, earlier.content) && [was, is].every((all) => all.every((each) => each.isName))
  const isSole = rest.some(({ word }) => !words.lists.states.has(word) || words.lists.sole.has(word))
  return isNumber || (isName && isSole) ? [`${joined(was)} → ${joined(is)}`, `now: ${cue}`] : undefined
}

const verbOf = ({ all }: Earlier, { lists }: ChangeWords): string =>
  all.find(({ word }) => lists.states.has(word) || lists.home.has(word))?.word ?? ''

/** Whether a word is one such as `price`, and the earlier fact says what something costs. */
const isMoney = (word: string, { all }: Earlier, { lists }: ChangeWords): boolean =>
  lists.money.has(word) &&
  all.some((each) => lists.costs.has(each.word)) &&
  all.some(({ number }) => number !== undefined)

/** Whether the change replaces the value of the earlier fact, right behind its verb. */
function isValue({ all }: Earlier, from: readonly TextPiece[], words: ChangeWords): boolean {
  const { likes, small } = words.lists
  const verb = verbAt(all, words)
  if (likes.has(all[verb]?.word ?? '')) return false
  const next = all.slice(verb + 1).find(({ word, number }) => number !== undefined || !small.has(word))
  return next !== undefined && from.some(({ stem }) => stem === next.stem)
}

/** The part of the earlier fact that is of the new value's sort; undefined where there is none, or more than one. */
function valueLike(
  earlier: Earlier,
  { way, cue, what, before }: WordsOfChange,
  to: readonly TextPiece[],
  words: ChangeWords,
): TextPiece[] | undefined {
  const { content, all, names: called } = earlier
  const numbers = content.filter(({ number }) => number !== undefined)
  const fresh = to.filter(({ number }) => number !== undefined)
  const own = stems(content)
  // A fact about a site may name it as what is changed: `Migrated the site to Hugo`. A name before the verb is the
  // subject.
  const isTold = what.some(
    (each) =>
      own.has(each.stem) || isMoney(each.word, earlier, words) || (called.has(each.word) && !before.includes(each)),
  )
  const isNamed = ({ word }: TextPiece): boolean => words.lists.calendar.has(word)
  const isDated = (each: TextPiece): boolean => each.number !== undefined || isNamed(each)
  const day = content.filter(isDated)
  if (to.every(isDated) && to.some(isNamed) && day.some(isNamed)) return isTold && isRun(day, content) ? day : undefined
  if (fresh.length > 0) {
    if (fresh.length > 1 || numbers.length !== 1 || way === 'swapped') return undefined
    const [was] = numbers as [TextPiece]
    const kind = (number: string): string => (/:/.test(number) ? 'clock' : 'number')
    if (kind(was.number!) !== kind(fresh[0]!.number!) || was.number === fresh[0]!.number) return undefined
    const beside = to.filter(({ number }) => number === undefined)
    if (!within(beside, own)) return undefined
    // What a bare number counts is known only where the change says what was changed.
    if (beside.length === 0 && !isTold) return undefined
    const at = content.indexOf(was)
    const unit = unitBehind(all, was, words)
    return [content[at]!, ...content.filter((each) => unit.includes(each.stem))]
  }
  // One name takes the place of another where it is told what is changed: `switched the default editor to Helix`.
  const changed = stems(what)
  if (numbers.length > 0 || !isTold) return undefined
  if (words.lists.turned.has(cue)) {
    const verb = all.findIndex(({ word }) => words.lists.costs.has(word) && words.lists.leads.has(word))
    const [subject, value] = [all.slice(0, verb), all.slice(verb + 1)].map((part) =>
      contentOf(withoutNames(earlier, part), words),
    ) as [TextPiece[], TextPiece[]]
    if (subject.length > 0 && within(subject, changed) && value.length > 0 && value.length < 4) return value
  }
  const names = content.filter(({ isName, stem }) => isName && !changed.has(stem))
  return to.every(({ isName }) => isName) && names.length > 0 && isRun(names, content) ? names : undefined
}

const isRun = (some: readonly TextPiece[], all: readonly TextPiece[]): boolean =>
  some.every((each, at) => at === 0 || all.indexOf(each) === all.indexOf(some[at - 1]!) + 1)

/** The unit behind a number (`240 euros a month`): three words at most, up to one that opens something else. */
function unitBehind(all: readonly TextPiece[], number: TextPiece, { lists }: ChangeWords): string[] {
  const out: string[] = []
  for (const each of all.slice(all.indexOf(number) + 1)) {
    if (lists.about.has(each.word) || lists.aside.has(each.word) || out.length === 3) break
    out.push(each.stem)
  }
  return out
}

/**
 * Whether a plan is called off: `Plans to visit Lyon`, `cancelled the trip to Lyon`. The change names where it goes,
 * and nothing else but that it is a trip.
 */
function isCalledOff(earlier: Earlier, change: WordsOfChange, words: ChangeWords): boolean {
  const { all, content } = earlier
  const own = stems(content)
  if (!hasAny(all, 'plans', words) || polarityOf(joined(all)).denials > 0) return false
  const object = withoutNames(earlier, [...change.what, ...change.to, ...change.from])
  const named = object.filter(({ stem, word }) => own.has(stem) && !words.lists.outings.has(word))
  const { outings, plans, states, calendar } = words.lists
  const isOuting = ({ word }: TextPiece): boolean =>
    [outings, states, calendar].some((list) => list.has(word)) ||
    [...plans].some((plan) => plan.split(' ').includes(word))
  const rest = content.filter((each) => !named.some(({ stem }) => stem === each.stem))
  return (
    named.length > 0 && rest.every(isOuting) && object.every((each) => own.has(each.stem) || outings.has(each.word))
  )
}

/**
 * Whether a state is over: `No longer lives in Graz`, `sold the Passat`. The earlier fact has all that ended, and says
 * little more.
 */
function isOver(earlier: Earlier, { way, cue, what, from, to, aside }: WordsOfChange, words: ChangeWords): boolean {
  const { content, all } = earlier
  const object = withoutNames(earlier, [...what, ...from, ...to])
  const when = withoutNames(earlier, aside)
  const gone = [...object, ...when]
  const undone = way === 'undone' ? words.undoes.get(cue) : undefined
  const isDay = ({ word, number }: TextPiece): boolean => number !== undefined || words.lists.calendar.has(word)
  // A day may stand beside what has ended: `Sold the Golf in May`. But who no longer works on Fridays works on other
  // days.
  if (isAll(object, earlier) && when.every(isDay) && isDirect(earlier, object, words)) return true
  if (!isAll(gone, earlier) || (undone !== undefined && !all.some(({ word }) => word === undone))) return false
  if (isOfPart(earlier, gone, words)) return false
  const over = stems(gone)
  const isObject = gone.at(-1)!.stem === content.at(-1)!.stem
  return isObject || undone !== undefined || content.filter(({ stem }) => over.has(stem)).length * 2 >= content.length
}

/**
 * Whether a change is of only one of the things that the earlier fact joins: `Has a dog and a cat`, `no longer has a
 * dog`. The rest of it still holds.
 */
function isOfPart({ all, names }: Earlier, gone: readonly TextPiece[], words: ChangeWords): boolean {
  const parts: TextPiece[][] = [[]]
  for (const each of all) {
    if (words.joints.has(each.word)) parts.push([])
    else parts.at(-1)!.push(each)
  }
  if (parts.length === 1) return false
  // One verb may stand for all the parts.
  const verb = all[verbAt(all, words)]?.word
  const isThing = ({ word }: TextPiece): boolean => word !== verb && !names.has(word) && !words.lists.states.has(word)
  const changed = stems(gone.filter(isThing))
  return parts.some((part) => {
    const things = contentOf(part, words).filter(isThing)
    return things.length > 0 && !things.some(({ stem }) => changed.has(stem))
  })
}

/**
 * Whether just the object of the earlier fact has ended: `Plays tennis on Saturdays`, `gave up tennis`. The object
 * stands behind the verb, up to a word that opens something else.
 */
function isDirect({ all }: Earlier, gone: readonly TextPiece[], words: ChangeWords): boolean {
  const behind = all.slice(verbAt(all, words) + 1)
  const { aside, about, as, to, from } = words.lists
  const end = behind.findIndex(
    ({ word }) => [aside, about, as, to, from].some((list) => list.has(word)) || word === ',',
  )
  const object = contentOf(end < 0 ? behind : behind.slice(0, end), words)
  return object.length > 0 && object.length === gone.length && within(object, stems(gone))
}

/**
 * Whether the place that was left is the earlier fact's, and all of it: `Is the contact at Northwind`, `left
 * Northwind`.
 */
function isLeft(earlier: Earlier, change: WordsOfChange, words: ChangeWords): boolean {
  const { all, content } = earlier
  const isPost = ({ word }: TextPiece): boolean => words.lists.posts.has(word)
  const isJob = change.what.some(isPost)
  const object = withoutNames(earlier, isJob ? [...change.what, ...change.aside] : change.what).filter(
    (each) => !isPost(each),
  )
  if (object.length === 0 || change.to.length + change.from.length > 0 || (change.aside.length > 0 && !isJob))
    return false
  const { lists } = words
  if (isState(earlier, words) && lists.leads.has(all[verbAt(all, words)]!.word) && isDirect(earlier, object, words))
    return true
  if (!all.slice(0, 3).some(({ word }) => lists.belongs.has(word)) || polarityOf(joined(all)).denials > 0) return false
  const start = content.findIndex((_, at) => object.every(({ stem }, offset) => content[at + offset]?.stem === stem))
  if (start < 0) return false
  const [first, last] = [all.indexOf(content[start]!), all.indexOf(content[start + object.length - 1]!)]
  const opens = (word = ''): boolean => lists.aside.has(word) || lists.about.has(word) || lists.as.has(word)
  const before = all.slice(0, first).findLast(({ word }) => opens(word) || !lists.small.has(word))
  const next = all[last + 1]
  return (
    before !== undefined && opens(before.word) && (next === undefined || opens(next.word) || /^[.,;]$/.test(next.word))
  )
}

/**
 * Whether the role of the earlier fact went to somebody else: `Is the product owner`, `Ben took over as product owner
 * from Mara`, `handed the role of product owner over to Ben`.
 */
function isHandedOver(earlier: Earlier, change: WordsOfChange, words: ChangeWords): boolean {
  const { all, content, names } = earlier
  const verb = all.findIndex(({ word }) => words.lists.leads.has(word))
  if (verb < 0 || !isState(earlier, words)) return false
  const owner = change.way === 'handed' ? change.before : change.from
  const isOwn = owner.some(({ word }) => names.has(word))
  const isGone = (each: TextPiece): boolean => owner.includes(each) || names.has(each.word)
  const what = change.what.filter((each) => !isGone(each))
  // The new holder stands before the words that tell of it.
  const taken = change.way === 'tookOver' ? what.filter((each) => !change.before.includes(each)) : what
  const role = content.filter(({ word }) => !words.lists.leads.has(word))
  const holder = role.filter((each) => owner.some(({ stem, word }) => stem === each.stem && !names.has(word)))
  const rest = role.filter((each) => !holder.includes(each))
  if (taken.length === 0 || (owner.length > 0 && change.way === 'tookOver' && !isOwn && holder.length === 0))
    return false
  if (change.way === 'tookOver' && owner.length === 0) return false
  const [own, other] = [stems(rest), stems(taken)]
  return within(taken, own) && rest.every(({ stem }) => other.has(stem))
}
