import { existsSync, lstatSync } from 'node:fs'
import type { Workspace } from '../../../src/index.js'
import { runHook, type IndexHook } from '../../../src/hooks/run.js'
import type { Ran, Repo } from '../../support/with-repo.js'
import type { Dice } from '../dice.js'
import { notePaths } from './content.js'
import { interference, twinWithoutHooks } from './twin.js'
import type { Oracle } from './oracle.js'

/** Whether Git runs our hooks, we run their code where Git would, or nobody does. */
export type Hooks = 'none' | 'called' | 'installed'

/** Something that can happen to a workspace. */
export interface Operation {
  /** How often it is drawn, against the others. */
  readonly weight: number
  /** Whether it fits the moment; left out: it always does. */
  readonly can?: (world: World) => boolean
  /** @returns false where Git refused */
  readonly run: (world: World, dice: Dice) => Promise<boolean | void> | boolean | void
}

/** Files in `.git` that say what Git is in the middle of, with the command that ends it. */
const unfinished = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['MERGE_HEAD', 'merge'],
  ['sequencer', 'cherry-pick'],
] as const

/** The repository that a history happens to, and what is to be known about it. */
export class World {
  repo: Repo
  readonly oracle: Oracle
  hooks: Hooks = 'none'
  /** A workspace that stays open over many steps, as a server's does. */
  reader: Workspace | undefined
  /** What happened, for whoever has to understand a failure. */
  readonly told: string[]
  readonly #plain: Repo
  #steps = 0

  constructor(repo: Repo, oracle: Oracle, told: string[] = []) {
    this.told = told
    this.repo = this.#plain = repo
    this.oracle = oracle
  }

  /** Every commit of a step has one date, so that a history ends in the same commits whatever ran it. */
  begin(what: string): void {
    this.#steps++
    const date = `@${1_764_201_600 + 60 * this.#steps} +0000`
    // Unasked, filter-branch first waits ten seconds for somebody to think better of it.
    const quick = { FILTER_BRANCH_SQUELCH_WARNING: '1' }
    this.repo = this.#plain.with({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, ...quick })
    this.told.push(`${this.#steps}. ${what}`)
  }

  tell(what: string): void {
    this.told.push(`   ${what}`)
  }

  /** Run Git, and then what its hooks would run; failing is part of some histories. @returns whether it succeeded */
  async git(args: readonly string[], ...hooks: readonly IndexHook[]): Promise<boolean> {
    return this.gitIn(this.repo, args, ...hooks)
  }

  async gitIn(repo: Repo, args: readonly string[], ...hooks: readonly IndexHook[]): Promise<boolean> {
    const twin = repo === this.repo ? this.#withoutHooks(args) : undefined
    const ran = this.heard(repo.tryGit(...args))
    const { status, stderr } = ran
    const meddled = twin && interference(repo, ran, twin, args)
    if (meddled !== undefined) throw new Error(meddled)
    this.tell(`git ${args.join(' ')}${status === 0 ? '' : `  (exit ${status}: ${stderr.trim().split('\n')[0]})`}`)
    if (status !== 0 || this.hooks !== 'called') return status === 0
    for (const name of hooks) {
      const given = name === 'post-rewrite' ? [args.includes('rebase') ? 'rebase' : 'amend'] : []
      const said = await runHook(name, { cwd: repo.root, environment: repo.environment }, given)
      this.heard({ status, stdout: '', stderr: said })
    }
    return true
  }

  #withoutHooks(args: readonly string[]): Repo | undefined {
    if (this.hooks !== 'installed') return undefined
    this.reader?.close() // copying and reading its index here would drop its locks
    return twinWithoutHooks(this.repo, args)
  }

  /** A hook never fails loudly; what it says then would be a bug of ours. */
  heard(ran: Ran): Ran {
    if (/memory: not indexed|Error:|at file:/.test(ran.stderr)) throw new Error(ran.stderr)
    return ran
  }

  /** Write a file, whatever stands in its place or in its way: never through a link. */
  put(path: string, content: string | Uint8Array): void {
    const folders = path.split('/').slice(0, -1)
    for (const [at] of folders.entries()) {
      const folder = folders.slice(0, at + 1).join('/')
      if (!isFolder(this.repo, folder)) this.repo.remove(folder)
    }
    this.repo.remove(path)
    this.repo.write(path, content)
    this.tell(`write ${JSON.stringify(path)}`)
  }

  /** A regular file's text; undefined where there is none: a link may lead anywhere. */
  text(path: string): string | undefined {
    return lstatSync(this.repo.path(path), { throwIfNoEntry: false })?.isFile() ? this.repo.read(path) : undefined
  }

  /** Notes in the working tree. */
  notes(): string[] {
    const top = notePaths.filter((path) => !path.includes('/') && this.text(path) !== undefined)
    return isFolder(this.repo, 'memory') ? [...this.repo.files('memory').keys(), ...top] : top
  }
  pages(): string[] {
    return [...this.repo.files('bank').keys()]
  }

  /** The command that ends what Git is in the middle of. */
  unfinished(): 'rebase' | 'am' | 'cherry-pick' | 'revert' | 'merge' | undefined {
    return unfinished.find(([name]) => existsSync(this.repo.path(`.git/${name}`)))?.[1]
  }
}

const isFolder = (repo: Repo, path: string): boolean =>
  lstatSync(repo.path(path), { throwIfNoEntry: false })?.isDirectory() ?? false

export const calm = (world: World): boolean => world.unfinished() === undefined
export const hasNotes = (world: World): boolean => world.notes().length > 0
export const hasPages = (world: World): boolean => world.pages().length > 0

/** Stage notes and settings, but not what was generated into `bank/`. */
export const stageNotes = (world: World): Promise<boolean> => world.git(['add', '-A', '--', '.', ':(exclude)bank'])
