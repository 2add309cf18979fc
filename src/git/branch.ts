import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'
import type { AskGit } from './ask-git.js'
import { parseRawDiff, type TreeChange } from './git-output.js'
import { around } from './next-index.js'
import type { Repository } from './repository.js'

/** A branch that no working tree has checked out. */
export interface Branch {
  readonly name: string
  readonly ref: string
  /** Null where the branch does not exist yet. */
  readonly tip: string | null
}

/**
 * The branch of this name, which must not be checked out anywhere: moving it then leaves every working tree as it is.
 *
 * @throws MemoryError bad-argument where the name is not a branch's, or some working tree is on that branch
 */
export async function freeBranch(git: AskGit, repository: Repository, name: string): Promise<Branch> {
  const ref = `refs/heads/${name}`
  const normal = await git(['check-ref-format', '--normalize', ref], { also: [1] })
  if (normal !== ref || name === 'HEAD' || name.startsWith('-'))
    throw new MemoryError('bad-argument', `--branch takes the name of a branch such as memory/reflect, got ${name}`)
  const place = await whereUsed(git, repository, ref)
  if (place !== undefined)
    throw new MemoryError(
      'bad-argument',
      existsSync(place)
        ? `${name} is the branch that ${place} is on: switch to another one there first`
        : `${name} is the branch that ${place} is on, a folder that is gone: git worktree prune forgets it`,
    )
  const tip = await git(['rev-parse', '--verify', '-q', `${ref}^{commit}`], { also: [1] })
  return { name, ref, tip: tip === '' ? null : tip }
}

/** The working tree that has a branch checked out, or will have it again once a rebase or bisect ends. */
async function whereUsed(
  git: AskGit,
  { commonDir, gitDir, top }: Repository,
  ref: string,
): Promise<string | undefined> {
  const listed = (await git(['worktree', 'list', '--porcelain'])).split('\n\n').map((entry) => entry.split('\n'))
  const on = listed.find((lines) => lines.includes(`branch ${ref}`))
  if (on) return on[0]!.slice('worktree '.length)
  const linked = join(commonDir, 'worktrees')
  const folders = [commonDir, ...(existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [])]
  const short = ref.slice('refs/heads/'.length)
  const busy = folders.find((folder) =>
    [
      ['rebase-merge/head-name', ref],
      ['rebase-apply/head-name', ref],
      ['BISECT_START', short],
    ].some(([file, name]) => contentOf(join(folder, file!)) === name),
  )
  if (busy === undefined) return undefined
  return busy === gitDir ? top : (contentOf(join(busy, 'gitdir'))?.replace(/\/\.git$/, '') ?? busy)
}

const contentOf = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined

export interface Ahead {
  /** The merge base of HEAD and the branch. */
  readonly base: string
  /** Changes against `base`, with paths from the top. */
  readonly changes: readonly TreeChange[]
}

/**
 * The changes on a branch since its merge base with HEAD. A file is left out if some commit on HEAD's side has held the
 * same blob: it was merged there by some means, and later changes to it there must not be undone.
 *
 * @throws MemoryError bad-argument where the two have no common past here
 */
export async function aheadOf(
  git: AskGit,
  head: string,
  { name, tip }: Branch & { readonly tip: string },
): Promise<Ahead> {
  const base = (await git(['merge-base', head, tip], { also: [1] })).split('\n')[0]!
  if (base === '')
    throw new MemoryError(
      'bad-argument',
      `${name} and HEAD have no common commit here: in a shallow clone, git fetch --unshallow brings it`,
    )
  const changes = parseRawDiff(Buffer.from(await git(['diff-tree', '-r', '-z', ...raw, base, tip])))
  if (changes.length === 0 || base === head) return { base, changes }
  const since = await git([
    'log',
    '--diff-merges=separate',
    '--format=',
    ...raw,
    `${base}..${head}`,
    '--',
    ...around(changes.map(({ path }) => path)),
  ])
  const landed = new Set([...since.matchAll(/^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) /gm)].map(([, oid]) => oid))
  return { base, changes: changes.filter(({ now }) => !landed.has(now?.oid)) }
}

/**
 * The authors and co-authors of a branch's commits. Of a commit with a trailer `Reflected-From:` only the co-authors
 * count. The caller's own identity is left out.
 *
 * @returns such as `Rita <rita@example.org>`, sorted
 */
export async function authorsOf(git: AskGit, base: string, tip: string): Promise<string[]> {
  const asks = (await git(['var', 'GIT_AUTHOR_IDENT'])).replace(/>.*$/s, '>')
  // A .mailmap tells a commit's author by another name, but a trailer's as it stands.
  const own = [asks, await git(['check-mailmap', asks])]
  const trailers = (key: string): string => `%(trailers:key=${key},valueonly,separator=%x02)`
  const form = `%x01%aN <%aE>%x00${trailers('Reflected-From')}%x00${trailers('Co-authored-by')}`
  const told = await git(['log', '--no-merges', '--no-show-signature', `--format=${form}`, `${base}..${tip}`, '--'])
  const authors = told.split('\x01').flatMap((each) => {
    const [author = '', rebuilt = '', named = ''] = each.trimEnd().split('\0')
    return [...(rebuilt === '' ? [author] : []), ...named.split('\x02')]
  })
  return [...new Set(authors)]
    .filter((each) => /^[^\n]+ <[^\n]*>$/.test(each) && !own.includes(each))
    .map(printable)
    .toSorted()
}

const raw: readonly string[] = ['--raw', '--no-renames', '--no-abbrev']

/** Move a branch by compare-and-swap, or create it. */
export async function moveBranch(git: AskGit, { ref, tip }: Branch, to: string): Promise<void> {
  if (to === tip) return
  await git(['update-ref', '--create-reflog', '-m', 'memory reflect --branch', ref, to, tip ?? '0'.repeat(to.length)])
}
