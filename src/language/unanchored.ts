import { momentNoted } from './moments.js'
import { datesWritten } from './dates.js'
import type { Day, Span } from '../model/time.js'

/** Whoever reads a statement alone does not know who `she` is. The group is who does or is what it says: `his` is not. */
const third =
  /^(?:(he|she|they|it|er|sie|lui|lei|ella|él|ellos|hij|zij|他|她|它|他们)|his|her|their|its|ihr|sein|loro)(?![\p{L}\p{M}])/iu
const first = /^(?:i|we|my|our|me|ich|wir|mein|unser|io|noi|yo|nosotros|ik|wij|我|我们)(?![\p{L}\p{M}])/iu

/** The pronoun that a statement begins with. */
export interface Pronoun {
  readonly word: string
  /** Whether it is the writer. */
  readonly isWriter: boolean
  /** Whether it is another, of whom all that follows is said. */
  readonly isSubject: boolean
}

export function pronounIn(text: string): Pronoun | undefined {
  const [writer] = first.exec(text) ?? []
  const [other, subject] = third.exec(text) ?? []
  const word = writer ?? other
  return word === undefined ? undefined : { word, isWriter: writer !== undefined, isSubject: subject !== undefined }
}

const today =
  /(?<![\p{L}\p{M}])(?:today|tonight|this (?:morning|afternoon|evening)|heute|oggi|hoy|vandaag)(?![\p{L}\p{M}])|今天/iu

/** The time that a statement names by words that say it from their own day only: `yesterday`, `next Friday`. */
export function onlyFromItsDay(text: string, day: Day): Span | undefined {
  if (datesWritten(text, day) !== null) return undefined
  return momentNoted(text, day) ?? (today.test(text) ? { start: day, end: day } : undefined)
}

/** `Dr. Weber`, `Nov. 3`, `e.g. tea` end no sentence. */
const abbreviation = /(?:^|[\s(])(?:\p{Lu}\p{L}{0,3}|\p{L}|e\.g|i\.e|z\.B|etc|vs|approx|bzw|usw)\.$/u

/** A text's sentences, as they stand. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const part of text.split(/(?<=[.!?]["”’)]?)\s+|(?<=[。！？])|\n/u)) {
    const last = sentences.at(-1)
    if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${part}`
    else sentences.push(part)
  }
  return sentences.map((each) => each.trim()).filter((each) => each !== '')
}

/** How many sentences of three words and more a statement has. */
export const sentencesIn = (text: string): number =>
  sentencesOf(text).filter((each) => (each.match(/[\p{L}\p{M}\d]+/gu) ?? []).length >= 3 || /\p{Lo}{6}/u.test(each))
    .length
