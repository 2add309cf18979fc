/**
 * How Git merges a workspace's files in this clone: pages and logs by drivers of ours, which only a clone's own
 * settings can name. For clones without us, `.gitattributes` can say `union` for logs: nearly the same, but a removed
 * line may come back.
 */
export interface MergeSetting {
  readonly pattern: string
  readonly driver: string
  /** The value of `git config merge.NAME.name`. */
  readonly title: string
  /** The arguments for the file that Git's hooks call. */
  readonly call: string
  /** The merge driver in clones without us. */
  readonly otherwise: string
  /** The line in a tracked `.gitattributes`. */
  readonly tracked: string
}

export const mergings: readonly MergeSetting[] = [
  {
    pattern: 'memory/**/*.md',
    driver: 'memory-log',
    title: 'logs of workspace-memory',
    call: 'merge-log %O %A %B',
    otherwise: 'git merge-file --union %A %O %B',
    tracked: 'union',
  },
  {
    pattern: 'bank/**',
    driver: 'memory-bank',
    title: 'pages of workspace-memory',
    call: 'merge-page %O %A %B %L %S %X %Y',
    otherwise: 'git merge-file --marker-size=%L %A %O %B',
    tracked: 'memory-bank',
  },
]

/** A pattern below a folder of the repository, escaped and quoted for `.gitattributes`. */
export function attributePath(prefix: string, pattern: string): string {
  const path = prefix ? `${prefix.replaceAll(/[\\*?[\]!#]/g, '\\$&')}/${pattern}` : pattern
  return /[\s"\\]/.test(path) ? JSON.stringify(path) : path
}
