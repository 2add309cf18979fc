import { compare } from '../text/compare.js'
import { lately } from '../text/lately.js'
import { credentialsNamed, credentialsOfForm, type FoundCredential } from './found.js'

/** The fewest characters of a credential. */
const shortest = 6

/** The credentials in a text, by the place where each begins. */
export const credentialsFound = (text: string): FoundCredential[] =>
  text.length < shortest ? [] : [...credentialsOfForm(text), ...credentialsNamed(text)].toSorted((a, b) => a.at - b.at)

/** The lines on which a credential begins, each once. */
export function credentialLines(text: string): string[] {
  const found = credentialsFound(text)
  const lines = found.length === 0 ? [] : text.split('\n')
  let begin = 0
  let next = 0
  return lines.flatMap((line) => {
    const end = begin + line.length + 1
    const holds = next < found.length && found[next]!.at < end
    while (next < found.length && found[next]!.at < end) next++
    begin = end
    return holds ? [line.replace(/\r$/, '')] : []
  })
}

/** The mark in place of a credential wherever a text is told: `[masked: GitHub Token]`. */
const markOf = (kind: string): string => `[masked: ${kind}]`

/**
 * Takes credentials out of a text, wherever they stand in it. The longest go first: a part of one may be one to another
 * rule.
 *
 * @param took called for each with how often it stood there
 */
export function takenOut(
  text: string,
  found: readonly Pick<FoundCredential, 'secret' | 'kind'>[],
  mark = markOf,
  took: (kind: string, times: number) => void = () => {},
): string {
  const ordered = found.toSorted((a, b) => b.secret.length - a.secret.length || compare(a.secret, b.secret))
  return ordered.reduce((left, { secret, kind }) => {
    const parts = left.split(secret)
    if (parts.length > 1) took(kind, parts.length - 1)
    return parts.join(mark(kind))
  }, text)
}

/** How many of the last texts are remembered: a text is told in several places of one answer. */
const mostKnown = 500

/** Masks credentials: `my token ghp_…` → `my token [masked: GitHub Token]`; what holds none is given back as it is. */
export const withoutCredentials = lately(mostKnown, (text: string): string => {
  const found = credentialsFound(text)
  return found.length === 0 ? text : takenOut(text, found)
})

/** The same line by line: of a credential of several lines each is masked, unless too short to differ from a word. */
export function linesWithoutCredentials(text: string): string {
  const found = credentialsFound(text).flatMap(({ secret, kind }) =>
    secret.split(/\r?\n/).flatMap((line) => (line.trim().length < shortest ? [] : [{ secret: line.trim(), kind }])),
  )
  return found.length === 0 ? text : takenOut(text, found)
}

/** Masks credentials in every text of a verb's answer; what holds none is given back as it is. */
export function answerWithoutCredentials<T>(answer: T): T {
  return toldOf(answer) as T
}

function toldOf(value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentials(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const told = value.map(toldOf)
    return told.every((each, at) => each === value[at]) ? value : told
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const told = Object.entries(value).map(([name, each]) => [name, toldOf(each)] as const)
  const before = value as Record<string, unknown>
  return told.every(([name, each]) => each === before[name]) ? value : Object.fromEntries(told)
}
