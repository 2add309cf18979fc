import { MemoryError } from '../../model/error.js'
import {
  charactersIn,
  coreBlocks,
  coreFile,
  coreFiles,
  blockKey,
  type ParsedBlock as Block,
  type CoreFile,
} from '../../parse/core-blocks.js'
import { isBlocked, largestNote, readAtMost } from '../../files/files.js'
import type { Store } from '../../store/store.js'
import type { Session } from '../session/session.js'
import { textOf } from '../session/pages-in-tree.js'

/** A core block as it stands in the working tree. */
export interface CoreBlock {
  /** The words of its heading; the file's path where it stands below no heading. */
  readonly block: string
  readonly path: string
  /** 1-based, both included. */
  readonly first: number
  readonly last: number
  /** Its location, `MEMORY.md#L3-L5`. */
  readonly source: string
  /** Characters, with those of its heading. */
  readonly used: number
  readonly limit: number
  /** Whether only people write it, and no command does. */
  readonly readOnly: boolean
  /** With LF at every line's end. */
  readonly text: string
}

export interface Core {
  /** Characters that a block may hold. */
  readonly limit: number
  readonly blocks: readonly CoreBlock[]
  readonly unread: readonly { readonly path: string; readonly why: string }[]
}

/** The core blocks of the working tree; where `wanted` is given, only those of that name or at that place. */
export function coreIn(session: Session, store: Store, wanted?: string): Core {
  const { limit } = session.config(store).config.core
  const unread: { path: string; why: string }[] = []
  const blocks = coreFiles.flatMap((path) => {
    const read = readCore(session, path)
    if (read === undefined) return []
    if (typeof read === 'string') return coreBlocks(path, read).map((block) => shownBlock(block, limit))
    unread.push({ path, why: read.why })
    return []
  })
  if (wanted === undefined) return { limit, blocks, unread }
  const found = meant(blocks, wanted, ({ block }) => block)
  if (found.length === 0) throw noBlock(wanted, blocks)
  return { limit, blocks: found, unread: [] }
}

/** The text of a core file, or why it is not read; undefined where there is no such file. */
function readCore({ root }: Session, path: CoreFile): string | { readonly why: string } | undefined {
  if (isBlocked(root, path)) return { why: 'it is no regular file' }
  const found = readAtMost(root, path, largestNote)
  if (found === undefined) return undefined
  if (typeof found === 'number') return { why: `${found} bytes, the limit is ${largestNote}` }
  if (!Buffer.isBuffer(found)) return { why: found.refused }
  return textOf(found) ?? { why: 'its bytes are no text' }
}

export const blockLocation = (path: string, first: number, last: number): string =>
  `${path}#L${first}${last > first ? `-L${last}` : ''}`

const shownBlock = ({ path, name, first, last, text }: Block, limit: number): CoreBlock => ({
  block: name,
  path,
  first,
  last,
  source: blockLocation(path, first, last),
  used: charactersIn(text),
  limit,
  readOnly: path !== coreFile,
  text: text.replaceAll('\r\n', '\n').replace(/\r$/, ''),
})

/** The place of a block: `MEMORY.md#L3`, `MEMORY.md#L3-L5` */
export const placeForm = /^([A-Z]+\.md)#L(\d{1,7})(?:-L?\d{1,7})?$/

type BlockPlace = Pick<CoreBlock, 'path' | 'first' | 'last'>

/** The blocks of a name, or the one at a place. One spelt exactly as `wanted` goes before others that are alike. */
export function meant<T extends BlockPlace>(blocks: readonly T[], wanted: string, nameOf: (block: T) => string): T[] {
  const [, path, line] = placeForm.exec(wanted) ?? []
  if (path !== undefined)
    return blocks.filter((each) => each.path === path && each.first <= Number(line) && Number(line) <= each.last)
  const alike = blocks.filter((block) => blockKey(nameOf(block)) === blockKey(wanted))
  const same = alike.filter((block) => nameOf(block) === wanted)
  return same.length > 0 ? same : alike
}

const mostNamed = 20

export function noBlock(wanted: string, blocks: readonly Pick<CoreBlock, 'block'>[]): MemoryError {
  const names = blocks.slice(0, mostNamed).map(({ block }) => block)
  const more = blocks.length > mostNamed ? ` and ${blocks.length - mostNamed} more` : ''
  const there = names.length === 0 ? 'there is none yet' : `there are ${names.join(', ')}${more}`
  return new MemoryError('not-found', `there is no core block ${wanted.slice(0, 80)}: ${there}`)
}
