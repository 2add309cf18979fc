import type { NoteCommit, TreeChange } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'

/** A bullet as it stands in a note of HEAD: its lines, without the last line's end. */
export interface BulletLines {
  readonly path: string
  readonly lines: string
}

/** The commit that brought a bullet. */
export interface BroughtIn {
  readonly commit: string
  /** The author's day. */
  readonly day: string
}

/** What an earlier lookup knew: its commit, and which commit brought each bullet that stood there. */
export interface KnownThen {
  readonly commit: string
  readonly broughtIn: (bullet: BulletLines) => BroughtIn | undefined
}

/** Commits looked at, at most: no history is to take too long. */
const mostCommits = 50_000
/** Blobs that one call reads. */
const atOnce = 64

/**
 * Which commit brought each of these bullets. History is followed from HEAD: from each commit to the first of its
 * parents that has the bullet, in the same note, or in another note that the commit removed it from. The commit where
 * this ends brought the bullet. So bullets of a renamed log keep their commits, and a bullet that was deleted and
 * written again is new.
 *
 * @returns undefined for a bullet whose history this clone does not hold
 */
export function broughtInto(
  repository: Repository,
  head: string,
  bullets: readonly BulletLines[],
  known?: KnownThen,
): (BroughtIn | undefined)[] {
  if (bullets.length === 0) return []
  if (known !== undefined) {
    const found = walkAll(repository, head, bullets, known)
    const open = bullets.filter((_, at) => found[at] === 'further')
    if (open.length === 0) return found.map((each) => (each === 'further' ? undefined : each))
    const whole = broughtInto(repository, head, open)
    return found.map((each, at) => (each === 'further' ? whole[open.indexOf(bullets[at]!)] : each))
  }
  return walkAll(repository, head, bullets).map((each) => (each === 'further' ? undefined : each))
}

/** `further`: the way leads to a commit or bullet that the earlier lookup did not know. */
type Walked = BroughtIn | 'further' | undefined

function walkAll(repository: Repository, head: string, bullets: readonly BulletLines[], known?: KnownThen): Walked[] {
  const listed = repository.notePast(head, mostCommits, known?.commit)
  // The commit of an earlier lookup may be gone from this clone.
  if (listed === undefined) return bullets.map(() => (known ? 'further' : undefined))
  const past = pastOf(listed, repository.shallow())
  const holds = holdings(repository, bullets, listed)
  // Where no commit since the earlier lookup changed a note, all stands as it did then.
  const isAlike = listed.length === 0 && known !== undefined && repository.follows(head, known.commit)
  const start = listed[0]?.commit ?? (isAlike ? known.commit : undefined)
  if (known !== undefined && start === undefined) return bullets.map(() => 'further')
  return bullets.map((bullet, at) => (start === undefined ? undefined : walk(past, start, bullet, at, holds, known)))
}

interface PlacedCommit extends NoteCommit {
  readonly byPath: ReadonlyMap<string, TreeChange>
}

interface NotePast {
  readonly byCommit: ReadonlyMap<string, NoteCommit & { readonly byPath: ReadonlyMap<string, TreeChange> }>
  readonly shallow: ReadonlySet<string>
}

const pastOf = (listed: readonly NoteCommit[], shallow: ReadonlySet<string>): NotePast => ({
  byCommit: new Map(
    listed.map((each) => [each.commit, { ...each, byPath: new Map(each.changes.map((one) => [one.path, one])) }]),
  ),
  shallow,
})

type SaysBullet = (oid: string, bullet: number) => boolean | undefined

function walk(
  { byCommit, shallow }: NotePast,
  start: string,
  bullet: BulletLines,
  index: number,
  holds: SaysBullet,
  known: KnownThen | undefined,
): Walked {
  let [at, path] = [start, bullet.path]
  for (;;) {
    const changing = nearest(byCommit, at, path)
    if (changing === known?.commit) return known?.broughtIn({ ...bullet, path }) ?? 'further'
    const commit = changing === undefined ? undefined : byCommit.get(changing)
    if (commit === undefined) return known ? 'further' : undefined
    if (shallow.has(commit.commit)) return undefined
    const next = earlier(byCommit, commit, path, (oid) => holds(oid, index))
    if (next === 'unknown') return known ? 'further' : undefined
    if (next === undefined) return { commit: commit.commit, day: commit.day }
    ;({ at, path } = next)
  }
}

/**
 * The nearest commit that changed a path: `from` itself, or one along its first parents. If no listed commit did, the
 * first that is not listed; undefined where history ends before one.
 */
function nearest(byCommit: NotePast['byCommit'], from: string, path: string): string | undefined {
  let at: string | undefined = from
  for (let commit = byCommit.get(from); commit && !commit.byPath.has(path); commit = byCommit.get(at)) {
    at = commit.parents[0]
    if (at === undefined) return undefined
  }
  return at
}

/** The parent of a commit that says the bullet, and the path of its note there; undefined where no parent says it. */
function earlier(
  byCommit: NotePast['byCommit'],
  commit: PlacedCommit,
  path: string,
  holds: (oid: string) => boolean | undefined,
): { at: string; path: string } | 'unknown' | undefined {
  for (const [nth, parent] of commit.parents.entries()) {
    const blob = nth === 0 ? commit.byPath.get(path)?.was : blobAt(byCommit, parent, path)
    if (blob === 'unknown') return 'unknown'
    const isThere = blob !== undefined && holds(blob)
    if (isThere === undefined) return 'unknown'
    if (isThere) return { at: parent, path }
  }
  for (const [nth, parent] of commit.parents.entries()) {
    const changes = nth === 0 ? commit.changes : changesFrom(byCommit, parent, commit.commit)
    if (changes === 'unknown') return 'unknown'
    for (const change of changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      if (change.path === path || change.was === undefined) continue
      const [before, after] = [holds(change.was), change.now === undefined ? false : holds(change.now.oid)]
      if (before === undefined || after === undefined) return 'unknown'
      if (before && !after) return { at: parent, path: change.path }
    }
  }
  return undefined
}

function blobAt(byCommit: NotePast['byCommit'], commit: string, path: string): string | 'unknown' | undefined {
  const changing = nearest(byCommit, commit, path)
  if (changing === undefined) return undefined
  return byCommit.has(changing) ? byCommit.get(changing)!.byPath.get(path)?.now?.oid : 'unknown'
}

type NotesThen = ReadonlyMap<string, TreeChange['now']>

function notesAt(byCommit: NotePast['byCommit'], from: string): NotesThen | 'unknown' {
  const notes = new Map<string, TreeChange['now']>()
  for (let at: string | undefined = from; at !== undefined; at = byCommit.get(at)!.parents[0]) {
    const commit = byCommit.get(at)
    if (commit === undefined) return 'unknown'
    for (const { path, now } of commit.changes) if (!notes.has(path)) notes.set(path, now)
  }
  return notes
}

/** What a merge changed against a parent that is not its first. */
function changesFrom(
  byCommit: NotePast['byCommit'],
  parent: string,
  commit: string,
): NoteCommit['changes'] | 'unknown' {
  const [before, after] = [notesAt(byCommit, parent), notesAt(byCommit, commit)]
  if (before === 'unknown' || after === 'unknown') return 'unknown'
  return [...before].flatMap(([path, was]) => {
    const now = after.get(path)
    return was === undefined || was.oid === now?.oid ? [] : [{ path, now, was: was.oid }]
  })
}

/** Whether a version of a note says a bullet; undefined where this clone lacks the version. */
function holdings(repository: Repository, bullets: readonly BulletLines[], listed: readonly NoteCommit[]): SaysBullet {
  const paths = new Set(bullets.map(({ path }) => path))
  const versions = listed.flatMap(({ changes }) =>
    changes.flatMap(({ path, now, was }) => (paths.has(path) ? [now?.oid ?? [], was ?? []].flat() : [])),
  )
  const order = [...new Set(versions)]
  const places = new Map(order.map((oid, at) => [oid, at]))
  const firsts = bullets.map(({ lines }) => lines.split('\n', 1)[0]!)
  const read = new Map<string, ReadonlySet<number> | undefined>()
  const load = (oid: string): void => {
    const from = places.get(oid)
    const wanted = from === undefined ? [oid] : order.slice(from, from + atOnce).filter((each) => !read.has(each))
    const blobs = repository.blobs(wanted)
    for (const each of wanted) {
      const text = blobs.get(each)?.toString('utf8').replaceAll(/\r\n?/g, '\n')
      if (text === undefined) {
        read.set(each, undefined)
        continue
      }
      const own = new Set(text.split('\n'))
      const whole = `\n${text}\n`
      const said = bullets.flatMap(({ lines }, at) =>
        own.has(firsts[at]!) && (lines === firsts[at] || whole.includes(`\n${lines}\n`)) ? [at] : [],
      )
      read.set(each, new Set(said))
    }
  }
  return (oid, bullet) => {
    if (!read.has(oid)) load(oid)
    return read.get(oid)?.has(bullet)
  }
}
