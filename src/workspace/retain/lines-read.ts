import type { Config } from '../../model/config.js'
import { dayOfPath, readMarksPath } from '../../model/note.js'
import { readerSections } from '../../reader/packet.js'
import { readBefore } from '../../reader/read-marks.js'
import { once } from '../../text/once.js'
import { readPage } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'

/** The lines of a log in the working tree whose sections were read or passed over. */
export function linesRead({ root }: Pick<Session, 'root'>, config: Config): (path: string) => ReadonlySet<number> {
  const marks = readPage(root, readMarksPath) ?? undefined
  const isRead = readBefore(marks)
  return once((path: string): ReadonlySet<number> => {
    const day = dayOfPath(path)
    const text = readPage(root, path)
    if (marks === undefined || day === null || typeof text !== 'string') return new Set()
    const sections = readerSections({ path, day, text }, config).filter(({ id }) => isRead(day, id))
    return new Set(sections.flatMap(({ lines }) => lines.map(({ number }) => number)))
  })
}
