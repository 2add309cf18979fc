import { MemoryError } from '../../model/error.js'
import {
  coreOf,
  isCore,
  nothingAdded,
  planOf,
  stepsOf,
  type Added,
  type ReflectInput,
  type Landed,
  type PagesPlan,
} from './land-pages.js'
import { refuseInOperation } from './land.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import { isPage } from '../../model/note.js'
import { summarise } from './summarise.js'
import { sameByHand } from '../../pages/edits/left-by-hand.js'
import { mergePage } from '../../pages/edits/merge-page.js'
import { askGit } from '../../git/ask-git.js'
import { aheadOf, authorsOf, freeBranch, moveBranch, type Branch } from '../../git/branch.js'
import { commitUpon } from '../../git/landing.js'
import { mergeText, plainMarkers } from '../../git/merge-text.js'

export interface LandedOnBranch extends Landed {
  readonly branch: string
  /** The branch's commit before; null where the branch is new. */
  readonly before: string | null
  /** Files with words that people wrote on the branch, which were taken along. */
  readonly carried: readonly string[]
  /** The body of a pull request, in Markdown. */
  readonly summary: string
}

/**
 * Build a branch upon HEAD with the pages that HEAD's logs give, for a pull request. HEAD, the index and the working
 * tree stay as they are.
 *
 * What people wrote in pages on the branch is merged into HEAD's pages, as the merge driver does it, and adopted. Then
 * the branch is rebuilt, with these people as co-authors. A branch that holds anything else is refused: rebuilding
 * would lose it.
 *
 * @throws MemoryError git-failed, also where the branch moved meanwhile | bad-argument
 */
export async function landOnBranch(given: ReflectInput, name: string): Promise<LandedOnBranch> {
  const { repository } = given
  refuseInOperation(given.repository)
  const git = askGit(repository, given.environment)
  const branch = await freeBranch(git, repository, name)
  const { tip } = branch
  const plain = await planOf(given)
  const added = tip === null ? nothingAdded : await addedOn(given, { ...branch, tip }, plain)
  const carried = [
    ...added.pages.keys(),
    ...(added.core === undefined ? [] : [coreOf(repository, given.head.tree).path]),
  ]
  const plan = carried.length === 0 ? plain : await planOf(given, added)
  const authors = tip === null || carried.length === 0 ? [] : await authorsOf(git, plan.commit, tip)
  const trailers =
    carried.length === 0 ? [] : [`Adopted-From: ${tip}`, ...authors.map((each) => `Co-authored-by: ${each}`)]
  const steps = await stepsOf(repository, plan, trailers)
  const landed = {
    branch: name,
    before: tip,
    carried,
    pages: [...plan.pages.keys()],
    proposed: plan.core?.lines ?? [],
    summary: summarise(given, plan, carried),
  }
  if (steps.length === 0 && tip === null) return { commit: null, ...landed }
  const commit = await commitUpon(git, repository, plan.commit, steps, tip ?? undefined)
  await moveBranch(git, branch, commit)
  return { commit: steps.length === 0 ? null : commit, ...landed }
}

async function addedOn(
  given: ReflectInput,
  branch: Branch & { readonly tip: string },
  plain: PagesPlan,
): Promise<Added> {
  const { repository } = given
  const { changes: all } = await aheadOf(askGit(repository, given.environment), plain.commit, branch)
  const below = repository.prefix === '' ? '' : `${repository.prefix}/`
  const changes = all.map((change) => ({
    ...change,
    path: change.path.startsWith(below) ? change.path.slice(below.length) : `/${change.path}`,
  }))
  const stray = changes.findIndex(
    ({ path, now }) => (now && !isRegular(now)) || (!isPage(path) && !(isCore(path) && now)),
  )
  if (stray >= 0)
    throw new MemoryError(
      'bad-argument',
      `${branch.name} also changes ${all[stray]!.path}, which rebuilding it would lose: merge that into HEAD first, or take it to another branch`,
    )
  const oids = changes.flatMap(({ was, now }) => [was, now?.oid].filter((oid) => oid !== undefined))
  const blobs = repository.blobs([...new Set(oids)])
  const read = (oid: string | undefined): string | undefined => {
    if (oid === undefined) return undefined
    const text = textOf(blobs.get(oid))
    if (typeof text === 'string') return text
    throw text === null
      ? new MemoryError('bad-argument', `${branch.name} holds a page that is no UTF-8 text: mend it there`)
      : new MemoryError('git-failed', `a partial clone lacks a page of ${branch.name}: check that branch out once`)
  }
  const pages = new Map<string, string | null>()
  let core: string | undefined
  for (const { path, was, now } of changes) {
    const ours = isCore(path) ? coreOf(repository, given.head.tree).text : plain.before.get(path)
    if (ours === null) throw new MemoryError('bad-argument', `${path} is no UTF-8 text in HEAD: mend it there`)
    const side = { path, base: read(was), ours, theirs: read(now?.oid), branch }
    if (isCore(path)) {
      const merged = mergeText(side.base ?? '', ours ?? '', side.theirs!)
      refuseConflict(side, merged.conflict)
      if (merged.text !== ours && merged.text !== plain.core?.text) core = merged.text
      continue
    }
    const text = mergedPage(side, plain.pages.get(path) ?? undefined)
    if (text !== undefined) pages.set(path, text)
  }
  return { pages, core }
}

interface Sides {
  readonly path: string
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
  readonly branch: Branch
}

/** A page with both sides' words; null if it is removed, undefined if people wrote nothing that HEAD lacks. */
function mergedPage(sides: Sides, generated: string | undefined): string | null | undefined {
  const { base, ours, theirs } = sides
  if (theirs === undefined) return ours !== undefined && base !== undefined && sameByHand(base, ours) ? null : undefined
  if (ours === undefined) {
    const known = generated ?? base
    return known !== undefined && sameByHand(known, theirs) ? undefined : theirs
  }
  if (sameByHand(ours, theirs)) return undefined
  const merged = mergePage(base ?? '', ours, theirs, { text: mergeText, markers: plainMarkers })
  refuseConflict(sides, merged.conflict)
  return sameByHand(merged.text, ours) ? undefined : merged.text
}

function refuseConflict({ path, branch }: Sides, conflict: boolean): void {
  if (conflict)
    throw new MemoryError(
      'bad-argument',
      `${path} was changed in one place on ${branch.name} and on HEAD: merge HEAD into ${branch.name} by hand, then reflect again`,
    )
}
