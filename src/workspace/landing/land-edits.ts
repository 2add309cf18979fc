import { MemoryError } from '../../model/error.js'
import { once } from '../../text/once.js'
import { sync } from '../../pipeline/sync.js'
import type { Store } from '../../store/store.js'
import { trailersOf } from './agent-trailer.js'
import { belowTop, inTurn, land, refuseLocked, refuseStaged, refuseUnfinished } from './land.js'
import { givenFor } from './land-pages.js'
import type { Session } from '../session/session.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import { writeBank } from './reflect.js'

/** An edit of a file, applied to HEAD's version and to the working tree's. */
export interface Edit {
  readonly path: string
  readonly make: (text: string | undefined) => string
}

/** An edit that may also remove its file, by null. */
export interface EditOrRemoval {
  readonly path: string
  readonly make: (text: string | undefined) => string | null
}

export interface Edits {
  readonly edits: readonly EditOrRemoval[]
  readonly message: string
  /** The program that makes them, told by a trailer of the commit: `Agent: claude-code`. */
  readonly agent?: string | undefined
}

/**
 * Commit edits of HEAD's files and nothing else, beside whatever somebody has staged or is writing. The working tree's
 * versions get the edits too, and stale pages are written.
 *
 * @param plan gives the edits for HEAD; called again where others moved HEAD meanwhile
 * @param says the entry in HEAD's reflog
 * @returns the commit; null where nothing would change
 */
export function landEdits(
  session: Session,
  store: Store,
  plan: (inHead: (path: string) => string | undefined, head: string) => Edits | Promise<Edits>,
  says: string,
): Promise<string | null> {
  return inTurn(session, store, async () => {
    const given = await givenFor(session, store, {}, 'the package’s')
    const { repository, head } = given
    refuseUnfinished(repository)
    refuseLocked(repository)
    const standing = repository.files(head.tree)
    const read = once((path: string): { readonly text: string | undefined } => {
      const file = standing.find((each) => each.path === path)
      if (file && !isRegular(file)) throw new MemoryError('bad-argument', `${path} is no regular file`)
      return { text: textIn(path, file && repository.blobs([file.oid]).get(file.oid)) }
    })
    const inHead = (path: string): string | undefined => read(path).text
    const { edits, message: said, agent } = await plan(inHead, head.commit)
    const trailers = trailersOf(session, agent)
    const message = trailers.length === 0 ? said : withTrailers(said, trailers)
    const made = edits.map(({ path, make }) => [path, make(inHead(path))] as const)
    const files = new Map(made.filter(([path, text]) => (text ?? '') !== (inHead(path) ?? '')))
    if (files.size === 0) return null
    for (const [path, text] of files) refuseStaged(repository, path, new Map([[path, text]]))
    const written = edits.map(({ path, make }) => ({
      path,
      make(bytes: Buffer | undefined) {
        const text = make(textIn(path, bytes))
        return text === null ? null : Buffer.from(text)
      },
    }))
    const landed = await land(given, head.commit, [{ files: belowTop(repository, files), message }], written, says)
    await sync(given.sync)
    await writeBank(session, store, 'stale', { otherwise: 'the package’s' })
    return landed
  })
}

/** A message with trailers, which stand in its last paragraph, one a line. */
function withTrailers(message: string, trailers: readonly string[]): string {
  const body = message.trimEnd()
  // `Core: tea` without a paragraph above is a subject, no trailer.
  const last = body.split('\n\n').slice(1).at(-1)?.split('\n')
  const isBehindTrailers = last?.every((line) => /^[A-Z][\w-]+: /.test(line))
  return `${body}${isBehindTrailers ? '\n' : '\n\n'}${trailers.join('\n')}\n`
}

/** @throws MemoryError bad-argument where the bytes are no text */
export function textIn(path: string, bytes: Buffer | undefined): string | undefined {
  const text = textOf(bytes)
  if (text === null) throw new MemoryError('bad-argument', `${path} cannot be read as text: mend it first`)
  return text
}
