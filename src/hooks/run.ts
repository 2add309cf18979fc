import type { SyncReport } from '../pipeline/sync.js'
import { packageRoot } from '../package-root.js'
import { openedAt } from '../workspace/session/opened.js'
import type { OpenOptions, Session } from '../workspace/session/session.js'
import type { ReflectReport } from '../workspace/landing/reflect.js'
import { catchUp, type CaughtUp } from './catch-up.js'
import { explainCommit } from './commit-message.js'
import { MemoryError } from '../model/error.js'
import { inQuotes } from '../text/safe-text.js'
import { detachedFlag } from '../workspace/session/detached.js'
import { forgetFailure, noteFailure } from '../workspace/session/last-failure.js'
import { forgetSettled, noteSettled } from '../workspace/session/settled.js'
import { locateRepository, type Whereabouts } from '../workspace/session/locate.js'
import { hooks, type HookName } from './hook-names.js'

type MessageHook = 'prepare-commit-msg'
export type IndexHook = Exclude<HookName, MessageHook>

export const isMessageHook = (name: HookName): name is MessageHook => hooks[name].does === 'message'

/** Options for a hook: its workspace is found from the working folder, the repository's top, not MEMORY_WORKSPACE. */
function atGitsWord<T extends Partial<Whereabouts>>(where: T): T & Pick<Whereabouts, 'environment' | 'here'> {
  const { MEMORY_WORKSPACE: _, ...environment } = where.environment ?? process.env
  return { ...where, environment, here: true }
}

/** Write into a commit's message why its pages change. The arguments are Git's (githooks(5)). Never throws. */
export async function explain(
  where: Whereabouts,
  [file = '', source = '', commit = '']: readonly string[],
): Promise<void> {
  try {
    const { GIT_INDEX_FILE: indexFile, GIT_AUTHOR_DATE: authored, GIT_EDITOR: editor } = where.environment
    const message = { file, source, commit, indexFile, authored, now: Date.now(), edited: editor !== ':' }
    await explainCommit(locateRepository(atGitsWord(where)), message)
  } catch {
    // The message stays as it was: the pages carry their evidence themselves.
  }
}

/** Milliseconds after which a hook ends. The rest is left to the next hook or command. */
const usualDeadline = 5000

/** Milliseconds to wait for another process that writes the index. */
const patience = 2000

/** Both limits, in milliseconds, for a detached hook: Git does not wait for it. */
const unhurried = 60_000

/**
 * Run a hook: bring the index up to date, then write the pages whose facts changed, unless Git has an operation under
 * way.
 *
 * @param given Git's arguments to the hook (githooks(5))
 * @returns one line for the person, empty where nothing changed; never throws
 */
export async function runHook(
  name: IndexHook,
  options: OpenOptions,
  given: readonly string[] = [],
  limit?: number,
): Promise<string> {
  const detached = given.at(-1) === detachedFlag
  const deadline = limit ?? (detached ? unhurried : usualDeadline)
  const start = performance.now()
  const keepGoing = (): boolean => performance.now() - start < deadline
  const whileIndexing = (): void => {
    if (!keepGoing()) throw new MemoryError('index-busy', late(deadline))
  }
  let folder: string | undefined
  try {
    const opened = openedAt(
      { patience: detached ? unhurried : patience, ...options, ...atGitsWord(options), whileIndexing },
      packageRoot,
    )
    folder = opened.session.repository.ownFolder
    // The mark of a settled tree is removed until all is done, however this ends.
    forgetSettled(folder)
    try {
      // Git runs post-rewrite once every commit is rewritten: only its state files are left to remove.
      const rebased = name === 'post-rewrite' && given[0] === 'rebase'
      const ended = rebased ? 'rebase' : name === 'post-merge' ? 'merge' : undefined
      const landing = Math.max(0, deadline - (performance.now() - start))
      const isIndex = hooks[name].does === 'index' && !rebased
      const found = await opened.synced(async (store, indexed) =>
        isIndex ? undefined : catchUp(opened.session, store, indexed, { keepGoing, detached, ended, landing }),
      )
      if (found?.settled && found.indexed.tree !== null) noteSettled(folder, found.indexed.tree)
      forgetFailure(folder)
      return found ? withCredentials(lineOf(opened.session, found), found.indexed) : ''
    } finally {
      opened.close()
    }
  } catch (cause) {
    // No failure here may reach Git. The next command catches up, and status tells the reason.
    const told = cause instanceof MemoryError ? cause.message : `not indexed: ${String(cause)}`
    const reason = told.split('\n')[0]!
    if (folder !== undefined) noteFailure(folder, { hook: name, at: new Date().toISOString(), reason })
    return `memory: ${reason}`
  }
}

/** The message of a hook that ran out of time. The step that it was at is undone, so that no commit is held up. */
const late = (deadline: number): string =>
  `not indexed within ${deadline / 1000} seconds, so not now: the next memory command does it, or memory sync`

/** A hook's line with the number of lines like a credential. Only the hook whose commit brought them tells it. */
function withCredentials(line: string, { credentials }: SyncReport): string {
  if (credentials === 0) return line
  const told = `${count(credentials, 'line')} ${credentials === 1 ? 'looks' : 'look'} like a credential: memory doctor --secrets`
  return line === '' ? `memory: ${told}` : `${line}; ${told}`
}

function lineOf(session: Session, found: CaughtUp): string {
  const line = lineOfPages(session, found)
  const { done, left } = found.ticks
  if (done + left === 0) return line
  const told = [
    ...(done > 0 ? [`${count(done, 'tick')} of the inbox done in the working tree: git diff`] : []),
    ...(left > 0 ? [`${count(left, 'tick')} of the inbox cannot be done: memory inbox --take says why`] : []),
  ].join('; ')
  return line === '' ? `memory: ${told}` : `${line}; ${told}`
}

function lineOfPages({ repository }: Session, { indexed, pages, shows, firstBank, waiting, landed }: CaughtUp): string {
  if (waiting > 0)
    return `${indexedIn(indexed)}, pages behind by ${waiting}: memory reflect, once Git has brought back what it put aside${misread(indexed)}`
  if (firstBank)
    return indexed.read === 0
      ? gone(indexed).replace('; ', 'memory: ')
      : `${indexedIn(indexed)}, no bank/ yet: \`memory reflect\` writes the first pages${misread(indexed)}`
  if (!pages) return ''
  if (pages.refused) return `memory: ${pages.refused}${misread(indexed)}`
  return summary(indexed, pages, landed, nextFor(shows, repository.prefix))
}

/** The first words of the line: how many notes were indexed, or pages where the commit had only pages. */
const indexedIn = ({ read, pages, facts }: SyncReport): string =>
  `memory: indexed ${read > pages || pages === 0 ? count(read - pages, 'note') : count(pages, 'page')} (${count(facts, 'fact')})`

/** The part about lines deleted from pages: such a line comes back as long as the logs say it. */
function back(deleted: ReflectReport['deleted']): string {
  const ids = [...new Set(deleted.map(({ id }) => `^${id}`))]
  if (ids.length === 0) return ''
  if (ids.length === 1) return `; a deleted line is back: memory retire ${ids[0]} retires it`
  const named = ids.length > 3 ? '' : ` (${ids.join(', ')})`
  return `; ${count(ids.length, 'deleted line')} are back${named}: memory retire ^id retires one`
}

/** The part about lost lines: a page can be generated again, but not what people wrote on it. */
const gone = ({ lost }: SyncReport): string =>
  lost > 0 ? `; ${count(lost, 'line')} that people wrote went with deleted pages: git revert brings them back` : ''

const misread = ({ problems }: SyncReport): string =>
  problems > 0 ? `; ${count(problems, 'bullet')} to check: memory status` : ''

/** The part about questions on pages. Only the hook whose commit brought them tells it. */
const asked = ({ pages }: SyncReport, disputed: number): string =>
  pages > 0 && disputed > 0 ? `; ${count(disputed, 'question')} about what bank/ says: memory status` : ''

/** @param next what to do with the pages where they have not landed */
function summary(indexed: SyncReport, report: ReflectReport, landed: CaughtUp['landed'], next: string): string {
  const { written, created, removed, behind, damaged, deleted, stashed, kept, open } = report
  const questions = asked(indexed, report.disputed.length)
  const changed = written.length - created.length
  const told =
    changed +
    created.length +
    removed.length +
    behind +
    damaged.length +
    stashed.length +
    open.length +
    indexed.problems +
    indexed.lost
  if (told === 0 && landed === null && questions === '') return ''
  const inBank = [
    changed > 0 ? count(changed, 'page') + ' changed' : '',
    created.length > 0 ? `${changed > 0 ? created.length + ' new' : count(created.length, 'new page')}` : '',
    removed.length > 0 ? `${removed.length} removed` : '',
  ].filter((part) => part !== '')
  const parts = [
    indexedIn(indexed),
    inBank.length > 0 ? `${inBank.join(', ')} in bank/` : '',
    behind > 0 ? `pages behind by ${behind}` : '',
    stashed.length > 0 ? `${count(stashed.length, 'page')} left in the stash for git stash pop` : '',
    damaged.length > 0 ? `left alone, markers damaged: ${few(damaged)}` : '',
    open.length > 0 ? `left alone, open in another program: ${few(open)}` : '',
    ...kept.map(({ path, at }) => `${path} was saved twice while it was written, see ${at}`),
  ]
  if (landed) parts.push(landedAs(landed))
  const isLanded = landed !== null && 'commit' in landed
  return `${parts.filter((part) => part !== '').join(', ')}${isLanded ? '' : next}${back(deleted)}${gone(indexed)}${questions}${misread(indexed)}`
}

/** The Git commands that show the pages, from any folder where the workspace is only a part of the repository. */
function nextFor({ changed, untracked }: CaughtUp['shows'], prefix: string): string {
  const bank = prefix === '' ? 'bank/' : inQuotes(`:/${prefix}/bank/`)
  // `git diff` shows no file that Git does not track yet, and `commit --all` leaves it out.
  if (changed === 0) return untracked > 0 ? ` — git add ${bank} lands them` : ''
  return ` — git diff ${bank}${untracked > 0 ? `, git add ${bank} for what is new` : ''}`
}

const landedAs = (landed: NonNullable<CaughtUp['landed']>): string =>
  'why' in landed
    ? `not committed: ${landed.why.split('\n')[0]}`
    : `${count(landed.pages, 'page')} committed as ${landed.commit.slice(0, 7)}`

/** Up to three names, as many as a line holds; `memory status` lists all. */
const few = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more (memory status)`

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
