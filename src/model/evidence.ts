import { MemoryError } from './error.js'

/** How sure an answer is that memory holds what was asked for, in a word. */
export const evidenceWords = ['none', 'weak', 'strong'] as const
export type EvidenceWord = (typeof evidenceWords)[number]

/**
 * The least support for each word, set by `npm run fit:support` on the kinds of text that support was fitted on. In
 * each kind, hardly an answer that memory has lay below `weak`, and eight in ten questions without an answer lay below
 * `strong`.
 */
export const leastSupportOf: Readonly<Record<EvidenceWord, number>> = { none: 0, weak: 0.09, strong: 0.65 }

export const evidenceWordOf = (support: number): EvidenceWord =>
  support >= leastSupportOf.strong ? 'strong' : support >= leastSupportOf.weak ? 'weak' : 'none'

/** The least support that an answer needs: a number from 0 to 1, or a word of `leastSupportOf`. */
export type MinSupport = number | Exclude<EvidenceWord, 'none'>

export const expectedSupport = 'weak, strong or a number from 0 to 1'

/** The support that a value names; undefined where it names none. */
export function minSupportRead(value: unknown): MinSupport | undefined {
  if (value === 'weak' || value === 'strong') return value
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}

/** @throws MemoryError bad-argument */
export function supportNeeded(value: MinSupport): number {
  const read = minSupportRead(value)
  if (read === undefined)
    throw new MemoryError('bad-argument', `minSupport takes ${expectedSupport}, got ${String(value).slice(0, 40)}`)
  return typeof read === 'number' ? read : leastSupportOf[read]
}

/**
 * The line that stands in place of results.
 *
 * @param all how the caller asks for what was left out
 */
export function nothingFound(leftOut: number, all: string): string {
  if (leftOut === 0) return 'Nothing found.'
  const [lines, them] = leftOut === 1 ? ['one line comes', 'it'] : [`${leftOut} lines come`, 'them']
  return `Nothing found; ${lines} near without support: ${all} shows ${them}.`
}
