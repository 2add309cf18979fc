import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readRegular, writeWhole } from '../workspace/files.js'
import type { Repository } from '../workspace/git.js'
import type { ShimTarget } from './shim.js'

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
    const path = prefix ? `${prefix}/${pattern}` : pattern!
    return `${/[\s"\\]/.test(path) ? JSON.stringify(path) : path} merge=${how}`
  })

const begin = '# >>> workspace-memory'
const end = '# <<< workspace-memory'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%')

const commandOf = ({ node, hook }: Exclude<ShimTarget, 'tracked'>): string =>
  `${quoted(node)} ${quoted(hook)} merge-page %O %A %B`

const attributesFile = ({ commonDir }: Repository): string => join(commonDir, 'info', 'attributes')

/** Whether this clone merges pages as it should. */
export function mergesPages(repository: Repository, target: Exclude<ShimTarget, 'tracked'>): boolean {
  const path = attributesFile(repository)
  const file = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return repository.config(`${section}.driver`) === commandOf(target) && file === withBlock(file, blockOf(repository))
}

export function installMerging(repository: Repository, target: Exclude<ShimTarget, 'tracked'>): void {
  if (mergesPages(repository, target)) return
  repository.configure(`${section}.name`, 'pages of workspace-memory')
  repository.configure(`${section}.driver`, commandOf(target))
  const path = attributesFile(repository)
  mkdirSync(dirname(path), { recursive: true })
  const file = existsSync(path) ? readFileSync(path, 'utf8') : ''
  writeFileSync(path, withBlock(file, blockOf(repository)))
}

export function uninstallMerging(repository: Repository): void {
  if (repository.config(`${section}.driver`) !== undefined) repository.unconfigure(section)
  const path = attributesFile(repository)
  if (!existsSync(path)) return
  const file = readFileSync(path, 'utf8')
  const rest = withBlock(file, '')
  if (rest === '') rmSync(path)
  else if (rest !== file) writeFileSync(path, rest)
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
  [begin, ...attributesOf(relative(repository.top, repository.root)), end, ''].join('\n')

/** A file with our block in it: replaced where it stands, at the top where there is none, so that other lines win. */
function withBlock(file: string, block: string): string {
  const start = file.startsWith(begin) ? 0 : file.indexOf(`\n${begin}`) + 1
  const close = start === 0 && !file.startsWith(begin) ? -1 : file.indexOf(`\n${end}`, start)
  if (close >= 0) return file.slice(0, start) + block + file.slice(close + end.length + 2)
  return block + file
}
