import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { cannotWrite } from '../../files/files.js'
import { MemoryError } from '../../model/error.js'
import type { Report } from '../../model/report.js'
import type { Store } from '../../store/store.js'
import { workingFiles } from '../landing/working-files.js'
import type { Session } from '../session/session.js'
import type { ReportOptions } from './report.js'

/** The default path, in a folder that Git ignores. */
export const usualReport = '.memory/report.html'

export interface WriteReportOptions extends ReportOptions {
  /** The file to write; `.memory/report.html` of the workspace by default. Only a report is replaced, no other file. */
  readonly to?: string | undefined
}

export interface ReportWritten {
  /** The real path, without links. */
  readonly path: string
  readonly bytes: number
  readonly commit: string | null
  readonly written: boolean
}

/** @throws MemoryError bad-argument | unsafe-path | file-failed */
export async function writeReport(
  session: Session,
  store: Store,
  report: Report,
  to: string | undefined,
): Promise<ReportWritten> {
  const { pageOfReport, isReport } = await import('./report-page.js')
  const path = to === undefined ? join(realpathSync(session.root), usualReport) : fileMeant(session, to)
  const bytes = Buffer.from(pageOfReport(report, session.packageRoot).html)
  const written = workingFiles(session, store, dirname(path)).change(basename(path), (standing) => {
    // At the usual place the file is ours, whichever version wrote it.
    if (to === undefined || standing === undefined || isReport(standing.toString('latin1'))) return bytes
    throw new MemoryError('bad-argument', `${to} is no report: name another file, or delete it first`)
  })
  return { path, bytes: bytes.length, commit: report.commit, written }
}

/** Folders in which no report is written: memory reads their files, or Git keeps them. */
const kept = ['memory', 'bank', '.git']

/** The path to write to. Folders above the file may be links, the file itself must not be one. */
function fileMeant({ root, options }: Session, to: string): string {
  if (to === '' || /\p{Cc}/u.test(to))
    throw new MemoryError('bad-argument', 'name the file that the report is written to: memory report --to report.html')
  const path = resolve(options.cwd ?? process.cwd(), to)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) throw new MemoryError('unsafe-path', `${to} is a link: nothing is written through it`)
  if (found && !found.isFile()) throw new MemoryError('bad-argument', `${to} is no file: name one`)
  // Checked before any folder is made.
  let above = dirname(path)
  while (!existsSync(above)) above = dirname(above)
  const real = join(realpathSync(above), relative(above, path))
  const inside = relative(realpathSync(root), real).split(sep)
  if (kept.includes(inside[0]!) || inside.includes('.git'))
    throw new MemoryError(
      'bad-argument',
      `${to} is in ${inside[0]}/, which memory reads or Git keeps: name another file`,
    )
  try {
    mkdirSync(dirname(real), { recursive: true })
  } catch (cause) {
    throw cannotWrite(to, cause)
  }
  return real
}
