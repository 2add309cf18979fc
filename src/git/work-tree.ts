import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { workspacePaths } from '../model/note.js'
import { parseAttributes } from './git-output.js'
import { run, type Runner } from './run-git.js'

export function workTree(git: Runner) {
  return {
    /** Those of these workspace paths that Git tracks; undefined where Git does not tell, as below a submodule. */
    tracked(paths: readonly string[]): readonly string[] | undefined {
      const ran = git.atRoot(['ls-files', '-z', '--', ...paths])
      return ran.status === 0 ? ran.stdout.toString('utf8').split('\0') : undefined
    },

    /**
     * The files of the workspace that Git was told to leave out of the working tree, as by a sparse checkout, and holds
     * all the same: workspace path → OID.
     */
    leftOut(): ReadonlyMap<string, string> {
      const ran = git.atRoot(['ls-files', '-t', '--stage', '-z', '--', ...workspacePaths])
      const entries = ran.status === 0 ? ran.stdout.toString('utf8').split('\0') : []
      return new Map(
        entries.flatMap((entry): [string, string][] => {
          const [, oid, path] = /^S \d+ ([0-9a-f]+) 0\t(.*)$/s.exec(entry) ?? []
          return path === undefined ? [] : [[path, oid!]]
        }),
      )
    },

    /** Paths from the top of files that match a pathspec (with its magic) and that Git tracks or does not ignore. */
    filesLike(pathspec: string): readonly string[] {
      const asked = ['--no-literal-pathspecs', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--']
      const ran = git.atTop([...asked, pathspec])
      return ran.status === 0 ? [...new Set(ran.stdout.toString('utf8').split('\0'))].filter((path) => path !== '') : []
    },

    /** The attributes of files, by path; a file without any is absent. Runs no filter. */
    attributes(wanted: readonly string[], paths: readonly string[]): Map<string, Map<string, string>> {
      const ran = git.atRoot(['check-attr', '-z', '--stdin', ...wanted], paths.map((path) => `${path}\0`).join(''))
      return ran.status === 0 ? parseAttributes(ran.stdout) : new Map()
    },

    ignored(paths: readonly string[]): string[] {
      if (paths.length === 0) return []
      const names = paths.map((path) => `${path}\0`).join('')
      const ran = git.atRoot(['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin'], names)
      if (ran.status > 1) throw new MemoryError('git-failed', `git check-ignore failed: ${ran.stderr}`)
      return ran.stdout
        .toString('utf8')
        .split('\0')
        .filter((path) => path !== '')
    },

    /** The entries of a folder that HEAD or the index has, or has files below; undefined where Git cannot tell. */
    carriedIn(within: string): ReadonlySet<string> | undefined {
      const names = (args: readonly string[]): readonly string[] | undefined => {
        const ran = run(within, git.env, args)
        if (ran.status !== 0) return undefined
        const paths = ran.stdout.toString('utf8').split('\0')
        return paths.flatMap((path) => (path === '' ? [] : [path.split('/', 1)[0]!]))
      }
      const inIndex = names(['ls-files', '-z'])
      const unborn = (): boolean => run(within, git.env, ['rev-parse', '--verify', '-q', 'HEAD']).status !== 0
      const inHead = inIndex && (names(['ls-tree', '-z', '--name-only', 'HEAD']) ?? (unborn() ? [] : undefined))
      return inHead && new Set([...inHead, ...inIndex])
    },

    workTrees(): string[] {
      const isAlone = git.commonDir === join(git.top, '.git') && !existsSync(join(git.commonDir, 'worktrees'))
      if (isAlone) return [git.top]
      const lines = git.output(['worktree', 'list', '--porcelain']).toString('utf8').split('\n')
      return [
        git.top,
        ...lines.flatMap((line) => (line.startsWith('worktree ') ? [line.slice('worktree '.length)] : [])),
      ]
    },
  }
}
