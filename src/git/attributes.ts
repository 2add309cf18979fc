import { join } from 'node:path'
import { readAtMost } from '../files/files.js'
import type { Repository } from './repository.js'

/** The values of Git's attributes for a file, by attribute; one that is not specified is absent. */
export type GitAttributes = ReadonlyMap<string, string>

/** The largest attributes file that Git reads, in bytes. */
const largestAttributes = 100 * 2 ** 20

const asked = ['filter', 'ident', 'working-tree-encoding'] as const
const named = new RegExp(`\\[attr\\]|(?:^|\\s)(?:${asked.join('|')})(?:=|\\s|$)`, 'm')

/**
 * The attributes that change the bytes of these files on their way into the repository. Git is asked only where some
 * attributes file names one of them. Git's system-wide file and `core.attributesFile` are not looked at.
 */
export function waysOf(
  repository: Repository,
  paths: readonly string[],
  environment: NodeJS.ProcessEnv,
): ReadonlyMap<string, GitAttributes> {
  if (paths.length === 0 || !attributeFiles(repository, paths, environment).some(names)) return new Map()
  return repository.attributes(asked, paths)
}

/** Whether a filter is configured here: one without a program changes nothing. */
export const isFilter = (repository: Repository, name: string): boolean =>
  ['clean', 'process'].some((what) => repository.config(`filter.${name}.${what}`, 'any') !== undefined)

function names(file: string): boolean {
  const bytes = readAtMost('/', file, largestAttributes)
  return Buffer.isBuffer(bytes) && named.test(bytes.toString('latin1'))
}

function attributeFiles(
  { root, top, commonDir, prefix }: Repository,
  paths: readonly string[],
  environment: NodeJS.ProcessEnv,
): string[] {
  const { XDG_CONFIG_HOME: config, HOME: home } = environment
  const folders = new Set([top, ...above(prefix).map((folder) => join(top, folder)), root])
  for (const path of paths) for (const folder of above(path)) folders.add(join(root, folder))
  return [
    join(commonDir, 'info', 'attributes'),
    ...[...folders].map((folder) => join(folder, '.gitattributes')),
    ...(config ? [join(config, 'git', 'attributes')] : home ? [join(home, '.config', 'git', 'attributes')] : []),
  ]
}

/** The folders above a path: `memory/deep/a.md` → `memory`, `memory/deep`. */
const above = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'))
