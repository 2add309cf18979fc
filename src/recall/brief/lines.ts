import { kinds, type Kind } from '../../model/kind.js'
import { shown } from '../../text/safe-text.js'
import type { Result } from '../answer/result.js'
import type { BeliefChange } from '../belief-changes.js'
import type { Line } from './fit.js'

/** A part of a file at the workspace's root that an agent is to know: a section of MEMORY.md, or all of another. */
export type CoreBlock =
  | {
      readonly path: string
      /** 1-based, both included. */
      readonly first: number
      readonly last: number
      readonly text: string
    }
  | {
      readonly path: string
      /** Why nothing of it is told. */
      readonly unread: string
    }

interface Cited {
  readonly id: string
  readonly source: string
}

/** `(memory/2025-11-27.md#L4 ^osynd3u4p0)`; a citation of a page has the id already. */
const cited = ({ id, source }: Cited): string => `(${shown(source.endsWith(` ^${id}`) ? source : `${source} ^${id}`)})`

const named = (entities: readonly string[]): string => (entities.length > 0 ? ` — ${shown(entities.join(', '))}` : '')

const letterOf = (kind: Kind): string => kinds[kind].letter

/** `- O 0.95 Prefers tea. — Peter [until 2025-12-01] (memory/2025-11-27.md#L4 ^osynd3u4p0)` */
export function factLine(fact: Result): Line {
  const sure = fact.confidence === undefined ? '' : ` ${fact.confidence.toFixed(2)}`
  const until = fact.until ? ` [until ${fact.until}]` : ''
  return {
    text: `- ${letterOf(fact.kind)}${sure} ${shown(fact.content)}${named(fact.entities)}${until} ${cited(fact)}`,
  }
}

/** `- moved 0.80 → 0.64 Prefers short replies. — Mara (memory/2025-12-08.md#L3 ^osynd3u4p0)`: where the last step stands, and the belief. */
export function changeLine({ id, change, before, after, content, entities, until, steps }: BeliefChange): Line {
  const path = `${before === null ? '' : `${before.toFixed(2)} → `}${after.toFixed(2)}`
  const ended = until ? ` [until ${until}]` : ''
  const source = steps.at(-1)!.source
  return { text: `- ${change} ${path} ${shown(content)}${named(entities)}${ended} ${cited({ id, source })}` }
}

/**
 *     MEMORY.md#L3-L9, 812/5000 characters:
 *     > ## Peter
 *     > Lives in Graz.
 *
 * @param limit characters that are told of it
 */
export function blockLines(block: CoreBlock, limit: number): Line[] {
  if ('unread' in block) return [{ text: `${block.path}: not read, ${block.unread}` }]
  const { path, first, last, text } = block
  const place = shown(`${path}#L${first}${last > first ? `-L${last}` : ''}`)
  const characters = [...text]
  const over = characters.length - limit
  const under = `${place}, ${characters.length}/${limit} characters:`
  const quoted = characters
    .slice(0, limit)
    .join('')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  return [
    // Above what is left of it, which a budget may cut again.
    ...(over > 0 ? [{ text: `(its last ${over} characters are cut)`, under }] : []),
    ...quoted.map((line) => ({ text: `> ${shown(line)}`, under })),
  ]
}
