import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { openDatabase } from '../../../src/sqlite/engine.js'
import { MemoryError } from '../../../src/model/error.js'
import { indexOf } from '../../support/index-place.js'
import type { Repo } from '../../support/with-repo.js'

/**
 * Pages that are not as an index built from nothing would have them, after those
 * were written that the index of a working tree calls stale: what it forgot to
 * call so. `copy` is a working tree whose pages may be written and whose index
 * may be thrown away.
 *
 * Told of pages only that nobody had his hands on: they stand as HEAD has them,
 * or as they were written last. What was checked out from elsewhere, or edited,
 * stands as somebody put it there until its facts change.
 */
export async function pagesBehind(copy: Repo): Promise<string | undefined> {
  try {
    return await compared(copy)
  } catch (cause) {
    if (cause instanceof MemoryError && cause.code === 'bad-config') return undefined
    throw cause
  }
}

async function compared(copy: Repo): Promise<string | undefined> {
  const before = copy.files('bank')
  const written = await copy.use(async (workspace) => {
    await workspace.sync()
    return inFlight(copy)
  })
  // Status notes what it finds; at every second tree it must have changed nothing of what is written.
  const asks = /^[0-7]/.test(copy.tryGit('rev-parse', 'HEAD').stdout)
  const told = asks ? await copy.use(async (workspace) => (await workspace.status()).pagesBehind) : null
  const { refused, stashed, ...pages } = await copy.use((workspace) => workspace.reflect('stale'))
  if (refused !== null) return undefined
  const found = pages.written.length + pages.removed.length + stashed.length
  if (told !== null && told !== found)
    return `law 1 (rebuild): status tells of ${told} pages that are behind, and ${found} were`
  const after = copy.files('bank')
  rmSync(dirname(indexOf(copy)), { recursive: true })
  const would = await copy.use((workspace) => workspace.preview())
  const wrong = [...would].filter(
    ([path]) => !isHeld(path, stashed) && isUntouched(copy, path, before.get(path), written),
  )
  if (wrong.length === 0) return undefined
  return wrong
    .map(
      ([path, text]) =>
        `law 1 (rebuild): ${path} is not what an index built from nothing makes of it\n${firstLine(after.get(path), text)}`,
    )
    .join('\n')
}

/** What a stash holds is there, in the letters of its name that it was written with: `entities/ANNA.md` for `entities/Anna.md`. */
const isHeld = (path: string, stashed: readonly string[]): boolean =>
  stashed.some((held) => held.toLowerCase() === path.toLowerCase())

/** Path → OID of what was written last and is not in HEAD; empty where the page was taken away. */
function inFlight(copy: Repo): ReadonlyMap<string, string> {
  const db = openDatabase(indexOf(copy), { readonly: true })
  try {
    const rows = db.prepare('SELECT path, oid FROM written').all() as { path: string; oid: string }[]
    return new Map(rows.map(({ path, oid }) => [path, oid]))
  } finally {
    db.close()
  }
}

function isUntouched(
  copy: Repo,
  path: string,
  bytes: string | undefined,
  written: ReadonlyMap<string, string>,
): boolean {
  const standing = bytes === undefined ? '' : oidOf(copy, bytes)
  const head = copy.tryGit('rev-parse', '-q', '--verify', `HEAD:${path}`).stdout.trim()
  return standing === (written.get(path) ?? head) || standing === head
}

function oidOf(copy: Repo, latin1: string): string {
  copy.write('page', Buffer.from(latin1, 'latin1'))
  return copy.git('hash-object', '--no-filters', '--', 'page')
}

function firstLine(found: string | undefined, expected: string | null): string {
  const [is, wanted] = [
    found === undefined ? [] : Buffer.from(found, 'latin1').toString('utf8').split('\n'),
    (expected ?? '').split('\n'),
  ]
  const at = wanted.findIndex((line, number) => line !== is[number])
  return `  expected ${wanted[at] ?? '(nothing)'}\n  found    ${is[at] ?? '(nothing)'}`
}
