import { MemoryError } from '../../model/error.js'
import type { FactId } from '../../model/fact.js'
import { printable } from '../../text/safe-text.js'
import { agentTrailer } from './agent-trailer.js'
import { belowTop, inTurn, land, refuseLocked, refuseUnfinished, refuseStaged } from './land.js'
import type { Session } from '../session/session.js'
import { begunPages, limitsOf, type PageLimits } from './page-limits.js'
import { committedPages, isRegular, pagesInTree, textOf, type PageText } from '../session/pages-in-tree.js'
import { writeBank, type ReflectReport } from './reflect.js'
import {
  deletionsSince,
  type CommittedPages,
  type DeletedLine,
  type PageWrite,
} from '../../pages/edits/deleted-lines.js'
import type { Limits } from '../../pages/limited-pages.js'
import { reasonsOf } from '../../pages/diff/page-reasons.js'
import { newlyProposed, proposedHeading, withProposals } from '../../pages/edits/propose-core.js'
import { previewPages } from '../../pages/preview-pages.js'
import { forgottenBy } from '../../model/forgotten.js'
import { asIf, sync, type SyncContext } from '../../pipeline/sync.js'
import type { PagesContext } from '../../pages/write-pages.js'
import type { Store } from '../../store/store.js'
import { withReasons } from '../../render/commit-message.js'
import { askGit } from '../../git/ask-git.js'
import { readRegular } from '../../files/files.js'
import type { Head } from '../../git/git-output.js'
import type { FileReplacer } from '../../files/replace-file.js'
import { isFilter, waysOf } from '../../git/attributes.js'
import type { Repository } from '../../git/repository.js'
import { treeWith, type LandingStep } from '../../git/landing.js'
import { landedFiles, sweep } from './working-files.js'
import { pagesContext, refusal } from './pages-context.js'
import { pagesOfTree } from './pages-of-tree.js'

/** Which pages are landed, and whether lines are proposed for MEMORY.md, in a commit of their own. */
export interface LandOptions extends PageLimits {
  readonly proposeCore?: boolean | undefined
  /** The program that lands; the commit names it. */
  readonly agent?: string | undefined
}

export interface SummaryOptions extends LandOptions {
  /** A prefix of paths that makes locations links: `https://github.com/me/notes/blob/main`. */
  readonly links?: string | undefined
}

/** The input of a landing; the working tree's pages are not read. */
export interface ReflectInput {
  readonly repository: Repository
  readonly environment: NodeJS.ProcessEnv
  readonly sync: SyncContext
  readonly context: PagesContext
  readonly working: FileReplacer
  readonly committed: CommittedPages
  readonly head: Head
  readonly limits: Limits | 'all'
  /** Pages to be made although nothing in HEAD asks for them. */
  readonly begun: ReadonlyMap<string, string>
  readonly proposeCore: boolean
  readonly agent: string | undefined
  readonly links: string | null
}

/**
 * The input of a landing, with the index brought up to HEAD first.
 *
 * @throws MemoryError bad-argument before the first commit, bad-config where this version may write no pages
 */
export async function givenFor(
  session: Session,
  store: Store,
  options: SummaryOptions,
  otherwise?: 'the package’s',
): Promise<ReflectInput> {
  const context = session.syncContext(store)
  const { commit, tree } = await sync(context)
  if (store.isOnDisk) sweep(session)
  const refused = refusal(session, store)
  if (commit === null || tree === null)
    throw new MemoryError(
      'bad-argument',
      'there is no commit yet to build upon: make the first one (git commit), or write without --commit (commit)',
    )
  if (refused !== null) throw new MemoryError('bad-config', refused)
  const working = landedFiles(session, store)
  return {
    repository: session.repository,
    environment: session.options.environment ?? process.env,
    sync: context,
    context: await pagesContext(session, store, working, otherwise),
    working,
    committed: committedPages(session.repository, store),
    head: { commit, tree },
    limits: limitsOf(session, store, options),
    begun: begunPages(store, options),
    proposeCore: options.proposeCore ?? false,
    agent: options.agent,
    links: options.links ?? null,
  }
}

export interface Landed {
  /** The last commit that was made; null where nothing was to be landed. */
  readonly commit: string | null
  readonly pages: readonly string[]
  /** Lines proposed for MEMORY.md. */
  readonly proposed: readonly string[]
}

/** People's words that a branch holds and HEAD does not. */
export interface Added {
  /** Path → text, null where a page is gone. */
  readonly pages: ReadonlyMap<string, string | null>
  /** The text of MEMORY.md; undefined where it is as HEAD has it. */
  readonly core: string | undefined
}

/** What reflecting makes of a commit. */
export interface PagesPlan {
  readonly commit: string
  readonly before: ReadonlyMap<string, PageText>
  /** Pages that will differ from HEAD's, path → text; null where one is removed. */
  readonly pages: ReadonlyMap<string, string | null>
  /** MEMORY.md and the lines that are new in it; null where it does not change. */
  readonly core: CorePlan | null
  readonly forgotten: ReadonlySet<FactId>
}

interface CorePlan {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

export const nothingAdded: Added = { pages: new Map(), core: undefined }

/**
 * The pages that HEAD's logs give, with what a branch adds to them. Where it adds anything, the index is asked as if
 * HEAD had that, since an edit moves beliefs.
 */
export async function planOf(given: ReflectInput, carried = nothingAdded): Promise<PagesPlan> {
  const { repository, context, limits, proposeCore } = given
  const { commit, tree } = given.head
  const before = pagesInTree(repository, tree)
  // A page that cannot be read may stand where one is to be begun.
  const begun = [...given.begun].filter(([path]) => !before.has(path))
  const added = { ...carried, pages: new Map([...begun, ...carried.pages]) }
  const standing = new Map(before)
  for (const [path, text] of added.pages) {
    if (text === null) standing.delete(path)
    else standing.set(path, text)
  }
  const files = pagesOfTree(repository, tree, standing)
  const core = coreOf(repository, tree)
  const wanted = added.core ?? core.text
  if (proposeCore && wanted === null) throw new MemoryError('bad-argument', `${core.path} is no file of UTF-8 text`)
  const work = () => ({
    made: previewPages({ ...context, files }, limits),
    proposed: proposeCore && wanted !== null ? withProposals(context.store, wanted) : wanted,
  })
  // All is read from one state of the index, whatever another process writes meanwhile.
  const { made, proposed } =
    added.pages.size === 0
      ? await context.store.read(work)
      : await asIf(given.sync, { commit, tree: await treeAdding(given, added) }, work)
  const pages = [...new Set([...added.pages.keys(), ...made.keys()])].toSorted().flatMap((path) => {
    const text = (made.has(path) ? made.get(path) : added.pages.get(path)) ?? null
    return text === (before.get(path) ?? null) ? [] : [[path, text] as const]
  })
  return {
    commit,
    before,
    pages: new Map(pages),
    core:
      proposed === null || proposed === core.text
        ? null
        : { path: core.path, text: proposed, lines: newlyProposed(core.text ?? '', proposed) },
    forgotten: forgottenBy(context.store.standing()?.settings),
  }
}

export async function treeAdding(given: ReflectInput, { pages }: Added): Promise<string> {
  const { repository } = given
  const git = askGit(repository, given.environment)
  const top = await treeWith(git, repository, given.head.commit, belowTop(repository, pages))
  return repository.prefix === '' ? top : git(['rev-parse', '--verify', `${top}:${repository.prefix}`])
}

/** HEAD's core file, with null in place of bytes that are no text; where there is none, the file that would be made. */
export function coreOf(repository: Repository, tree: string): { path: string; text: PageText } {
  const file = repository.files(tree).find(({ path }) => isCore(path))
  if (!file) return { path: 'MEMORY.md', text: '' }
  const text = isRegular(file) ? textOf(repository.blobs([file.oid]).get(file.oid)) : null
  return { path: file.path, text: text ?? null }
}

export const isCore = (path: string): boolean => path === 'MEMORY.md' || path === 'memory.md'

/** The commits to land: the pages, with the reasons in the message, then MEMORY.md, which can be dropped alone. */
export async function stepsOf(
  repository: Repository,
  plan: PagesPlan,
  trailers: readonly string[] = [],
): Promise<LandingStep[]> {
  const { commit, before, pages, core } = plan
  const steps: LandingStep[] = []
  if (pages.size > 0) {
    const reasons = await reasonsOf(
      [...pages].map(([path, text]) => ({ path, before: before.get(path) ?? '', after: text ?? '' })),
      { forgotten: plan.forgotten },
    )
    const subject = `memory: ${printable(reasons.summary) || 'pages written anew'}`
    const told = { ...reasons, lines: reasons.lines.map(printable), evidence: reasons.evidence.map(printable) }
    const message = [subject, '', `Reflected-From: ${commit}`, ...trailers, ''].join('\n')
    steps.push({
      files: belowTop(repository, pages),
      message: withReasons(message, told, { comment: undefined, wrote: undefined }),
    })
  }
  if (core) {
    const { path, text, lines } = core
    const subject =
      lines.length === 0
        ? `memory: ${path} as it was edited here`
        : `memory: ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} proposed for ${path}`
    const how = `Drop this commit, or delete a line from "${proposedHeading.slice(3)}": a line that was deleted is not proposed again.`
    steps.push({
      files: belowTop(repository, new Map([[path, text]])),
      message: [
        subject,
        '',
        ...(lines.length > 0 ? [...lines.map(printable), '', how, ''] : []),
        `Reflected-From: ${commit}`,
        '',
      ].join('\n'),
    })
  }
  return steps
}

interface LandedOnHead {
  readonly landed: Landed
  /** The lines that somebody deleted and that came back in what was landed, or written after it. */
  readonly deletedIn: (writes: readonly PageWrite[]) => DeletedLine[]
}

/** Commit the pages and proposals that HEAD's logs give on HEAD's branch, and nothing else. */
export async function landOnHead(given: ReflectInput, says: string): Promise<LandedOnHead> {
  const { repository, context, committed } = given
  const plan = await planOf(given)
  refuseStaged(repository, 'bank', plan.pages)
  if (plan.core) {
    refuseStaged(repository, plan.core.path, new Map([[plan.core.path, plan.core.text]]))
    refuseFiltered(given, plan.core.path)
    withoutOverwriting(given, plan.core, readRegular(repository.root, plan.core.path))
  }
  const holds = (path: string, text: string): boolean => plan.before.get(path) === text
  const comingBack = deletionsSince(context, { ...committed, holds, head: () => plan.before })
  const changed = [...plan.pages].flatMap(([path, will]) => {
    const standing = plan.before.get(path)
    return typeof standing === 'string' && will !== null ? [{ path, standing, will }] : []
  })
  const deletedIn = (writes: readonly PageWrite[]): DeletedLine[] => {
    const seen = new Set<string>()
    return comingBack([...changed, ...writes]).filter(({ path, id }) => seen.size < seen.add(path + id).size)
  }
  const landed = { pages: [...plan.pages.keys()], proposed: plan.core?.lines ?? [] }
  const steps = await stepsOf(repository, plan, given.agent === undefined ? [] : [agentTrailer(given.agent)])
  if (steps.length === 0) return { landed: { commit: null, ...landed }, deletedIn }
  const { core } = plan
  const written = core
    ? [{ path: core.path, make: (standing: Buffer | undefined) => withoutOverwriting(given, core, standing) }]
    : []
  const commit = await land(given, plan.commit, steps, written, says)
  return { landed: { commit, ...landed }, deletedIn }
}

/** How a hook lands the pages that it wrote: only while nobody else lands or commits. */
export interface InHook {
  readonly limits: Limits
  readonly patience: number
  /** Whether the operation that Git was in the middle of has made its last commit. */
  readonly ended: boolean
}

/** Land on HEAD, then write the same pages in the working tree; edits there stay. */
export async function landAndWrite(
  session: Session,
  store: Store,
  options: LandOptions,
  hook?: InHook,
): Promise<Landed & Pick<ReflectReport, 'deleted'>> {
  const work = async (): Promise<LandedOnHead & Pick<ReflectInput, 'limits' | 'begun'>> => {
    const all = await givenFor(session, store, options)
    const given = hook ? { ...all, limits: hook.limits } : all
    if (!hook?.ended) refuseUnfinished(given.repository)
    refuseLocked(given.repository)
    const says = hook ? 'memory: bank.onCommit' : 'memory reflect --commit'
    return { ...(await landOnHead(given, says)), limits: given.limits, begun: given.begun }
  }
  const { landed, deletedIn, limits, begun } = await inTurn(session, store, work, hook?.patience)
  await sync(session.syncContext(store))
  const { deleted } = await writeBank(session, store, limits, { deletedIn, disputes: false, begun })
  return { ...landed, deleted }
}

/** Refuses a file that a filter of Git's rewrites, perhaps encrypts: nothing is committed past the filter. */
function refuseFiltered({ repository, environment }: ReflectInput, path: string): void {
  const filter = waysOf(repository, [path], environment).get(path)?.get('filter')
  if (filter !== undefined && isFilter(repository, filter))
    throw new MemoryError(
      'bad-argument',
      `${path} goes through Git’s filter ${filter}, which is not run: add the lines yourself`,
    )
}

/** The new bytes of MEMORY.md. One with uncommitted edits is refused: they are neither overwritten nor committed. */
function withoutOverwriting(
  { repository, head }: ReflectInput,
  { path, text }: CorePlan,
  bytes: Buffer | undefined,
): Buffer {
  const standing = bytes === undefined ? '' : textOf(bytes)
  if (typeof standing !== 'string')
    throw new MemoryError('bad-argument', `${path} cannot be read as text: mend it first`)
  const committed = coreOf(repository, head.tree).text
  if (standing === text || standing === committed) return Buffer.from(text)
  // With `core.autocrlf` the same text stands there with other line ends.
  if (standing.replaceAll('\r\n', '\n') === committed) return Buffer.from(text.replaceAll('\n', '\r\n'))
  throw new MemoryError('bad-argument', `${path} is not as HEAD has it: commit it or put it back, then propose`)
}
