import type { Config } from '../model/config.js'
import { isImported, isOrigin } from '../model/origin.js'
import { classByPattern, originClassNamed, type OriginClass } from '../model/origin-class.js'

/**
 * The class that a note came by: as its front matter says (`origin: web`), as an import's, by where it stands, else by the
 * settings' patterns of paths. Null where nothing says any.
 */
export function originClassOfNote(
  path: string,
  front: Readonly<Record<string, unknown>>,
  { origin }: Pick<Config, 'origin'>,
): OriginClass | null {
  const written = front['origin']
  const named = typeof written === 'string' ? originClassNamed(written) : undefined
  if (named !== undefined) return named
  if (isOrigin(written) || isImported(path)) return 'import'
  return classByPattern(origin.notes, [path]) ?? null
}

/** Whether a value of front matter is an origin of ours, which says nothing that anybody would ask for. */
export const isOriginSaid = (value: unknown): boolean =>
  isOrigin(value) || (typeof value === 'string' && originClassNamed(value) !== undefined)
