import type { Config } from '../model/config.js'
import { saidBy, type Fact } from '../model/fact.js'
import { parseNote } from './parse-note.js'
import { isRetainHeading } from './retain-heading.js'

/**
 * A note with more bullets: behind its last fact, else below its last Retain heading, else below a new one at its end.
 * Every other byte stays as it is. Undefined where something there, such as an open fence, would swallow them, or they
 * would change how the note is read.
 *
 *     ## Retain               ## Retain
 *     - W @Ana: Has a cat  →  - W @Ana: Has a cat
 *     ## Notes                - O @Ana: Likes rain
 *                             ## Notes
 *
 * @param bullets lines that begin with `- `; those whose facts stand there already are not written again
 */
export function withRetained(
  path: string,
  text: string,
  bullets: readonly string[],
  config: Config,
): { readonly text: string; readonly facts: readonly Fact[] } | undefined {
  const standing = statedIn(path, text, config)
  const asked = statedIn(path, `## Retain\n${bullets.join('\n')}\n`, config)
  if (asked.length !== bullets.length) return undefined
  const first = new Map(asked.toReversed().map((fact) => [fact.id, fact]))
  for (const { id } of standing) first.delete(id)
  const isNew = (fact: Fact): boolean => first.get(fact.id) === fact
  const fresh = bullets.filter((_, at) => isNew(asked[at]!))
  const there = (facts: readonly Fact[]): Fact[] => {
    const byId = new Map(facts.toReversed().map((fact) => [fact.id, fact]))
    return asked.map(({ id }) => byId.get(id)!)
  }
  if (fresh.length === 0) return { text, facts: there(standing) }
  for (const made of [behindLast(text, standing, fresh), belowHeading(text, fresh, config), atEnd(text, fresh)]) {
    if (made === undefined) continue
    const facts = statedIn(path, made, config)
    if (isSame(facts, [...standing, ...asked.filter(isNew)])) return { text: made, facts: there(facts) }
  }
  return undefined
}

const statedIn = (path: string, text: string, config: Config): Fact[] =>
  parseNote(path, text, config).facts.filter(({ kind }) => kind !== 'passage')

const isSame = (a: readonly Fact[], b: readonly Fact[]): boolean => {
  const ids = (facts: readonly Fact[]): string => JSON.stringify(facts.map(saidBy).toSorted())
  return ids(a) === ids(b)
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

function behindLast(text: string, standing: readonly Fact[], bullets: readonly string[]): string | undefined {
  if (standing.length === 0) return undefined
  const last = standing.reduce((a, b) => (b.source.last > a.source.last ? b : a)).source
  const lines = text.split('\n')
  const [, marker = '-'] = /^(\s*[-*+])\s/.exec(lines[last.first - 1] ?? '') ?? []
  return inserted(
    text,
    last.last,
    bullets.map((bullet) => bullet.replace('-', marker)),
  )
}

const headingForm = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?$/

function belowHeading(text: string, bullets: readonly string[], config: Config): string | undefined {
  const isRetain = isRetainHeading(config)
  const at = text.split('\n').findLastIndex((line) => isRetain(headingForm.exec(line)?.[1] ?? ''))
  return at < 0 ? undefined : inserted(text, at + 1, bullets)
}

function atEnd(text: string, bullets: readonly string[]): string {
  const eol = eolOf(text)
  const lead = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  return `${text}${lead}${['## Retain', ...bullets, ''].join(eol)}`
}

function inserted(text: string, after: number, more: readonly string[]): string {
  const lines = text.split('\n')
  const eol = eolOf(text)
  const before = lines.slice(0, after).join('\n')
  const rest = lines.slice(after).join('\n')
  const isLast = after >= lines.length
  return `${before}${isLast ? eol : '\n'}${more.join(eol)}${isLast ? '' : `${eol}${rest}`}`
}
