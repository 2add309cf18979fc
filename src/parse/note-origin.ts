import type { ReadingConfig } from '../model/config.js'
import { isImported, isOrigin } from '../model/origin.js'
import { classByPattern, originClassNamed, type OriginClass } from '../model/origin-class.js'

/**
 * A note's origin class. Its front matter names it (`origin: web`), a note of an import is an `import`, and for any
 * other the settings have patterns of paths. Null where nothing names one.
 */
export function originClassOfNote(
  path: string,
  front: Readonly<Record<string, unknown>>,
  { origin }: Pick<ReadingConfig, 'origin'>,
): OriginClass | null {
  const written = front['origin']
  const named = typeof written === 'string' ? originClassNamed(written) : undefined
  if (named !== undefined) return named
  if (isOrigin(written) || isImported(path)) return 'import'
  return classByPattern(origin.notes, [path]) ?? null
}

/** Whether a value of front matter is an origin, and so no text to search. */
export const isOriginSaid = (value: unknown): boolean =>
  isOrigin(value) || (typeof value === 'string' && originClassNamed(value) !== undefined)
