import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { inQuotes } from '../text/safe-text.js'
import { changeText } from '../files/replace-file.js'
import type { Repository } from '../git/repository.js'
import { attributePath, mergings, type MergeSetting } from '../git/merge-drivers.js'
import { placesOf, type CarriedPlace, type LocalTarget } from './carried.js'
import { findBlock } from '../text/marked-block.js'
import { noneCarried, withoutCarried } from './shim.js'
import { writeWhole as writeFile } from './whole-file.js'

const attributeOf = (prefix: string, { pattern }: MergeSetting, how: string): string =>
  `${attributePath(prefix, pattern)} merge=${how}`

const begin = '# >>> workspace-memory'
const end = '# <<< workspace-memory'

/**
 * The command of a merge driver. Where our program or Node is gone, or a commit has files in its place, Git's own merge
 * runs and leaves its markers: keeping only our side would pass for a merge. `%` is doubled, since Git replaces it. Git
 * finds `git` in a folder of its own first.
 */
function commandOf(
  { call, otherwise }: MergeSetting,
  { node: nodePath, hook: hookPath }: LocalTarget,
  places: readonly CarriedPlace[],
): string {
  const [node, hook] = [nodePath, hookPath].map((path) => inQuotes(path).replaceAll('%', '%%'))
  const [asking, asked] =
    places.length === 0
      ? ['', '']
      : [`top=$(pwd -P)\n${withoutCarried}\n`, ` && ${noneCarried(places)}`].map((text) => text.replaceAll('%', '%%'))
  return `${asking}if [ -x ${node} ] && [ -f ${hook} ]${asked}; then ${node} ${hook} ${call}; else ${otherwise}; fi`
}

const attributesFile = ({ commonDir }: Repository): string => join(commonDir, 'info', 'attributes')

/** @throws MemoryError unsafe-path where the file is a link */
function readAttributes(repository: Repository): string {
  const path = attributesFile(repository)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return ''
  if (!found.isFile()) throw new MemoryError('unsafe-path', `${path} is a link: nothing is written through it`)
  return readFileSync(path, 'latin1')
}

/** Whether this clone is set to merge pages and logs by our drivers. */
export const mergesPages = (repository: Repository, target: LocalTarget): boolean =>
  isMerging(repository, target, placesOf(repository, target))

function isMerging(repository: Repository, target: LocalTarget, places: readonly CarriedPlace[]): boolean {
  const file = readAttributes(repository)
  const config = repository.configNow()
  return (
    mergings.every((one) => config(`merge.${one.driver}.driver`) === commandOf(one, target, places)) &&
    file === withRules(file, rulesWith(file, repository))
  )
}

/** Set how Git merges this workspace's files. The rules of other workspaces in the repository stay. */
export function installMerging(repository: Repository, target: LocalTarget): void {
  const places = placesOf(repository, target)
  if (isMerging(repository, target, places)) return
  // The command first: Git refuses to merge by a driver that has only a name.
  for (const one of mergings) {
    repository.configure(`merge.${one.driver}.driver`, commandOf(one, target, places))
    repository.configure(`merge.${one.driver}.name`, one.title)
  }
  const file = readAttributes(repository)
  writeAttributes(attributesFile(repository), withRules(file, rulesWith(file, repository)), file)
}

/** Remove the rules of some workspaces, and the drivers if no workspace is left. */
export function uninstallMerging(repository: Repository, prefixes: readonly string[]): void {
  const path = attributesFile(repository)
  const file = existsSync(path) ? readAttributes(repository) : ''
  const ours = new Set(prefixes.flatMap(rulesOf).map(patternOf))
  const others = rulesIn(file).filter((rule) => !ours.has(patternOf(rule)))
  if (others.length === 0) for (const { driver } of mergings) removeDriver(repository, `merge.${driver}`)
  const rest = withRules(file, others)
  if (rest === '' && file !== '') rmSync(path)
  else if (rest !== file) writeAttributes(path, rest, file)
}

function removeDriver(repository: Repository, section: string): void {
  if (repository.config(`${section}.driver`) !== undefined) repository.unconfigure(section)
  // Git 2.39 exits with 0 even where a full disk stopped it.
  if (repository.config(`${section}.driver`) !== undefined)
    throw new MemoryError('git-failed', `${section} cannot be taken out of Git's settings`)
}

const writeAttributes = (path: string, content: string, was: string): void => {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode
  writeFile(path, content, (mode ?? 0o644) & 0o777, mode === undefined ? undefined : was)
}

/**
 * Write the rules to the workspace's own `.gitattributes` too, so that clones without us merge logs by union.
 *
 * @returns whether anything was written
 */
export const trackMerging = (root: string): boolean =>
  changeText(root, '.gitattributes', (file) => {
    const lines = mergings.map((one) => attributeOf('', one, one.tracked))
    const missing = lines.filter((line) => !file.split(/\r?\n/).includes(line))
    const before = file === '' || file.endsWith('\n') || missing.length === 0 ? file : `${file}\n`
    return `${before}${missing.map((line) => `${line}\n`).join('')}`
  })

const rulesOf = (prefix: string): string[] =>
  mergings.map((one) => Buffer.from(attributeOf(prefix, one, one.driver), 'utf8').toString('latin1'))

/** The pattern of a rule, without the driver: an earlier version may have named another for it. */
const patternOf = (rule: string): string => rule.slice(0, rule.lastIndexOf(' '))

/** The rules in our block: two for each workspace of the repository. */
const rulesIn = (file: string): string[] =>
  findBlock(file, begin, end)
    ?.part.split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')) ?? []

const rulesWith = (file: string, { prefix }: Repository): string[] => {
  const ours = rulesOf(prefix)
  const rules = rulesIn(file).map((rule) => ours.find((own) => patternOf(own) === patternOf(rule)) ?? rule)
  return [...new Set([...rules, ...ours])]
}

/** A file with our block in it, where it was; a new one goes to the top, so that other lines win over it. */
function withRules(file: string, rules: readonly string[]): string {
  const { before, after } = findBlock(file, begin, end) ?? { before: '', after: file }
  return before + (rules.length === 0 ? '' : [begin, ...rules, end, ''].join('\n')) + after
}
