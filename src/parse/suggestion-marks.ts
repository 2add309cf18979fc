import type { Config } from '../model/config.js'
import { isSuggested, isUnkept, joinedIds, type Fact, type FactId } from '../model/fact.js'
import { markKept, mayBeHeld, type OriginMark } from '../model/origin-class.js'
import { parseNote } from './parse-note.js'

/**
 * A note in which some waiting bullets are kept. The `suggested=` of a suggestion becomes `from=`, the class of a
 * bullet of an import or the web becomes `+kept`, and every other byte stays.
 *
 *     - W(suggested=^k3f9a2c1x7) @Boris: Owns a garage in Graz   →   - W(from=^k3f9a2c1x7) @Boris: Owns a garage in Graz
 *     - W(origin=web) @Boris: Owns a garage in Graz              →   - W(origin=web+kept) @Boris: Owns a garage in Graz
 *
 * Undefined where the note would then be read in any other way.
 */
export function withKept(path: string, text: string, ids: ReadonlySet<FactId>, config: Config): string | undefined {
  const { facts, made } = changed(path, text, ids, config, withMarkKept)
  if (made === undefined) return undefined
  const kept = parseNote(path, made, config).facts
  const isDone = kept.every((fact) => !isUnkept(fact) || !ids.has(fact.id))
  return isDone && isSame(facts, kept) ? made : undefined
}

/**
 * A note without some suggestions: where each stood, a comment says which passages are not to be suggested again.
 *
 *     - W(suggested=^k3f9a2c1x7) @Boris: Is busy   →   <!-- not suggested: ^k3f9a2c1x7 -->
 *
 * Undefined where the note would then be read in any other way.
 */
export function withDropped(path: string, text: string, ids: ReadonlySet<FactId>, config: Config): string | undefined {
  const { facts, made } = changed(path, text, ids, config, (lines, { suggested }) => {
    const end = lines.endsWith('\r') ? '\r' : ''
    return `<!-- not suggested: ${joinedIds(suggested)} -->${end}`
  })
  if (made === undefined) return undefined
  const left = facts.filter((fact) => !(isSuggested(fact) && ids.has(fact.id)))
  return isSame(left, parseNote(path, made, config).facts) ? made : undefined
}

const refusal = /<!-- not suggested: (\^[0-9a-z]{10}(?:\+\^[0-9a-z]{10})*) -->/g

/** The passages that a note says are not to be suggested. */
export const refusedIn = (text: string): FactId[] =>
  [...text.matchAll(refusal)].flatMap(([, ids]) => ids!.split('+').map((id) => id.slice(1)))

/** A note with each waiting bullet's lines replaced by what `make` gives; last first, so that line numbers hold. */
function changed(
  path: string,
  text: string,
  ids: ReadonlySet<FactId>,
  config: Config,
  make: (lines: string, fact: Fact) => string | undefined,
): { readonly facts: readonly Fact[]; readonly made: string | undefined } {
  const { facts } = parseNote(path, text, config)
  const lines = text.split('\n')
  for (const fact of facts.filter((each) => isUnkept(each) && ids.has(each.id)).toReversed()) {
    const { first, last } = fact.source
    const now = make(lines.slice(first - 1, last).join('\n'), fact)
    if (now === undefined) return { facts, made: undefined }
    lines.splice(first - 1, last - first + 1, now)
  }
  return { facts, made: lines.join('\n') }
}

const bracket = /^(\s*(?:[-+*]|\d{1,9}[.)])\s+[A-Z])(?:\(([^)]*)\))?/

function withMarkKept(lines: string, { suggested, originMark }: Fact): string | undefined {
  const found = bracket.exec(lines)
  if (!found) return undefined
  const [whole, before, inside = ''] = found
  const stated = suggested.length > 0 ? inside.replace(mark, '$1from') : inside
  return `${before}(${originMark !== null && mayBeHeld(originMark) ? withOriginKept(stated, markKept(originMark)) : stated})${lines.slice(whole.length)}`
}

/** A bracket with the kept class, even where so far only the note or the settings said the class. */
function withOriginKept(inside: string, kept: OriginMark): string {
  if (ownOrigin.test(inside)) return inside.replace(ownOrigin, `$1${kept}`)
  return inside.trim() === '' ? `origin=${kept}` : `${inside}, origin=${kept}`
}

const ownOrigin = /((?:^|,)\s*origin\s*=\s*)[a-z+]+/

const mark = /((?:^|,)\s*)suggested(?=\s*=)/

/** Whether two readings of a note say the same, except for what a kept suggestion says of other facts. */
const isSame = (a: readonly Fact[], b: readonly Fact[]): boolean =>
  JSON.stringify(a.map(readAs)) === JSON.stringify(b.map(readAs))

const readAs = ({ id, kind, text, leading, mentions, confidence, until, trail }: Fact): unknown => [
  id,
  kind,
  text,
  mentions,
  leading,
  confidence,
  until,
  trail,
]
