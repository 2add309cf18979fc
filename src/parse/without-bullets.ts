import type { Config } from '../model/config.js'
import { saidBy, type Fact, type FactId } from '../model/fact.js'
import { parseNote } from './parse-note.js'

/**
 * A note without the bullets of some facts, their continuation lines included; every other byte stays as it is.
 *
 *     - W @Ana: Sings          - W @Ana: Sings
 *     - W @Ana: Owns        →  - W @Bo: Rows
 *       a boat
 *     - W @Bo: Rows
 *
 * Undefined where what is left would be read otherwise than it was.
 */
export function withoutBullets(
  path: string,
  text: string,
  ids: ReadonlySet<FactId>,
  config: Config,
): { readonly text: string; readonly taken: readonly Fact[] } | undefined {
  const { facts } = parseNote(path, text, config)
  const taken = facts.filter((fact) => ids.has(fact.id) && fact.kind !== 'passage')
  const lines = text.split('\n')
  for (const { source } of taken.toReversed()) lines.splice(source.first - 1, source.last - source.first + 1)
  // The line that is last now has no line end, as the last line before had none.
  const isCut = taken.at(-1)?.source.last === text.split('\n').length
  const left = isCut ? lines.join('\n').replace(/\r$/, '') : lines.join('\n')
  const readAs = (all: readonly Fact[]): string => JSON.stringify(all.map(saidBy))
  const rest = facts.filter((fact) => !taken.includes(fact))
  return readAs(rest) === readAs(parseNote(path, left, config).facts) ? { text: left, taken } : undefined
}
