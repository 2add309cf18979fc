import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolder } from '../../src/files/own-folder.js'
import { indexName } from '../../src/store/open.js'
import type { Repo } from './with-repo.js'

/** Where a repository's index stands, from its top. A linked worktree and a workspace in a subfolder have others. */
export const indexFolder = '.git/workspace-memory'
export const indexFile = `${indexFolder}/${indexName}`

/** The index of a repository, a linked worktree, or a workspace below a top. */
export function indexOf(repo: Repo): string {
  if (existsSync(repo.path(indexFolder))) return repo.path(indexFile)
  const [gitDir = '', prefix = ''] = repo.git('rev-parse', '--absolute-git-dir', '--show-prefix').split('\n')
  return join(ownFolder(gitDir, prefix.replace(/\/$/, '')), indexName)
}
