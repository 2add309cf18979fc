import { factId, type FactId } from '../model/fact.js'
import { factsNamed } from '../model/forgotten.js'
import { kinds, retainKinds } from '../model/kind.js'
import { dayOfPath, forgottenPath, type Note, type Problem } from '../model/note.js'
import type { Day } from '../model/time.js'
import { parseBullet } from './parse-bullet.js'
import { withLinksAsMentions } from './wikilinks.js'

/** One or more lines that say what was forgotten; 1-based, both included. */
interface Back {
  readonly id: FactId
  readonly first: number
  readonly last: number
}

/** A note without what was forgotten. Each line that came back is reported by its id alone. */
export function withoutForgotten(note: Note, text: string, forgotten: ReadonlySet<FactId>): Note {
  if (forgotten.size === 0) return note
  const facts = note.facts.flatMap(({ id, source }) => (forgotten.has(id) ? [{ id, ...source }] : []))
  const about = note.assertions.flatMap(({ line, assertion }) => {
    const id = factsNamed(assertion).find((named) => forgotten.has(named))
    return id === undefined ? [] : [{ id, first: line, last: line }]
  })
  const begins = new Set(facts.map(({ first }) => first))
  const others = cameBack(note.path, text, forgotten).filter(({ first }) => !begins.has(first))
  const back: readonly Back[] = [...facts, ...about, ...others]
  if (back.length === 0) return note
  const lines = new Set(back.flatMap(linesOf))
  const says = (place: Omit<Back, 'id'>): boolean => linesOf(place).some((line) => lines.has(line))
  return {
    ...note,
    facts: note.facts.filter(({ source }) => !says(source)),
    assertions: note.assertions.filter(({ assertion }) => !factsNamed(assertion).some((id) => forgotten.has(id))),
    problems: [
      // Problems of these lines go too: their messages quote what was found.
      ...note.problems.filter(({ line }) => !says({ first: line, last: line })),
      ...back.map(({ id, first }): Problem => ({
        path: note.path,
        line: first,
        message: `not indexed: ^${id} was forgotten (${forgottenPath}), and the line is back`,
        hint: `memory forget ^${id} takes it out again`,
        kind: 'forgotten',
      })),
    ],
  }
}

const linesOf = ({ first, last }: Omit<Back, 'id'>): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** How many lines of one bullet are looked at. */
const mostLines = 8

const marker = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+/

/** `W @Peter: …`, `O(c=0.8) …` */
const opening = new RegExp(`^[${retainKinds.map((kind) => kinds[kind].letter).join('')}](?=[\\s(])`)

/** A remark on a fact, as `renderRemark` writes it. */
const remark = /^Remark on \^([0-9a-z]{10}):/

/**
 * Lines that say what was forgotten although the note has no fact of that id. A union merge may put a bullet under
 * another heading, where it is a passage, or put a line right below it, which then continues it. In a page, these are a
 * person's remarks on the fact.
 */
export function cameBack(path: string, text: string, forgotten: ReadonlySet<FactId>): Back[] {
  const lines = text.split(/\r\n|\n|\r/)
  if (path.startsWith('bank/'))
    return lines.flatMap((line, at) => {
      const id = remark.exec(line)?.[1]
      return id !== undefined && forgotten.has(id) ? [{ id, first: at + 1, last: at + 1 }] : []
    })
  const day = dayOfPath(path)
  return lines.flatMap((line, at) => {
    let said = line.replace(marker, '').trim()
    if (!opening.test(said)) return []
    for (let last = at; last < at + mostLines; last++) {
      const id = idsOf(said, day).find((each) => forgotten.has(each))
      if (id !== undefined) return [{ id, first: at + 1, last: last + 1 }]
      const next = lines[last + 1]
      if (next === undefined || next.trim() === '' || marker.test(next) || opening.test(next)) return []
      said += ` ${next.trim()}`
    }
    return []
  })
}

/** The ids that a line may have: with its wikilinks as written, and as mentions, which the settings may ask for. */
function idsOf(said: string, day: Day | null): FactId[] {
  return [...new Set([said, withLinksAsMentions(said)])].flatMap((each) => {
    const read = parseBullet(each)
    return read.what === 'fact' ? [factId(read.bullet, day)] : []
  })
}
