import type { Annotations } from '../model/annotations.js'
import { isDay } from '../model/time.js'
import { stretches } from '../text/code-span.js'

type AnnotationReaders = { readonly [Key in keyof Required<Annotations>]: (value: string) => Annotations[Key] }

const listOf =
  (separator: RegExp) =>
  (value: string): string[] | undefined => {
    const said = value
      .split(separator)
      .map((each) => each.trim())
      .filter((each) => each !== '')
    return said.length > 0 ? said : undefined
  }

/** Every key that OpenClaw 2026.9.6 writes (https://docs.openclaw.ai/concepts/memory-architecture, …/user-model). */
const keys: AnnotationReaders = {
  trigger: listOf(/[,;]/),
  importance: (value) => (/^(?:[1-9]|10)$/.test(value) ? Number(value) : undefined),
  project: listOf(/;/),
  observed: (value) => (isDay(value) ? value : undefined),
  status: (value) => (value === 'active' || value === 'superseded' ? value : undefined),
}

/**
 * What the comments of a text say; undefined where they say nothing that is read. Of a key that comes twice, the first
 * holds.
 *
 *     - Keep the gateway on loopback. <!-- trigger: gateway setup, network safety --> <!-- importance: 9 -->
 *     <!-- observed: 2026-07-27 | status: active -->
 */
export function annotationsIn(markdown: string): Annotations | undefined {
  if (!markdown.includes('<!--')) return undefined
  const comments = stretches(markdown, 'with comments').filter(({ kind }) => kind === 'comment')
  const found: Record<string, unknown> = {}
  for (const part of comments.flatMap(({ text }) => text.slice(4, -3).split('|'))) {
    const colon = part.indexOf(':')
    const key = part.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (!Object.hasOwn(keys, key) || Object.hasOwn(found, key)) continue
    const value = keys[key as keyof AnnotationReaders](part.slice(colon + 1).trim())
    if (value !== undefined) found[key] = value
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** Whether a note may hold lines that speak of the entry below them. */
export const mayAnnotateBelow = (text: string): boolean => /<!--[ \t]*(?:observed|status)[ \t]*:/i.test(text)

/**
 * What the line above an entry, past blank ones, says of it. The line counts where it is a comment alone and has a day
 * or a status: a comment about the entry in front of it has neither.
 *
 * @param first the entry's first line, from 1
 */
export function annotationsAbove(lines: readonly string[], first: number): Annotations | undefined {
  let at = first - 2
  while (at >= 0 && lines[at]!.trim() === '') at--
  const line = lines[at]?.trim() ?? ''
  if (!line.startsWith('<!--') || stretches(line, 'with comments').some(isSaid)) return undefined
  const annotations = annotationsIn(line)
  return annotations?.observed !== undefined || annotations?.status !== undefined ? annotations : undefined
}

const isSaid = ({ kind, text }: ReturnType<typeof stretches>[number]): boolean =>
  kind !== 'comment' && text.trim() !== ''
