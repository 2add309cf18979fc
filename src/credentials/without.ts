import { compare } from '../text/compare.js'
import { lately } from '../text/lately.js'
import { credentialsNamed, credentialsOfForm, type FoundCredential } from './found.js'

/** Shorter than this nothing is one. */
const shortest = 6

/** By the place that each begins at. */
export const credentialsFound = (text: string): FoundCredential[] =>
  text.length < shortest ? [] : [...credentialsOfForm(text), ...credentialsNamed(text)].toSorted((a, b) => a.at - b.at)

/** The lines on which one begins, each once. */
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

/** What stands in its place wherever a text is told: `[masked: GitHub Token]`. */
const markOf = (kind: string): string => `[masked: ${kind}]`

/**
 * Credentials taken out of a text, wherever in it they stand again: the longest first, for a part of one may be one to
 * another rule.
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

/** A text is told in several places of one answer, and each looks at it: the last so many are known. */
const mostKnown = 500

/** `my token ghp_…` → `my token [masked: GitHub Token]`; what holds none is given back as it is. */
export const withoutCredentials = lately(mostKnown, (text: string): string => {
  const found = credentialsFound(text)
  return found.length === 0 ? text : takenOut(text, found)
})

/** The same, line for line: of many lines that are one credential each says so, but for a last one that is too short to be told from words. */
export function linesWithoutCredentials(text: string): string {
  const found = credentialsFound(text).flatMap(({ secret, kind }) =>
    secret.split(/\r?\n/).flatMap((line) => (line.trim().length < shortest ? [] : [{ secret: line.trim(), kind }])),
  )
  return found.length === 0 ? text : takenOut(text, found)
}

/** Every text in what a verb answers; what holds no credential is given back as it is. */
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
