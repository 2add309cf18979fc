import { walk } from '../../files/files.js'
import { roleOf } from '../../model/note.js'
import { isImported } from '../../model/origin.js'
import { mayHaveStray, withSlipsMended, type MendedNote } from '../../parse/mend-slips.js'
import type { Store } from '../../store/store.js'
import { workingFiles } from '../landing/working-files.js'
import { textOf } from '../session/pages-in-tree.js'
import { readableNote, type Session } from '../session/session.js'

export interface MendOptions {
  readonly dryRun?: boolean | undefined
}

/** Typed bullets that were moved in their notes, or would be. */
export interface SlipsMended {
  readonly notes: readonly ({ readonly path: string } & Pick<MendedNote, 'bullets' | 'lines'>)[]
  readonly written: boolean
}

/**
 * In the logs of the working tree, move typed bullets that stand under no Retain heading below one. Imported notes,
 * which hold no facts, links and files that are no text stay as they are.
 */
export function mendSlips(session: Session, store: Store, { dryRun = false }: MendOptions): SlipsMended {
  const { root } = session
  const { config } = session.config(store)
  const mended = (path: string, bytes: Buffer | undefined): MendedNote | undefined => {
    const text = textOf(bytes)
    return typeof text === 'string' ? withSlipsMended(path, text, config) : undefined
  }
  const notes = walk(root, 'memory')
    .filter((path) => roleOf(path) === 'note' && !isImported(path))
    .flatMap((path) => {
      const bytes = readableNote(root, path)
      if (bytes === undefined || !mayHaveStray(bytes.toString('latin1'))) return []
      const made = mended(path, bytes)
      return made ? [{ path, bullets: made.bullets, lines: made.lines }] : []
    })
  if (dryRun || notes.length === 0) return { notes, written: false }
  const changed = workingFiles(session, store).changeAll(
    notes.map(({ path }) => ({
      path,
      make(standing: Buffer | undefined) {
        const made = mended(path, standing)
        return made ? Buffer.from(made.text) : (standing ?? null)
      },
    })),
  )
  return { notes, written: changed.length > 0 }
}
