import { credentialsFound } from '../../credentials/without.js'
import { isUtf8 } from 'node:buffer'
import type { CredentialPlace, NewWriter } from '../../model/impact.js'
import { roleOf } from '../../model/note.js'
import { isOurs, splitPage, type Page, type PageLine } from '../../model/page.js'
import { writtenBy, type Writer } from '../../model/writer.js'
import { handWritten, readPageLine } from '../../parse/parse-page.js'
import type { TreeChange } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import { itemsWithout } from '../../text/lines-without.js'
import { writersOf } from '../curate/history/writers.js'

export interface BroughtLine {
  readonly path: string
  /** 1-based. */
  readonly line: number
  readonly text: string
}

/** Lines that somebody wrote in notes between two trees; the generated lines of pages are left out. */
export interface LinesBrought {
  readonly come: readonly BroughtLine[]
  /** How many lines went. */
  readonly gone: number
}

/** Lines of notes that differ between two trees; a line that moves within its note is the same. */
export function linesBrought(repository: Repository, changes: readonly TreeChange[]): LinesBrought {
  const notes = changes.filter(({ path }) => roleOf(path) === 'note')
  const blobs = repository.blobs([...new Set(notes.flatMap(({ was, now }) => [was ?? [], now?.oid ?? []].flat()))])
  const come: BroughtLine[] = []
  let gone = 0
  for (const { path, was, now } of notes) {
    const isWhole = was === undefined || now === undefined
    const [before, after] = [was, now?.oid].map((oid) => linesOf(path, blobs.get(oid ?? ''), isWhole))
    const textOf = ({ text }: BroughtLine): string => text
    come.push(...itemsWithout(after!, before!, textOf))
    gone += itemsWithout(before!, after!, textOf).length
  }
  return { come, gone }
}

/** @param isWhole whether the other tree has no such note: of a page, the head that it begins with is then ours */
function linesOf(path: string, bytes: Buffer | undefined, isWhole: boolean): BroughtLine[] {
  if (!bytes || !isUtf8(bytes)) return []
  const text = bytes.toString('utf8')
  const page = path.startsWith('bank/') ? splitPage(text) : undefined
  const begin = page?.block?.begin ?? 0
  const lines = page ? linesByHand(page) : text.split(/\r?\n/)
  return lines.flatMap((line, at) =>
    line.trim() === '' || (isWhole && at < begin && bareHead.test(line)) ? [] : [{ path, line: at + 1, text: line }],
  )
}

/** A line of the front matter, or the title, with which a page begins. */
const bareHead = /^(?:---|name: ".*"|aliases: \[\]|# .*)$/

/** The lines of a page that a person wrote or changed; an empty one in place of each that reflecting writes. */
export function linesByHand(page: Page): string[] {
  const isTheirs = (read: PageLine): boolean =>
    page.block === null ? !isOurs(read) : ['assertion', 'edited', 'uncommented'].includes(read.what)
  const written = page.block === null ? undefined : handWritten(page)
  return page.lines.map((line, at) => (written?.[at]!.trim() || isTheirs(readPageLine(line)) ? line : ''))
}

export const credentialPlaces = (lines: readonly BroughtLine[]): CredentialPlace[] =>
  lines.flatMap(({ path, line, text }) => {
    const [found] = credentialsFound(text)
    return found ? [{ source: `${path}#L${line}`, kind: found.kind }] : []
  })

/** The writers of these lines who are the author of no commit in `base`, into which the lines are merged. */
export function newWritersOf(
  repository: Repository,
  { base, head }: { readonly base: string; readonly head: string },
  all: readonly BroughtLine[],
): NewWriter[] {
  const known = new Set(repository.authors(base))
  // A heading says nothing.
  const lines = all.filter(({ text }) => !/^#{1,6}\s/.test(text))
  if (lines.length === 0 || repository.authors(`${base}..${head}`).every((author) => known.has(author))) return []
  const found = new Map<string, string[]>()
  const writers = writersOf(repository, head, lines)
  for (const [at, { path, line }] of lines.entries()) {
    const writer: Writer | undefined = writers[at]
    if (!writer || known.has(writer.author)) continue
    const name = writtenBy(writer)
    found.set(name, [...(found.get(name) ?? []), `${path}#L${line}`])
  }
  return [...found].map(([name, sources]) => ({ name, sources }))
}
