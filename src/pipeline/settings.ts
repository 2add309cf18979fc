import { readingConfig, type Config } from '../model/config.js'
import { MemoryError } from '../model/error.js'
import type { FactId } from '../model/fact.js'
import { forgottenIn } from '../model/forgotten.js'
import { forgottenPath, roleOf, type TreeFile } from '../model/note.js'
import type { Repository } from '../git/repository.js'

/** A tree's settings: how to read its notes and how to lay out pages. The index keeps them beside the rows. */
export interface Settings {
  /** The text of `.memory/config.json`; null where there is none. */
  readonly config: string | null
  /** OIDs of the files in `.memory/templates/`, by file name. */
  readonly templates: Readonly<Record<string, string>>
  /** Ids of forgotten facts; left out where there are none. */
  readonly forgotten?: readonly FactId[]
}

const templateFolder = '.memory/templates/'

export function settingsIn(repository: Repository, files: readonly TreeFile[]): Settings {
  const settings = files.filter(({ path }) => roleOf(path) === 'settings')
  const config = settings.find(({ path }) => path === '.memory/config.json')
  const templates = settings.filter(({ path }) => path.startsWith(templateFolder))
  const tombstones = settings.find(({ path }) => path === forgottenPath)
  const textOf = ({ oid }: TreeFile): string | null => repository.blobs([oid]).get(oid)?.toString('utf8') ?? null
  const forgotten = tombstones ? forgottenIn(textOf(tombstones) ?? '') : []
  return {
    config: config ? textOf(config) : null,
    templates: Object.fromEntries(templates.map(({ path, oid }) => [path.slice(templateFolder.length), oid])),
    ...(forgotten.length > 0 ? { forgotten } : {}),
  }
}

export interface ReadsConfig {
  readonly packageVersion: string
  readonly readConfig: (source: string | undefined, version: string) => { config: Config; warnings: readonly string[] }
}

export function configOf(
  { readConfig, packageVersion }: ReadsConfig,
  settings: string,
): { config: Config; warnings: readonly string[] } {
  return readConfig((JSON.parse(settings) as Settings).config ?? undefined, packageVersion)
}

/** Whether notes are read alike under both settings, but for what is forgotten. */
export function areReadAlike(context: ReadsConfig, before: string, now: string): boolean {
  const [was, is] = [before, now].map((settings) => {
    try {
      return JSON.stringify(readingConfig(configOf(context, settings).config))
    } catch (cause) {
      if (cause instanceof MemoryError && cause.code === 'bad-config') return undefined
      throw cause
    }
  })
  return is !== undefined && was === is
}

/** Whether pages are laid out alike under both settings. */
export const areLaidOutAlike = (before: string, now: string): boolean => laidOut(before) === laidOut(now)

const laidOut = (settings: string): string => {
  const { config, templates } = JSON.parse(settings) as Settings
  return JSON.stringify({ config, templates })
}

/** The texts of the workspace's own page layouts, by file name. */
export function templatesOf(repository: Repository, settings: string): Map<string, string> {
  const entries = Object.entries((JSON.parse(settings) as Settings).templates)
  const blobs = repository.blobs(entries.map(([, oid]) => oid))
  return new Map(
    entries.flatMap(([name, oid]) => (blobs.has(oid) ? [[name, blobs.get(oid)!.toString('utf8')] as const] : [])),
  )
}
