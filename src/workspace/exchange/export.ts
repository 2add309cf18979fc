import { MemoryError } from '../../model/error.js'
import { dayIn } from '../../model/time.js'
import { packageVersion } from '../../model/version.js'
import { exportedConcepts } from '../../pages/exported-concepts.js'
import { okfFiles, okfVersion } from '../../render/okf.js'
import type { Change } from '../../files/replace-file.js'
import type { Store } from '../../store/store.js'
import { compare } from '../../text/compare.js'
import {
  digestOf,
  exportTarget,
  makeFolder,
  manifestName,
  manifestText,
  removeEmpty,
  filesStanding,
  type ExportManifest,
} from './export-folder.js'
import type { Session } from '../session/session.js'
import { workingFiles } from '../landing/working-files.js'
import { refusal } from '../landing/pages-context.js'

export const exportFormats = ['okf'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface ExportOptions {
  /** The folder to write into: empty, not there yet, or with an earlier export in it. */
  readonly folder: string
  /** `okf`, also where it is left out. */
  readonly format?: string | undefined
  readonly dryRun?: boolean | undefined
}

/**
 * What becomes of a file. `new`, `changed`: it is written. `same`: it stands there already. `removed`: an earlier
 * export wrote it, and it goes. `edited`: an earlier export wrote it and somebody changed it since. `foreign`:
 * something that no export wrote stands in its place. The last two are left alone.
 */
export type ExportState = 'new' | 'changed' | 'same' | 'removed' | 'edited' | 'foreign'

export interface ExportReport {
  readonly format: ExportFormat
  /** The version of the format. */
  readonly version: string
  readonly commit: string
  /** The folder's path, without links. */
  readonly folder: string
  /** Sorted by their paths below the folder. */
  readonly files: readonly { readonly path: string; readonly state: ExportState }[]
  /** How many documents there are, without the listings of folders. */
  readonly concepts: number
  /** Credentials that were taken out, by their kind. */
  readonly masked: Readonly<Record<string, number>>
  /** What HEAD holds and the export does not: passages of notes, and suggestions that nobody kept. */
  readonly leftOut: { readonly passages: number; readonly suggestions: number }
  readonly written: boolean
}

/**
 * Write what HEAD's pages tell into a folder, in the Open Knowledge Format: the same bytes for the same commit, on every
 * machine. Nothing outside the folder is written or removed, and in it nothing that somebody changed.
 *
 * @throws MemoryError bad-argument | bad-config | unsafe-path | file-failed
 */
export async function exportTo(
  session: Session,
  store: Store,
  commit: string | null,
  { folder: given, format: asked = 'okf', dryRun = false }: ExportOptions,
): Promise<ExportReport> {
  const format = exportFormats.find((name) => name === asked)
  if (format === undefined)
    throw new MemoryError('bad-argument', `an export is in the format ${exportFormats.join(' or ')}, got ${asked}`)
  if (given === '') throw new MemoryError('bad-argument', 'name the folder to export into: memory export FOLDER')
  if (commit === null) throw new MemoryError('bad-argument', 'there is no commit yet that could be exported')
  const refused = refusal(session, store)
  if (refused !== null) throw new MemoryError('bad-config', refused)
  const { folder, earlier = new Map<string, readonly string[]>() } = exportTarget(
    given,
    session.root,
    session.options.cwd ?? process.cwd(),
  )

  const by = `workspace-memory/${packageVersion}`
  const moment = momentOf(session, commit)
  const at = moment.toISOString().replace(/\.\d+Z$/, 'Z')
  const { maskerOf } = await import('../secrets/mask.js')
  const masker = maskerOf()
  // A name or a statement stands in several documents; its credentials count once.
  const known = new Map<string, string>()
  const masked = (text: string): string => {
    const before = known.get(text)
    if (before !== undefined) return before
    const without = masker.masked(text)
    known.set(text, without)
    return without
  }
  const { concepts, leftOut } = await store.read(() => ({
    concepts: exportedConcepts(store, dayIn('UTC', moment), masked),
    leftOut: {
      passages: store.amountOf(['passage'], []),
      suggestions: new Set(store.suggestions().map(({ id }) => id)).size,
    },
  }))
  const texts = okfFiles(concepts, { commit, at, by })

  const bytes = new Map([...texts].map(([path, text]) => [path, Buffer.from(text)]))
  const stateOf = (path: string): ExportState | undefined =>
    stateBeside(bytes.get(path), filesStanding(folder, path), earlier.get(path))
  const files = [...new Set([...bytes.keys(), ...earlier.keys()])].toSorted(compare).flatMap((path) => {
    const state = stateOf(path)
    return state === undefined ? [] : [{ path, state }]
  })
  const told = {
    format,
    version: okfVersion,
    commit,
    folder,
    files,
    concepts: concepts.length,
    masked: Object.fromEntries(masker.counts),
    leftOut,
  }
  if (dryRun) return { ...told, written: false }

  makeFolder(given, folder)
  const ours = files.filter(({ state }) => state !== 'foreign' && state !== 'edited').map(({ path }) => path)
  const kept = files.flatMap(({ path, state }) =>
    state === 'edited' ? [[path, earlier.get(path) ?? []] as const] : [],
  )
  const wanted = ours.flatMap((path) => (bytes.has(path) ? [[path, [digestOf(bytes.get(path)!)]] as const] : []))
  const manifest = (entries: ExportManifest): Change => ({
    path: manifestName,
    make: () => Buffer.from(manifestText(by, okfVersion, commit, entries)),
  })
  const { changeAll } = workingFiles(session, store, folder)
  const changed = ours.filter((path) => stateOf(path) !== 'same')
  const before = new Map(
    wanted.map(([path, digests]) => [path, [...new Set([...(earlier.get(path) ?? []), ...digests])]]),
  )
  // The manifest goes first: after a kill, old and new files are still known to be ours.
  if (changed.length > 0) changeAll([manifest(new Map([...earlier, ...before]))])
  changeAll(
    changed.map((path) => ({
      path,
      // The state is asked again while writing: somebody may have changed the file just now.
      make: (standing) => {
        const state = stateBeside(bytes.get(path), standing, before.get(path) ?? earlier.get(path))
        return state === 'edited' || state === 'foreign' || state === 'same' ? standing! : (bytes.get(path) ?? null)
      },
    })),
  )
  const last = changeAll([manifest(new Map([...kept, ...wanted]))])
  removeEmpty(
    folder,
    files.flatMap(({ path, state }) => (state === 'removed' ? [path] : [])),
  )
  return { ...told, written: changed.length > 0 || last.length > 0 }
}

/** @returns undefined where nothing stands and nothing is to stand */
function stateBeside(
  wanted: Buffer | undefined,
  standing: Buffer | null | undefined,
  earlier: readonly string[] | undefined,
): ExportState | undefined {
  if (standing === undefined) return wanted && 'new'
  if (standing === null) return wanted && 'foreign'
  const digest = digestOf(standing)
  if (wanted && digest === digestOf(wanted)) return 'same'
  if (earlier === undefined) return 'foreign'
  if (!earlier.includes(digest)) return 'edited'
  return wanted ? 'changed' : 'removed'
}

/** The author date of a commit, as it says itself. */
function momentOf({ repository }: Session, commit: string): Date {
  const [, seconds] = /^@(\d+) /.exec(repository.authored(commit) ?? '') ?? []
  const moment = new Date(Number(seconds ?? 0) * 1000)
  // A commit may name any number, and a year of five digits makes no plain date of ISO 8601.
  return moment.getUTCFullYear() <= 9999 ? moment : new Date(0)
}
