import { createHash } from 'node:crypto'
import { MemoryError } from '../../model/error.js'
import { anchorsIn, type AnchorHeld } from '../../model/anchor.js'
import { workspacePaths } from '../../model/note.js'
import type { Repository } from '../../git/repository.js'
import type { AnchorsOf } from '../../recall/question/as-of.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Session } from '../session/session.js'
import { anchorsHeld, type AskedAnchor } from './anchor-states.js'
import { broughtInto, type BroughtIn, type BulletLines } from './brought-lines.js'
import { anchorsKept, keepAnchors, type KeptAnchors } from './kept-anchors.js'

const none: readonly AnchorHeld[] = []

/**
 * What became of the code that bullets are about, from the commit that brought each bullet up to the commit of the
 * index. Git is asked only where a bullet names code; what it answered is kept beside the index.
 *
 * @param how `told`: with the number of commits that changed the code; `listed`: without
 */
export function anchorsFrom(session: Session, store: Store, how: 'told' | 'listed' = 'told'): AnchorsOf {
  return (facts) => {
    const asked = facts.flatMap((fact) => named(session.repository, fact))
    const commit = store.standing()?.commit
    if (asked.length === 0 || commit === undefined) return () => none
    const held = heldFor(session, store, commit, asked, how)
    return (fact) => held.get(fact.key) ?? none
  }
}

interface AnchoredFact {
  readonly fact: StoredFact
  readonly anchors: readonly Omit<AskedAnchor, 'broughtIn'>[]
}

function named(repository: Repository, fact: StoredFact): AnchoredFact[] {
  const anchors = fact.kind === 'passage' ? [] : codeNamed(repository, fact)
  return anchors.length === 0 ? [] : [{ fact, anchors }]
}

/** The code that a bullet may be about: first what `at=` names, then paths in its text. */
export function codeNamed(
  repository: Repository,
  fact: Pick<StoredFact, 'at' | 'text'>,
): readonly Omit<AskedAnchor, 'broughtIn'>[] {
  if (fact.at === null && !fact.text.includes('`')) return []
  const { at, named: paths } = anchorsIn(fact.at, fact.text)
  const code = paths.filter(({ path }) => !isNote(repository, path))
  return [...(at ? [{ anchor: at, isSaid: true }] : []), ...code.map((anchor) => ({ anchor, isSaid: false }))]
}

/** Whether a path is one of the workspace's own: notes change with every entry, and say nothing of code. */
function isNote(repository: Repository, path: string): boolean {
  const { prefix } = repository
  const own = prefix === '' ? path : path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path
  return workspacePaths.some((each) => own === each || own.startsWith(`${each}/`))
}

function heldFor(
  session: Session,
  store: Store,
  commit: string,
  asked: readonly AnchoredFact[],
  how: 'told' | 'listed',
): Map<StoredFact['key'], readonly AnchorHeld[]> {
  const { repository } = session
  const kept = anchorsKept(session, commit)
  const held = new Map<StoredFact['key'], readonly AnchorHeld[]>()
  const open = asked.filter((one) => {
    const known = kept.held.get(keyOf(one, how))?.anchors
    if (known !== undefined) held.set(one.fact.key, known)
    return known === undefined
  })
  if (open.length === 0) {
    if (!kept.isWritten) keepAnchors(session, kept)
    return held
  }
  const found = lookAtOrNot(repository, store, commit, open, kept, how)
  for (const [at, one] of open.entries()) {
    const anchors = found === undefined ? unknownOf(one) : found[at]!
    held.set(one.fact.key, anchors)
    // A bullet without `at=` has no anchors where nothing could be looked up, and may have some later.
    if (found !== undefined && anchors.every(({ state }) => state !== 'unknown'))
      kept.held.set(keyOf(one, how), { paths: pathsOf(repository, one), anchors })
  }
  keepAnchors(session, kept)
  return held
}

const pathsOf = ({ prefix }: Repository, { fact, anchors }: AnchoredFact): string[] => [
  prefix === '' ? fact.source.path : `${prefix}/${fact.source.path}`,
  ...anchors.map(({ anchor }) => anchor.path),
]

/** The key has the location too: different commits may have brought the same words to two logs. */
const keyOf = ({ fact: { id, source, at, uncommitted } }: AnchoredFact, how: string): string =>
  `${how} ${id} ${source.path}#L${source.first} ${at ?? ''}${uncommitted ? ' uncommitted' : ''}`

const unknownOf = ({ fact: { at } }: AnchoredFact): readonly AnchorHeld[] =>
  at === null ? none : [{ at, state: 'unknown' }]

/** @returns undefined where this clone lacks a tree in between */
function lookAtOrNot(...how: Parameters<typeof lookAt>): ReturnType<typeof lookAt> | undefined {
  try {
    return lookAt(...how)
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause
    return undefined
  }
}

function lookAt(
  repository: Repository,
  store: Store,
  commit: string,
  open: readonly AnchoredFact[],
  kept: KeptAnchors,
  how: 'told' | 'listed',
): (readonly AnchorHeld[])[] {
  const bullets = bulletsOf(
    repository,
    store,
    open.map(({ fact }) => fact),
  )
  const committed = bullets.flatMap((bullet) => bullet ?? [])
  broughtAnew(repository, commit, committed, kept)
  const broughtBy = (bullet: BulletLines | undefined): BroughtIn | 'uncommitted' | undefined => {
    if (bullet === undefined) return 'uncommitted'
    const row = kept.rows.get(lineKey(bullet))
    return row?.seen === commit ? row : undefined
  }
  const questions = open.flatMap(({ anchors }, at) =>
    anchors.map((each): AskedAnchor => ({ ...each, broughtIn: broughtBy(bullets[at]) })),
  )
  const answers = anchorsHeld(repository, commit, questions, how === 'told')
  let from = 0
  return open.map(({ anchors }) =>
    answers.slice(from, (from += anchors.length)).flatMap((each): readonly AnchorHeld[] => (each ? [each] : [])),
  )
}

/** Earlier lookups to continue from, at most; a clone that asks after each commit has one. */
const mostLooks = 3

/** Find the commits that brought the bullets, in the history since the last lookup of each. */
function broughtAnew(
  repository: Repository,
  commit: string,
  bullets: readonly BulletLines[],
  { rows }: KeptAnchors,
): void {
  const open = bullets.filter((bullet) => rows.get(lineKey(bullet))?.seen !== commit)
  const looks = new Map<string, BulletLines[]>()
  for (const bullet of open) {
    const seen = rows.get(lineKey(bullet))?.seen ?? ''
    looks.set(seen, [...(looks.get(seen) ?? []), bullet])
  }
  const late = [...looks.keys()].filter((seen) => seen !== '').slice(mostLooks)
  const groups: (readonly [string, BulletLines[]])[] = [...looks].filter(
    ([seen]) => seen !== '' && !late.includes(seen),
  )
  groups.push(['', ['', ...late].flatMap((seen) => looks.get(seen) ?? [])])
  for (const [seen, group] of groups) {
    const rowThen = (bullet: BulletLines): BroughtIn | undefined => {
      const row = rows.get(lineKey(bullet))
      return row?.seen === seen ? row : undefined
    }
    const known = seen === '' ? undefined : { commit: seen, broughtIn: rowThen }
    const found = broughtInto(repository, commit, group, known)
    for (const [at, bullet] of group.entries()) {
      const by = found[at]
      if (by) rows.set(lineKey(bullet), { commit: by.commit, day: by.day, seen: commit })
      else rows.delete(lineKey(bullet))
    }
  }
}

/** The lines of bullets as HEAD's notes have them; undefined for a bullet that no commit holds. */
function bulletsOf(repository: Repository, store: Store, facts: readonly StoredFact[]): (BulletLines | undefined)[] {
  const committed = facts.filter(({ uncommitted }) => !uncommitted)
  const paths = [...new Set(committed.map(({ source }) => source.path))]
  const files = new Map(store.filesAt(paths).map(({ path, oid }) => [path, oid]))
  const blobs = repository.blobs([...new Set(files.values())].filter((oid) => /^[0-9a-f]+$/.test(oid)))
  const texts = new Map(
    [...files].flatMap(([path, oid]) => {
      const text = blobs.get(oid)?.toString('utf8')
      return text === undefined ? [] : [[path, linesOf(path, text)] as const]
    }),
  )
  return facts.map(({ uncommitted, source: { path, first, last } }) => {
    const lines = uncommitted ? undefined : texts.get(path)?.slice(first - 1, last)
    return lines === undefined || lines.length === 0 ? undefined : { path, lines: lines.join('\n') }
  })
}

/** The lines of a note as its facts count them: a lone carriage return ends one, but none of a page. */
const linesOf = (path: string, text: string): string[] => text.split(path.startsWith('bank/') ? /\r?\n/ : /\r\n?|\n/)

const lineKey = ({ path, lines }: BulletLines): string =>
  createHash('sha256').update(`${path}\0${lines}`).digest('base64url').slice(0, 20)
