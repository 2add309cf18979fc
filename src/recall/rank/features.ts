import { isFirstPerson } from '../../language/first-person.js'
import { isInstruction } from '../../language/instructions.js'
import { labelAsks, labelsThatAnswer } from '../question/asks.js'
import { addDays, daysBetween } from '../../model/time.js'
import { isAgent, type Line } from './line.js'
import type { Overlap, Overlaps } from './overlap.js'
import type { Query } from '../question/query.js'
import type { Surroundings } from './surroundings.js'

/** What features know beside a line: the question, and the other lines that were found. */
export interface View {
  readonly query: Query
  readonly overlap: Overlaps['overlap']
  readonly held: Overlaps['held']
  /** The passage `by` places behind this one in its section (before it where negative), if it was read. */
  readonly beside: (line: Line, by: number) => Line | undefined
  /** The statement made of a passage, or the passage that a statement was made of. */
  readonly twin: (line: Line) => Line | undefined
  /** The lines that a bullet says it was made of. */
  readonly parts: (line: Line) => readonly Line[]
  readonly surroundings: Surroundings
  /** 0 to 1: when the line was noted, from the oldest that was found to the newest. */
  readonly newness: (line: Line) => number
  /** 0 to 1, where it is asked how it is now: how near a statement is to the last one about whom the question names. */
  readonly lastSaid: (line: Line) => number
  /** How near the line is to the question in meaning: 0 to 1 by the company of its words, and more by a model. */
  readonly meaning: (line: Line) => number
  /** 0 to 1: how rare lines about the named entities are, if `count` were found. */
  readonly rareness: (count: number) => number
  /** 0 to 1: how much of an answer the line is by a model alone; 0 where none is set. */
  readonly standsOut: (line: Line) => number
  /** How much the line holds of what the question writes out; 0 for nothing. */
  readonly written: (line: Line) => number
  /** 0 to 1: how plainly the line says what the thing asked about is. */
  readonly defines: (line: Line) => number
  /** 0 to 1: how well a belief of the asker bears on what they want done; 1 for the best. */
  readonly preference: (line: Line) => number
}

export interface Feature {
  readonly about: string
  /** Mostly 0 to 1. */
  readonly of: (line: Line, view: View) => number
}

/** The sum of weight × feature is a line's score, before `rank` moves it. A new one needs a weight in `weights.ts`. */
export const features = {
  words: { about: 'holds words of the question', of: (line, { overlap }) => overlap(line).words },
  beginnings: { about: 'holds words that begin alike', of: (line, { overlap }) => overlap(line).beginnings },
  section: {
    about: 'stands in a section that holds words of the question',
    of: ({ key }, { surroundings }) => surroundings.section(key),
  },
  note: {
    about: 'stands in a note that holds words of the question',
    of: ({ key }, { surroundings }) => surroundings.note(key),
  },
  headed: {
    about: 'stands below a heading that holds them',
    of: (line, { overlap, parts }) => most([line, ...parts(line)], overlap, 'headed'),
  },
  beside: {
    about: 'stands beside a line that holds them',
    of: (line, { beside, overlap, parts }) =>
      most(
        [line, ...parts(line)].flatMap((one) => [beside(one, -1), beside(one, 1)]),
        overlap,
      ),
  },
  answer: {
    about: 'answers a question that holds them, or stands in the list that a line introduces which does',
    of: (line, view) => most([answered(line, view), introOf(line, view)], view.overlap),
  },
  twin: {
    about: 'is said in other words by a line that holds them',
    of: (line, { twin, overlap }) => most([twin(line)], overlap),
  },
  named: {
    about: 'is about, or said by, whom the question names; or in the first person, as the question is',
    of: (line, { query }) => (isOf(line, query) ? 1 : 0),
  },
  says: {
    about: 'says the name of whom the question names',
    of: (line, { overlap }) => (overlap(line).saysName ? 1 : 0),
  },
  other: {
    about: 'is about somebody else',
    of: (line, { query, twin }) => (isOfOthers(line, query) || isToldOfOthers(twin(line), query) ? 1 : 0),
  },
  labelled: {
    about: 'is labelled as such an answer, as much as its section has to do with the question',
    of: (line, view) =>
      [line, ...view.parts(line)].some((one) => isLabelled(one, view.query)) ? nearQuestion(line, view) : 0,
  },
  defines: { about: 'says what that is which is asked about', of: (line, { defines }) => defines(line) },
  days: { about: 'is about the days asked for', of: (line, { query }) => nearness(line, query) },
  newer: {
    about: 'is newer than others, or said last where it is asked how it is now; older, where it is asked what was so',
    of: (line, view) => newerBy(line, view),
  },
  meaning: { about: 'means nearly what the question does', of: (line, { meaning }) => meaning(line) },
  long: {
    about: 'has more words than is usual',
    of: ({ words }) => Math.log2(Math.max(1, words.length / usualLength)),
  },
  statement: { about: 'is a statement, not narrative', of: (line) => (line.kind === 'passage' ? 0 : 1) },
} as const satisfies Record<string, Feature>

export type FeatureName = keyof typeof features

/** Words of a line that is neither long nor short. */
const usualLength = 20
/** A question of so many words is a speech, and the line behind it is no answer. */
const longestAsked = 60
/** The most words of a standing rule (`From now on …`): it is no longer than a paragraph. */
const longestRule = 120

const most = (
  lines: readonly (Line | undefined)[],
  overlap: (line: Line) => Overlap,
  what: 'words' | 'headed' | 'asked' | 'covered' = 'words',
): number => Math.max(0, ...lines.map((line) => (line ? overlap(line)[what] : 0)))

/** For support alone: how much of the question a line with its headings and note's name, or a line beside it, holds. */
export const coveredBy = (line: Line, view: View): number =>
  Math.max(
    view.overlap(line).covered,
    most([view.beside(line, -1), view.beside(line, 1), answered(line, view)], view.overlap, 'asked'),
  )

/** For support alone: how much of what is asked, names apart, a line and the question that it answers hold. */
export const askedOf = (line: Line, view: View): number =>
  view.overlap(line).asked + most([answered(line, view)], view.overlap, 'asked')

/** For support alone: how much of what is asked, names apart, the twin of a line holds. */
export const retoldOf = (line: Line, { twin, overlap }: View): number => most([twin(line)], overlap, 'asked')

/** Whether a line is about whom the question names; where that says `I`, also a line with `I` and no speaker. */
const isOf = (line: Line, { named, asks }: Query): boolean =>
  named.some((key) => line.owners.has(key)) || (asks.has('self') && line.speaker === null && isFirstPerson(line.body))

/**
 * Whether a line is about somebody else than the question. A line without a speaker that says a name of the question is
 * not. Where the question says no name and speaks of the asker alone, only what another speaker said is: `what did we
 * decide about the roof` may be answered by any line about the roof that has no speaker.
 */
export function isOfOthers(line: Line, query: Query): boolean {
  const { named, spelt, nameStems, asks } = query
  if (named.length === 0 || line.owners.size === 0 || isOf(line, query) || isAskedAgent(line, asks)) return false
  return line.speaker !== null || (spelt.length > 0 && !line.stems.some((stem) => nameStems.has(stem)))
}

/**
 * Whether a line is labelled as what is asked for: `Root cause: …` where it is asked why. To an asker who is about to
 * do something, `from now on …` is, too.
 */
function isLabelled(line: Line, { asks }: Query): boolean {
  if (asks.has('rule') && isStanding(line)) return true
  return labelAsks.some((kind) => asks.has(kind) && labelsThatAnswer[kind].some((label) => label === line.label))
}

/** Whether a line is a standing rule, and neither a speech nor a question: `From now on times are in UTC.` */
const isStanding = (line: Line): boolean =>
  !isAgent(line) && line.words.length <= longestRule && !/[?？]/.test(line.body) && isInstruction(line.body)

const nearQuestion = (line: Line, { overlap, surroundings }: View): number =>
  Math.min(1, overlap(line).words + surroundings.section(line.key))

const isToldOfOthers = (statement: Line | undefined, query: Query): boolean =>
  statement !== undefined && statement.kind !== 'passage' && isOfOthers(statement, query)

const isAskedAgent = (line: Line, asks: Query['asks']): boolean => asks.has('agent') && isAgent(line)

/** The short question by another speaker that stands before a line: `— Where did you go?` `— To Rome.` */
function answered(line: Line, { query, beside }: View): Line | undefined {
  const asked = beside(line, -1)
  if (!asked || (isAgent(line) && !query.asks.has('agent')) || !/[?？]/.test(asked.body)) return undefined
  return asked.words.length < longestAsked && asked.speaker !== line.speaker ? asked : undefined
}

/** How many lines of a list belong to the line that introduces it. */
export const longestList = 8
/** Whether a line introduces a list: `Four parts:` */
export const isIntro = ({ body }: Line): boolean => /[:：][*_\s]*$/.test(body)

/** Where several things are asked for, the line that introduces the list in which this one stands. */
function introOf(line: Line, { query, beside }: View): Line | undefined {
  if (!query.asks.has('list')) return undefined
  for (let back = 1; back <= longestList; back++) {
    const before = beside(line, -back)
    if (!before || isIntro(before)) return before
  }
  return undefined
}

/** Where it is asked how it is now, newness counts so many times as much, and so does being stated last. */
const ofNow = 5

const newerBy = (line: Line, { query, overlap, newness, lastSaid }: View): number =>
  query.asks.has('past')
    ? 1 - newness(line)
    : query.asks.has('present')
      ? ofNow * (newness(line) * Math.min(1, overlap(line).words) + lastSaid(line))
      : newness(line)

/** Days around the asked ones on which a line about them may be noted; more after a month than after a day. */
const slackBefore = 3
const slackAfter = (days: number): number => Math.min(21, 4 + days)
const withinSlack = 0.5
/** The value of a line of other days: it is hardly meant. */
const outside = -0.35

/** 1 for a line noted on the asked days, less for one about them or noted around them, below 0 for others. */
function nearness({ day, occurred }: Line, { window, mentioned, isToCome }: Query): number {
  const asked = window ?? mentioned
  if (!asked) return 0
  if (day !== null && day >= asked.start && day <= asked.end) return 1
  if (occurred && occurred.start <= asked.end && occurred.end >= asked.start)
    return 1 / (1 + Math.log10(1 + daysBetween(occurred.start, occurred.end)))
  if (day === null || isToCome || asked.end === '9999-12-31') return 0
  const slack = slackAfter(daysBetween(asked.start, asked.end))
  return day >= addDays(asked.start, -slackBefore) && day <= addDays(asked.end, slack) ? withinSlack : outside
}
