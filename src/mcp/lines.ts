import type { BeliefChange, CoreBlock, Result, Retained, Writer } from '../index.js'
import { kinds } from '../model/kind.js'
import { writtenBy } from '../model/writer.js'
import { saying } from './quoted.js'

/** What a tool answers: for a program, and line by line for a reader. */
export interface Told {
  readonly value: object
  readonly lines: readonly string[]
}

/** `"Persona" 52/5000 characters MEMORY.md#L3-L5` */
export const blockOf = ({ block, used, limit, readOnly, source }: CoreBlock): string =>
  `${saying(block)} ${used}/${limit} characters${used > limit ? ', too long: a brief leaves out its end' : ''}${readOnly ? ', read only' : ''} ${safePath(source)}`

/** `  5→"Dry and brief."` */
export const numbered = ({ text: said, first }: CoreBlock): string[] =>
  said.split('\n').map((each, at) => `  ${first + at}→${saying(each)}`)

/**
 *     moved 0.95 → 0.76 "Prefers concise replies" about "Peter" ^osynd3u4p0
 *       2025-12-03 contradicts 0.76 memory/2025-12-03.md#L2 written by "claude-code for Ada"
 */
export const changedLines = ({ change, before, after, content, entities, id, steps }: BeliefChange): string[] => {
  const path = `${before === null ? '' : `${before.toFixed(2)} → `}${after.toFixed(2)}`
  const about = entities.length > 0 ? ` about ${entities.map(saying).join(', ')}` : ''
  return [`${change} ${path} ${saying(content)}${about} ^${id}`, ...steps.map(stepLine)]
}

export const stepLine = ({ timestamp, effect, confidence, source, writer }: BeliefChange['steps'][number]): string =>
  `  ${timestamp} ${effect} ${confidence.toFixed(2)} ${safePath(source)}${writerOf(writer)}`

export const retainedLines = ({ source, twin, bullet: line, id, packet, near }: Retained): string[] => {
  const beliefs = packet?.beliefs.filter((belief) => near.includes(belief.id)) ?? []
  const left = (packet?.beliefs.length ?? 0) - beliefs.length
  const more = beliefs.length > 0 ? 'more' : left === 1 ? 'belief' : 'beliefs'
  return [
    source === null
      ? `not written, it stands: ${saying(twin!.content)} ${safePath(twin!.source)} ^${twin!.id}`
      : `written: ${saying(line)} ${safePath(source)} ^${id}`,
    ...beliefs.map((belief) => `  may bear on ${lineOf(belief)}`),
    ...(left > 0 ? [`  may bear on ${left} ${more}, which judge lists`] : []),
  ]
}

export const noted = (notice: string): string => `note: ${saying(notice)}`

type Line = Pick<Result, 'kind' | 'content' | 'entities' | 'source' | 'id'> & Partial<Result>

/** `O 0.95 "Prefers tea" about "Peter" memory/2025-11-27.md#L4 ^k3f9a2c1x7 (until 2025-12-01)` */
export function lineOf({
  kind,
  confidence,
  content,
  entities,
  source,
  id,
  until,
  retired,
  uncommitted,
  origin,
  otherwise,
  under,
  labels,
}: Line): string {
  const sure = confidence === undefined ? '' : ` ${confidence.toFixed(2)}`
  const about = entities.length > 0 ? ` about ${entities.map(saying).join(', ')}` : ''
  const marks = [
    under ? `under ${saying(under)}` : '',
    until ? `until ${until}` : '',
    retired ? 'retired' : '',
    labels?.status === 'superseded' ? labels.status : '',
    uncommitted ? 'uncommitted' : '',
    origin === 'suggested' ? origin : '',
    otherwise ? `^${otherwise.id} says otherwise on ${otherwise.timestamp}` : '',
  ].filter((mark) => mark !== '')
  const marked = marks.length > 0 ? ` (${marks.join(', ')})` : ''
  return `${kinds[kind].letter}${sure} ${saying(content)}${about} ${safePath(source)} ^${id}${marked}`
}

/** ` written by "claude-code for Ada"` */
export const writerOf = (writer: Writer | undefined): string =>
  writer ? ` written by ${saying(writtenBy(writer))}` : ''

/** A path is a name that somebody chose. */
export const safePath = (source: string): string => (/^[\w./#^ -]+$/.test(source) ? source : saying(source))
