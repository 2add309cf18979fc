import { MemoryError } from './memory/error.js'
import { reasonsOf } from './pipeline/page-reasons.js'
import { reflected } from './pipeline/reflected.js'
import type { PagesContext } from './pipeline/write-pages.js'
import { withReasons } from './render/commit-message.js'
import type { Head } from './workspace/git-output.js'
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
  /** Its files are the working tree's; only what HEAD holds of them is read here. */
  readonly context: PagesContext
  readonly head: Head | undefined
}

/** Make a commit of HEAD's pages as its logs give them, with the reasons in its message. */
export async function landPages({ repository, environment, context, head }: Given): Promise<Landed> {
  if (!head) throw new MemoryError('bad-argument', 'there is no commit yet whose pages could be landed')
  const operation = repository.operation()
  if (operation !== undefined) throw new MemoryError('bad-argument', `a ${operation} is in progress: end it first`)
  const below = repository.prefix === '' ? '' : `${repository.prefix}/`
  const staged = repository.staged('HEAD', `${below}bank`, undefined) ?? []
  if (staged.length > 0)
    throw new MemoryError(
      'bad-argument',
      `${staged[0]!.path} is staged: commit it, or take it back with git restore --staged`,
    )

  const pages = new Map(
    repository
      .files(head.tree)
      .flatMap(({ path, oid }) => (/^bank\/.*\.md$/i.test(path) ? [[path, oid] as const] : [])),
  )
  const blobs = repository.blobs([...pages.values()])
  const inHead = (path: string): string | undefined => blobs.get(pages.get(path) ?? '')?.toString('utf8')
  const files = {
    ...context.files,
    read: inHead,
    entityPages: () => [...pages.keys()].filter((path) => path.startsWith('bank/entities/')),
  }
  const made = reflected({ ...context, files })
  if (made.size === 0) return { commit: null, pages: [] }
  const changed = [...made].map(([path, text]) => ({ path, before: inHead(path) ?? '', after: text ?? '' }))
  const reasons = reasonsOf(changed)
  const subject = `memory: ${reasons.summary || 'pages written anew'}`
  const message = withReasons(`${subject}\n\nReflected-From: ${head.commit}\n`, reasons, {
    comment: undefined,
    amends: false,
  })
  const commit = await land(repository, environment, {
    parent: head.commit,
    files: new Map([...made].map(([path, text]) => [below + path, text])),
    message,
  })
  return { commit, pages: [...made.keys()] }
}
