import { isFirstPerson } from '../../language/first-person.js'
import { addDays, daysBetween } from '../../model/time.js'
import { isAgent, type Line } from './line.js'
import type { Overlap, Overlaps } from './overlap.js'
import type { Query } from '../question/query.js'

/** A line among those that were found, and the question that it is looked at for. */
export interface View {
  readonly query: Query
  readonly overlap: Overlaps['overlap']
  readonly held: Overlaps['held']
  /** The passage of the same section that stands `by` places behind this one (before it where negative), if it was read. */
  readonly beside: (line: Line, by: number) => Line | undefined
  /** The statement made of a passage, or the passage that a statement was made of. */
  readonly twin: (line: Line) => Line | undefined
  /** 0 to 1: how much of what the first results have in common is in this one. */
  readonly feedback: (line: Line) => number
  /** 0 to 1: how far on from the oldest to the newest of what was found it was noted. */
  readonly newness: (line: Line) => number
  /** 0 to 1: how near it is to the question in what it means; 0 where no model is set. */
  readonly meaning: (line: Line) => number
  /** How much of what the question has as it is written it holds so; 0 for nothing. */
  readonly written: (line: Line) => number
  /** 0 to 1: how near it comes first of the asker's beliefs that go along with what they want done. */
  readonly preference: (line: Line) => number
}

export interface Feature {
  readonly about: string
  /** Mostly 0 to 1. */
  readonly of: (line: Line, view: View) => number
}

/**
 * What a line's score is made of: the sum of weight × feature, and nothing else.
 * A new one is a row here and a weight in `weights.ts`.
 */
export const features = {
  words: { about: 'holds words of the question', of: (line, { overlap }) => overlap(line).words },
  beginnings: { about: 'holds words that begin alike', of: (line, { overlap }) => overlap(line).beginnings },
  headings: {
    about: 'stands under a heading with words of the question',
    of: (line, { overlap }) => overlap(line).headings,
  },
  covered: {
    about: 'holds them with its headings and the name of its note; for support alone',
    of: (line, { overlap }) => overlap(line).covered,
  },
  beside: {
    about: 'stands beside a line that holds them',
    of: (line, { beside, overlap }) => best([beside(line, -1), beside(line, 1)], overlap),
  },
  near: {
    about: 'stands near a line that holds them',
    of: (line, { beside, overlap }) => best([beside(line, -2), beside(line, 2)], overlap),
  },
  answer: { about: 'answers a question that holds them', of: (line, view) => answers(line, view) },
  twin: {
    about: 'is said in other words by a line that holds them',
    of: (line, { twin, overlap }) => best([twin(line)], overlap),
  },
  feedback: {
    about: 'holds what the best results have in common, where it does not hold the question itself',
    of: (line, { overlap, feedback }) => (overlap(line).held > wholly ? 0 : feedback(line)),
  },
  named: {
    about: 'is about, or said by, whom the question names; or in the first person, as the question is',
    of: (line, { query }) => (isOf(line, query) ? 1 : 0),
  },
  says: {
    about: 'says the name of whom the question names',
    of: (line, { overlap }) => overlap(line).name,
  },
  other: {
    about: 'is about somebody else',
    of: (line, { query, twin }) => (isOfOthers(line, query) || isToldOfOthers(twin(line), query) ? 1 : 0),
  },
  days: { about: 'is about the days asked for', of: (line, { query }) => nearness(line, query) },
  newer: {
    about: 'is newer than others; older, where it is asked what was so',
    of: (line, { query, newness }) => (query.asks.has('past') ? 1 - newness(line) : newness(line)),
  },
  meaning: { about: 'means nearly what the question does', of: (line, { meaning }) => meaning(line) },
  statement: { about: 'is a statement, not narrative', of: (line) => (line.kind === 'passage' ? 0 : 1) },
} as const satisfies Record<string, Feature>

export type FeatureName = keyof typeof features

/** All of it, but for what sums of fractions lose. */
const wholly = 0.999
/** A question of more words than these is a speech, and what follows it no answer. */
const longestAsked = 60

const best = (lines: readonly (Line | undefined)[], overlap: (line: Line) => Overlap): number =>
  Math.max(0, ...lines.map((line) => (line ? overlap(line).words : 0)))

/** `I` of a question is the owner, or whoever wrote the line that says `I`; of what is spoken, the speaker has said who. */
const isOf = (line: Line, { named, asks }: Query): boolean =>
  named.some((key) => line.owners.has(key)) || (asks.has('self') && line.speaker === null && isFirstPerson(line.body))

/**
 * Somebody else's, unless it is a statement that says the name. Where nobody is named and the asker speaks of themselves, only
 * what others said is: `what did we decide about the roof` is answered by what is about the roof.
 */
export function isOfOthers(line: Line, query: Query): boolean {
  const { named, spelt, nameStems, asks } = query
  if (named.length === 0 || line.owners.size === 0 || isOf(line, query) || isAskedAgent(line, asks)) return false
  return line.speaker !== null || (spelt.length > 0 && !line.stems.some((stem) => nameStems.has(stem)))
}

/** A passage of which a statement about somebody else was made. */
const isToldOfOthers = (statement: Line | undefined, query: Query): boolean =>
  statement !== undefined && statement.kind !== 'passage' && isOfOthers(statement, query)

/** What the agent said is long, and was asked for. */
const isAskedAgent = (line: Line, asks: Query['asks']): boolean => asks.has('agent') && isAgent(line)

/** A short question by another speaker stands before it: `— Where did you go?` `— To Rome.` */
function answers(line: Line, { query, beside, overlap }: View): number {
  const asked = beside(line, -1)
  if (!asked || (isAgent(line) && !query.asks.has('agent')) || !/[?？]/.test(asked.body)) return 0
  return asked.words.length < longestAsked && asked.speaker !== line.speaker ? overlap(asked).words : 0
}

/** Noted a little before or long after is not far from what it tells of. */
const slackBefore = 3
const slackAfter = 21
const withinSlack = 0.5

/** 1 for the very day; less for a span that only overlaps it, and for what was noted around it. */
function nearness({ day, occurred }: Line, { window, mentioned }: Query): number {
  const asked = window ?? mentioned
  if (!asked) return 0
  const own = occurred ?? (day === null ? null : { start: day, end: day })
  if (own && own.start <= asked.end && own.end >= asked.start) {
    return 1 / (1 + Math.log10(1 + daysBetween(own.start, own.end)))
  }
  if (day === null || asked.end === '9999-12-31') return 0
  return day >= addDays(asked.start, -slackBefore) && day <= addDays(asked.end, slackAfter) ? withinSlack : 0
}
