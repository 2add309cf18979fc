/** A stretch of an answer that is no answer to the question. */
export interface Unreadable {
  /** Where it begins, as an index into the answer's text. */
  readonly at: number
  /** Its first 120 characters at most. */
  readonly text: string
  readonly why: 'cut off' | 'no JSON' | 'not asked for'
}

export interface ObjectsAnswered<T> {
  readonly answers: readonly T[]
  readonly unreadable: readonly Unreadable[]
}

/** The most characters that are read of an answer; no useful one is longer. */
const mostCharacters = 4_000_000
const mostAnswers = 2000
const mostUnreadable = 50
const longestShown = 120
/** How deep objects may nest: a bullet holds no other object, and its wrapper is one level more. */
const deepest = 3

/**
 * The objects in a model's answer, whatever stands around them: prose, fences, an array, an object that holds one, one
 * object for each line. Every whole object is read, even where the tail is cut off. An empty list, as in
 * `{"bullets":[]}`, means that there is nothing to say. Never throws; its time grows with the answer's length.
 *
 * @param read turns an object and its number, from 1, into an answer; undefined for an object that was not asked for
 */
export function objectsAnswered<T>(
  text: string,
  read: (given: GivenObject, number: number) => T | undefined,
): ObjectsAnswered<T> {
  const answers: T[] = []
  const unreadable: Unreadable[] = []
  const said = text.slice(0, mostCharacters)
  const tell = (at: number, end: number, why: Unreadable['why']): void => {
    if (unreadable.length < mostUnreadable)
      unreadable.push({ at, text: said.slice(at, Math.min(end, at + longestShown)), why })
  }
  let empty = false
  for (const { at, end, height, isTaken } of objectsIn(said, (slice) => {
    if (answers.length >= mostAnswers) return false
    const value = objectFrom(slice)
    if (value === undefined) return false
    const answer = read(value, answers.length + 1)
    if (answer !== undefined) answers.push(answer)
    else if (Object.values(value).some((list) => Array.isArray(list) && list.length === 0)) empty = true
    return answer !== undefined
  })) {
    if (isTaken) continue
    if (end === undefined) tell(at, said.length, 'cut off')
    else if (height > deepest || objectFrom(said.slice(at, end)) === undefined) tell(at, end, 'no JSON')
    else if (!empty) tell(at, end, 'not asked for')
  }
  const isNothing = empty || /^[\s\S]{0,40}\[\s*\]/.test(said)
  if (answers.length === 0 && unreadable.length === 0 && !isNothing) tell(0, said.length, 'no JSON')
  return { answers, unreadable }
}

interface FoundObject {
  readonly at: number
  /** The index behind its closing brace; undefined where there is none. */
  readonly end: number | undefined
  /** How many objects nest in it, itself included. */
  readonly height: number
  readonly isTaken: boolean
}

interface OpenObject {
  readonly at: number
  height: number
  isTaken: boolean
}

/**
 * The outermost objects of a text, each with whether it or an object in it was taken. Whole objects are offered from
 * the inside out until one is taken. So a character is offered at most `deepest` times.
 */
function objectsIn(text: string, take: (slice: string) => boolean): FoundObject[] {
  const found: FoundObject[] = []
  const open: OpenObject[] = []
  let isString = false
  for (const { 0: sign, index: at } of text.matchAll(/[{}"\n]|\\[\s\S]/g)) {
    if (sign === '"') isString = open.length > 0 && !isString
    // A JSON string never spans lines: a quotation mark without an end on its line was prose.
    else if (sign === '\n') isString = false
    else if (isString || sign.length > 1) continue
    else if (sign === '{') open.push({ at, height: 1, isTaken: false })
    else {
      const last = open.pop()
      if (last === undefined) continue
      const end = at + 1
      if (!last.isTaken && last.height <= deepest) last.isTaken = take(text.slice(last.at, end))
      const outer = open.at(-1)
      if (outer === undefined) found.push({ ...last, end })
      else {
        outer.height = Math.max(outer.height, last.height + 1)
        outer.isTaken ||= last.isTaken
      }
    }
  }
  // Of the objects without an end only the innermost was cut off; the others are its wrappers.
  const cut = open.at(-1)
  if (cut !== undefined) found.push({ ...cut, end: undefined, isTaken: cut.isTaken && isOnlyEnded(text, cut.at) })
  return found
}

/** Whether no further object begins behind the last whole one, so that only brackets are missing. */
const isOnlyEnded = (text: string, from: number): boolean =>
  !text.slice(Math.max(from, text.lastIndexOf('}'))).includes('"')

export type GivenObject = Readonly<Record<string, unknown>>

function objectFrom(slice: string): GivenObject | undefined {
  for (const form of [slice, slice.replace(/,(\s{0,99}[}\]])/g, '$1')]) {
    try {
      return JSON.parse(form) as GivenObject
    } catch {
      // The next form, or none.
    }
  }
  return undefined
}
