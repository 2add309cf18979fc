/**
 * How Git merges a workspace's files in this clone: pages and logs by drivers of
 * ours. That is the clone's own setting, as a driver has to be; `.gitattributes`
 * can say for clones without us that logs merge by union, which is nearly the
 * same: there a line that was taken out may come back.
 */
export interface MergeSetting {
  readonly pattern: string
  readonly driver: string
  /** As `git config merge.NAME.name` has it. */
  readonly title: string
  /** Of the file that Git's hooks call. */
  readonly call: string
  /** What merges where we are not. */
  readonly otherwise: string
  /** What a tracked `.gitattributes` says. */
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

/** A pattern below a folder of the repository, as `.gitattributes` takes it: signs that would mean something escaped, and quoted where it has to be. */
export function attributePath(prefix: string, pattern: string): string {
  const path = prefix ? `${prefix.replaceAll(/[\\*?[\]!#]/g, '\\$&')}/${pattern}` : pattern
  return /[\s"\\]/.test(path) ? JSON.stringify(path) : path
}
