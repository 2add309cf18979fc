import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { askGit, moveRef, type AskGit } from './ask-git.js'
import { temporaryName } from '../files/files.js'
import type { Repository } from './repository.js'
import { around, indexStamp, modesIn, type Files } from './next-index.js'
import { lockPatience, Overtaken, racePatience } from './overtaken.js'
import { gitCommandsIn, isRunning } from '../files/processes.js'

/** A commit to make: these files differ from its parent, and nothing else does. */
export interface LandingStep {
  readonly files: Files
  readonly message: string
}

/** The tree of a commit with changed files, made through an index of our own: what is staged stays as it is. */
export async function treeWith(git: AskGit, { ownFolder }: Repository, commit: string, files: Files): Promise<string> {
  const index = join(ownFolder, temporaryName('landing'))
  try {
    await git(['read-tree', commit], { index })
    const oids = await writeBlobs(
      git,
      [...files.values()].filter((text) => text !== null),
    )
    const modeOf = await modesIn(git, commit, files)
    const entries = [...files].map(([path, text]) =>
      text === null ? `0 ${'0'.repeat(commit.length)}\t${path}\0` : `${modeOf(path)} ${oids.shift()}\t${path}\0`,
    )
    await git(['update-index', '-z', '--index-info'], { index, input: entries.join('') })
    return await git(['write-tree'], { index })
  } finally {
    rmSync(index, { force: true })
    rmSync(`${index}.lock`, { force: true })
  }
}

/** Write blobs by one process for all: a first bank has hundreds of pages. */
async function writeBlobs(git: AskGit, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return []
  const blobs = texts.map((text, at) => `blob\nmark :${at + 1}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  const asked = texts.map((_, at) => `get-mark :${at + 1}\n`)
  const answer = await git(['fast-import', '--quiet', '--done'], { input: [...blobs, ...asked, 'done\n'].join('') })
  return answer.split('\n')
}

/**
 * Make a chain of commits on `parent` without moving a branch. If `standing` already ends a chain with the same trees
 * it is returned, so that landing twice makes no new commits.
 *
 * @returns the last commit
 */
export async function commitUpon(
  git: AskGit,
  repository: Repository,
  parent: string,
  steps: readonly LandingStep[],
  standing?: string,
): Promise<string> {
  const trees: string[] = []
  const all = new Map<string, string | null>()
  for (const { files } of steps) {
    for (const [path, text] of files) all.set(path, text)
    trees.push(await treeWith(git, repository, parent, all))
  }
  if (standing !== undefined && (await isRow(git, standing, parent, trees))) return standing
  let last = parent
  for (const [at, { message }] of steps.entries())
    last = await git(['commit-tree', trees[at]!, '-p', last, '-F', '-'], { input: message })
  return last
}

/** Whether `commit` ends a chain of commits with these trees, the first of them on `parent`. */
async function isRow(git: AskGit, commit: string, parent: string, trees: readonly string[]): Promise<boolean> {
  if (trees.length === 0) return commit === parent
  const row = (await git(['log', '-n', `${trees.length}`, '--format=%T %P', commit, '--'])).split('\n').toReversed()
  return (
    row.length === trees.length &&
    row.every((line, at) => line.split(' ').length === 2 && line.startsWith(`${trees[at]} `)) &&
    row[0]!.endsWith(` ${parent}`)
  )
}

/** Milliseconds between two tries. */
const betweenTries = 50

/** Set these files in Git's index to what HEAD has. Waits for a Git command that is writing the index. */
export async function unstage(git: AskGit, paths: readonly string[]): Promise<void> {
  const end = performance.now() + lockPatience
  for (;;) {
    try {
      await git(['reset', '-q', '--pathspec-from-file=-', '--pathspec-file-nul'], { input: paths.join('\0') })
      return
    } catch (cause) {
      if (performance.now() > end) throw cause
      await wait(betweenTries)
    }
  }
}

/** Milliseconds to wait for running Git commands: they may write an index that they read before ours. */
const staleWriters = 1000
/** Milliseconds to wait where the running Git commands cannot be listed: after a landing, and after one that failed. */
const unseenWriters = { landed: 120, failed: 500 } as const

/**
 * See that Git's index stays as we left it. `git commit` reads the index before it locks it. So one that is running now
 * may write an old state over ours, fail because HEAD has moved, and leave files staged that nobody staged.
 *
 * @param not the commit whose files such a write stages: a landing's parent, or the commit that was not landed
 */
export async function keepStaged(
  git: AskGit,
  repository: Repository,
  not: string,
  paths: readonly string[],
  after: keyof typeof unseenWriters,
): Promise<void> {
  let writers = gitCommandsIn(repository.top)
  const end = performance.now() + (writers ? staleWriters : unseenWriters[after])
  for (let seen: string | undefined; ; await wait(betweenTries / 2)) {
    // Asked before the index is looked at, so that one look comes after the last command has ended.
    const isLast = performance.now() > end || writers?.some(isRunning) === false
    const stamp = indexStamp(repository)
    if (stamp !== seen) {
      seen = stamp
      const unlike = async (commit: string): Promise<ReadonlySet<string>> =>
        new Set(
          (await git(['diff-index', '--cached', '--name-only', '-z', commit, '--', ...around(paths)])).split('\0'),
        )
      const changed = await unlike(not)
      const back = paths.filter((path) => !changed.has(path))
      // HEAD may have moved to a commit that holds just what is staged.
      const staged = back.length > 0 ? await unlike('HEAD') : changed
      const stale = back.filter((path) => staged.has(path))
      if (stale.length > 0) {
        await unstage(git, stale)
        // Other commands may have read the index before we reset it.
        writers &&= gitCommandsIn(repository.top)
        continue
      }
    }
    if (isLast) return
  }
}

/**
 * Move HEAD, and the branch it is on, by compare-and-swap. No hook runs.
 *
 * @param why the reflog's text
 * @param meanwhile done while nobody else can move them; where it throws, they stay
 * @throws Overtaken where they moved meanwhile; nothing has changed then
 */
export async function moveHead(
  repository: Repository,
  environment: NodeJS.ProcessEnv,
  step: { readonly from: string; readonly to: string; readonly why: string },
  meanwhile: () => void,
): Promise<void> {
  const { prepared, done, stderr } = await moveRef(repository, environment, { ref: 'HEAD', ...step }, meanwhile)
  if (done) return
  // Git may fail after HEAD has moved: at a lock that cannot be removed.
  const git = askGit(repository, environment)
  const head = await git(['rev-parse', '-q', '--verify', 'HEAD'], { also: [1] })
  if (prepared && head === step.to) return
  const why = `git update-ref failed: ${stderr.split('\n')[0]}`
  throw head === step.from
    ? new Overtaken('git-failed', why, lockPatience)
    : new Overtaken('git-failed', 'HEAD moved meanwhile', racePatience)
}
