import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { searchPath } from '../git/search-path.js'
import { modelPrograms } from './programs.js'

/** The endings that a program's file may have. */
const endings = ['', '.exe', '.cmd']

/**
 * The name of the first program on the PATH that could be set as a reader; nothing is run.
 *
 * @param top the working tree, in which none is looked for
 */
export function programAtHand(environment: NodeJS.ProcessEnv, top: string): string | undefined {
  const folders = searchPath(environment['PATH'] ?? '', top).split(delimiter)
  return Object.keys(modelPrograms).find((name) =>
    folders.some((folder) => endings.some((ending) => existsSync(join(folder, name + ending)))),
  )
}
