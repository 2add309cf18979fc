import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../memory/error.js'
import { quoted } from '../memory/safe-text.js'
import { readRegular, writeWhole } from '../workspace/files.js'
import type { Repository } from '../workspace/git.js'
import { findBlock } from './marked-block.js'
import type { LocalTarget } from './shim.js'
import { writeWhole as writeFile } from './whole-file.js'

/**
 * How Git merges a workspace's files in this clone: logs by union, since people
 * only add to them, and pages by a driver of ours. Both are the clone's own
 * settings, as the driver has to be; `.gitattributes` can say the same for
 * clones without us.
 */
const driver = 'memory-bank'
const section = `merge.${driver}`

const attributesOf = (prefix: string): string[] =>
  [
    ['memory/**/*.md', 'union'],
    ['bank/**', driver],
  ].map(([pattern, how]) => {
    const path = prefix ? `${prefix.replaceAll(/[\\*?[\]!#]/g, '\\$&')}/${pattern}` : pattern!
    return `${/[\s"\\]/.test(path) ? JSON.stringify(path) : path} merge=${how}`
  })

const begin = '# >>> workspace-memory'
const end = '# <<< workspace-memory'

/**
 * Where we or Node are gone, Git's own merge leaves its markers: ours alone
 * would look like a merge. Git reads `%` itself.
 */
function commandOf({ node: nodePath, hook: hookPath }: LocalTarget): string {
  const [node, hook] = [nodePath, hookPath].map((path) => quoted(path).replaceAll('%', '%%'))
  return `if [ -x ${node} ] && [ -f ${hook} ]; then ${node} ${hook} merge-page %O %A %B %L %S %X %Y; else git merge-file --marker-size=%L %A %O %B; fi`
}

const attributesFile = ({ commonDir }: Repository): string => join(commonDir, 'info', 'attributes')

/** @throws MemoryError unsafe-path where it is a link */
function readAttributes(repository: Repository): string {
  const path = attributesFile(repository)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return ''
  if (!found.isFile()) throw new MemoryError('unsafe-path', `${path} is a link: nothing is written through it`)
  return readFileSync(path, 'latin1')
}

/** Whether this clone merges pages as it should. */
export function mergesPages(repository: Repository, target: LocalTarget): boolean {
  const file = readAttributes(repository)
  return repository.config(`${section}.driver`) === commandOf(target) && file === withBlock(file, blockOf(repository))
}

export function installMerging(repository: Repository, target: LocalTarget): void {
  if (mergesPages(repository, target)) return
  // The command first: Git refuses to merge by a driver that has a name alone.
  repository.configure(`${section}.driver`, commandOf(target))
  repository.configure(`${section}.name`, 'pages of workspace-memory')
  const path = attributesFile(repository)
  const file = readAttributes(repository)
  writeAttributes(path, withBlock(file, blockOf(repository)))
}

export function uninstallMerging(repository: Repository): void {
  if (repository.config(`${section}.driver`) !== undefined) repository.unconfigure(section)
  // Git 2.39 ends with status 0 where a full disk kept it from doing so.
  if (repository.config(`${section}.driver`) !== undefined)
    throw new MemoryError('git-failed', `${section} cannot be taken out of Git's settings`)
  const path = attributesFile(repository)
  if (!existsSync(path)) return
  const file = readAttributes(repository)
  const rest = withBlock(file, '')
  if (rest === '' && file !== '') rmSync(path)
  else if (rest !== file) writeAttributes(path, rest)
}

const writeAttributes = (path: string, content: string): void => {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0o644
  writeFile(path, content, mode & 0o777)
}

/**
 * Say the same in the workspace's own `.gitattributes`, for clones that do not have us: their logs merge by union too.
 *
 * @returns whether anything was written
 */
export function trackMerging(root: string): boolean {
  const file = readRegular(root, '.gitattributes')?.toString('utf8') ?? ''
  const missing = attributesOf('').filter((line) => !file.split(/\r?\n/).includes(line))
  if (missing.length === 0) return false
  const before = file === '' || file.endsWith('\n') ? file : `${file}\n`
  return writeWhole(root, '.gitattributes', `${before}${missing.join('\n')}\n`)
}

const blockOf = (repository: Repository): string =>
  Buffer.from([begin, ...attributesOf(repository.prefix), end, ''].join('\n'), 'utf8').toString('latin1')

/** A file with our block in it: replaced where it stands, at the top where there is none, so that other lines win. */
function withBlock(file: string, block: string): string {
  const { before, after } = findBlock(file, begin, end) ?? { before: '', after: file }
  return before + block + after
}
