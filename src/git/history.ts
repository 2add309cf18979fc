import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspacePaths } from '../model/note.js'
import {
  ancestryForm,
  noteForm,
  parseAncestry,
  parseLog,
  parseNoteLog,
  parseWholeLog,
  pastForm,
  type NoteCommit,
  trailers,
  trailerValues,
  type PastChange,
  type PastCommit,
  type TreeChange,
  type WholeCommit,
} from './git-output.js'
import type { Runner } from './run-git.js'
import { rawDiff } from './trees.js'

export function history(git: Runner) {
  const dateIn = (commit: string, whose: 'author' | 'committer'): string | undefined => {
    const ran = git.atTop(['cat-file', 'commit', commit])
    const date = new RegExp(`^${whose} .* (\\d+ [+-]\\d{4})$`, 'm').exec(ran.stdout.toString('latin1'))?.[1]
    return date === undefined ? undefined : `@${date}`
  }

  return {
    /**
     * The commits that changed these files of the workspace, newest first, `most` at most; undefined where the
     * repository lacks objects for that. No text is diffed and no signature checked, so no configured program runs.
     */
    pastChanges(commit: string, paths: readonly string[], most: number): readonly PastChange[] | undefined {
      const steady = ['-c', 'log.follow=false', '-c', 'log.showRoot=true', '-c', 'trailer.separators=:']
      const form = ['--no-show-signature', '--no-color', '--encoding=UTF-8', `--format=${pastForm}`, '--relative']
      const asked = [...steady, 'log', ...rawDiff, ...form, `--max-count=${most}`, commit, '--', ...paths]
      const ran = git.atRoot(asked)
      return ran.status === 0 ? parseLog(ran.stdout) : undefined
    },

    /**
     * The newest `most` of a commit and its ancestors that changed files of the workspace, with the merges that join
     * them, each after its parents. Undefined where the repository lacks objects for that.
     */
    ancestry(commit: string, most: number): readonly PastCommit[] | undefined {
      const steady = ['-c', 'log.follow=false', '-c', 'trailer.separators=:']
      const form = ['-z', '--no-show-signature', '--no-color', '--encoding=UTF-8', `--format=${ancestryForm}`]
      const walk = ['--full-history', '--parents', '--topo-order', `--max-count=${most}`]
      const ran = git.atRoot([...steady, 'log', ...form, ...walk, commit, '--', ...workspacePaths])
      return ran.status === 0 ? parseAncestry(ran.stdout).toReversed() : undefined
    },

    /**
     * Of a commit and its ancestors, those that changed notes and the merges that join them, descendants first, `most`
     * at most. Undefined where the repository lacks objects for that.
     *
     * @param but a commit that is left out together with its ancestors
     */
    notePast(commit: string, most: number, but?: string): readonly NoteCommit[] | undefined {
      const steady = ['-c', 'log.follow=false', '-c', 'log.showRoot=true']
      const form = ['--no-show-signature', '--no-color', '--relative', `--format=${noteForm}`]
      const walk = ['--full-history', '--parents', '--topo-order', '--diff-merges=first-parent', `--max-count=${most}`]
      const range = but === undefined ? [commit] : [commit, `^${but}`]
      const ran = git.atRoot([...steady, 'log', ...rawDiff, ...form, ...walk, ...range, '--', ...workspacePaths])
      return ran.status === 0 ? parseNoteLog(ran.stdout) : undefined
    },

    /**
     * The paths, from the top, that the commits after `but` up to `commit` changed. Undefined unless these are `most`
     * commits or fewer, in one line without merges.
     */
    changedOnTheWay(commit: string, but: string, most: number): ReadonlySet<string> | undefined {
      const form = ['--no-show-signature', '--no-color', '--topo-order', `--format=${noteForm}`]
      const asked = ['log', ...rawDiff, ...form, `--max-count=${most + 1}`, commit, `^${but}`, '--']
      const ran = git.atTop(['-c', 'log.follow=false', '-c', 'log.showRoot=true', ...asked])
      const listed = ran.status === 0 ? parseNoteLog(ran.stdout) : []
      const isWay = listed.every(({ parents }, at) => parents.join(' ') === (listed[at + 1]?.commit ?? but))
      if (listed[0]?.commit !== commit || listed.length > most || !isWay) return undefined
      return new Set(listed.flatMap(({ changes }) => changes.map(({ path }) => path)))
    },

    /** The changes of one file, by its path from the top, in the commits `but..commit` without merges. */
    changesOfFile(commit: string, but: string, path: string): readonly TreeChange[] {
      const steady = ['-c', 'log.follow=false', '-c', 'log.showRoot=true']
      const form = ['--no-show-signature', '--no-color', '--full-history', '--no-merges', `--format=${noteForm}`]
      const ran = git.atTop([...steady, 'log', ...rawDiff, ...form, commit, `^${but}`, '--', path])
      return ran.status === 0 ? parseNoteLog(ran.stdout).flatMap(({ changes }) => changes.slice(0, 1)) : []
    },

    /** Whether `earlier` is an ancestor of `commit`. */
    follows: (commit: string, earlier: string): boolean =>
      git.atTop(['merge-base', '--is-ancestor', earlier, commit]).status === 0,

    /**
     * The newest `most` commits of every branch, tag, stash and reflog, newest first, descendants before ancestors. The
     * changes of a merge are those against its first parent. Undefined where the repository lacks objects for that.
     */
    wholePast(most: number): readonly WholeCommit[] | undefined {
      const steady = ['-c', 'log.follow=false', '-c', 'log.showRoot=true']
      const form = ['--no-show-signature', '--no-color', '--encoding=UTF-8', '--format=%H%x00%P%x00%as%x00%s%x00%B']
      const asked = ['log', '--all', '--reflog', '--date-order', '--diff-merges=first-parent', ...rawDiff, ...form]
      const ran = git.atTop([...steady, ...asked, `--max-count=${most}`, '--'])
      return ran.status === 0 ? parseWholeLog(ran.stdout) : undefined
    },

    /** Those of a commit and its ancestors that have a trailer `Session: ID` with this id. */
    ofSession(commit: string, id: string): ReadonlySet<string> {
      const form = ['--no-show-signature', '--encoding=UTF-8', `--format=%H%x00${trailers('Session')}`]
      const lines = git
        .output(['-c', 'trailer.separators=:', 'log', ...form, commit, '--'])
        .toString('utf8')
        .split('\n')
      const named = lines.map((line) => line.split('\0') as [string, string?])
      return new Set(named.flatMap(([name, ids = '']) => (trailerValues(ids).includes(id) ? name : [])))
    },

    /** The authors of a revision's history, or of a range (`main..HEAD`), each once. */
    authors(revisions: string): readonly string[] {
      const form = ['--no-show-signature', '--encoding=UTF-8', '--format=%an']
      return [
        ...new Set(
          git
            .output(['log', ...form, revisions, '--'])
            .toString('utf8')
            .split('\n')
            .filter(Boolean),
        ),
      ]
    },

    commits: (range: string): readonly string[] =>
      git.output(['rev-list', range, '--']).toString('utf8').split('\n').filter(Boolean),

    /** When a commit was authored, in the form of Git's hooks: `@1763798400 +0200`; undefined without such a commit. */
    authored: (commit: string): string | undefined => dateIn(commit, 'author'),

    /** When a commit was made (after a rebase, the time of the rebase): `@1763798400 +0200`. */
    committed: (commit: string): string | undefined => dateIn(commit, 'committer'),

    /** The commits at which a shallow clone's history ends; none where it is whole. */
    shallow(): ReadonlySet<string> {
      const file = join(git.commonDir, 'shallow')
      return new Set(existsSync(file) ? readFileSync(file, 'latin1').split('\n') : [])
    },
  }
}
