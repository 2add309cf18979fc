import { MemoryError } from './memory/error.js'
import { reasonsOf } from './pipeline/page-reasons.js'
import { reflected } from './pipeline/reflected.js'
import type { PagesContext } from './pipeline/write-pages.js'
import { withReasons } from './render/commit-message.js'
import type { Repository } from './workspace/git.js'
import { land } from './workspace/landing.js'

export interface Landed {
  /** The new commit; null where HEAD's pages are as its logs give them. */
  readonly commit: string | null
  readonly pages: readonly string[]
}

interface Given {
  readonly repository: Repository
  readonly environment: NodeJS.ProcessEnv
  /** Its files are the working tree's, which are not read here. */
  readonly context: PagesContext
  /** HEAD's commit; null before the first. */
  readonly commit: string | null
  /** Its pages; null for one that is no text, which stays as it is. */
  readonly inHead: ReadonlyMap<string, string | null>
}

/** Make a commit of HEAD's pages as its logs give them, with the reasons in its message. */
export async function landPages({ repository, environment, context, commit: head, inHead }: Given): Promise<Landed> {
  if (head === null) throw new MemoryError('bad-argument', 'there is no commit yet whose pages could be landed')
  const operation = repository.operation()
  if (operation !== undefined) throw new MemoryError('bad-argument', `a ${operation} is in progress: end it first`)
  const below = repository.prefix === '' ? '' : `${repository.prefix}/`
  const staged = repository.staged('HEAD', `${below}bank`, undefined) ?? []
  if (staged.length > 0)
    throw new MemoryError(
      'bad-argument',
      `${staged[0]!.path} is staged: commit it, or take it back with git restore --staged`,
    )

  const files = {
    ...context.files,
    read: (path: string) => inHead.get(path),
    entityPages: () => [...inHead.keys()].filter((path) => path.startsWith('bank/entities/')),
  }
  const made = reflected({ ...context, files })
  if (made.size === 0) return { commit: null, pages: [] }
  const changed = [...made].map(([path, text]) => ({ path, before: inHead.get(path) ?? '', after: text ?? '' }))
  const reasons = await reasonsOf(changed)
  const subject = `memory: ${reasons.summary || 'pages written anew'}`
  const message = withReasons(`${subject}\n\nReflected-From: ${head}\n`, reasons, {
    comment: undefined,
    amends: false,
  })
  const commit = await land(repository, environment, {
    parent: head,
    files: new Map([...made].map(([path, text]) => [below + path, text])),
    message,
  })
  return { commit, pages: [...made.keys()] }
}
