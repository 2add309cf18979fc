import { workspacePaths } from '../memory/note.js'
import { diffTree, safeEnvironment, safely, toldEnd } from '../workspace/git.js'
import type { HookName } from './hook-names.js'

/** What a shim needs to know of the machine it is written on. */
export interface ShimTarget {
  /** The node that installed it; a PATH in a GUI may have none. */
  readonly node: string
  /** `bin/memory-hook.cjs` of the installed package. */
  readonly hook: string
  /** The workspace below the repository's top; empty where it is the top. */
  readonly prefix: string
}

const mark = '# workspace-memory hook'

/** Whether a hook file is one that we wrote. */
export const isShim = (content: string): boolean => content.split('\n').some((line) => line.startsWith(mark))

const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** What Git sets for its hooks and what would lead a Git of ours to another repository (`git rev-parse --local-env-vars`). */
const leading =
  'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE GIT_REPLACE_REF_BASE GIT_SHALLOW_FILE'

const git = `git ${safely.map(quoted).join(' ')}`

/**
 * A hook file. Plain sh; whatever is missing costs lateness, never a commit:
 * the next `memory` command indexes what a hook could not.
 *
 * While Node starts, Git says where HEAD stands and what differs from where it
 * stood before; `parseTold` reads it, and asks for what it does not say.
 */
export function shim(name: HookName, { node, hook, prefix }: ShimTarget): string {
  const treeOf = (revision: string): string => quoted(prefix ? `${revision}:${prefix}` : `${revision}^{tree}`)
  const environment = Object.entries(safeEnvironment).map(([key, value]) => `${key}=${value}`)
  return `#!/bin/sh
${mark}: ${name} (written by \`memory init\`; \`memory hooks uninstall\` removes it)
hook=${quoted(hook)}
node=${quoted(node)}
[ -x "$node" ] || node=$(command -v node 2>/dev/null) || node=
tell() {
  unset ${leading}
  export ${environment.join(' ')}
  told=$(${git} rev-parse HEAD ${treeOf('HEAD')} ${treeOf('HEAD@{1}')} --show-toplevel --absolute-git-dir --git-common-dir) || return
  set -f
  printf '%s\\n' "$told"
  set -- $told
  ${git} ${diffTree.join(' ')} "$3" "$2" -- ${workspacePaths.map(quoted).join(' ')} && printf ${toldEnd}
}
if [ -n "$node" ] && [ -f "$hook" ]; then
  tell 2>/dev/null </dev/null | "$node" "$hook" ${name}${prefix ? ` --workspace ${quoted(prefix)}` : ''} || :
else
  echo "memory: node or the workspace-memory package is missing; the next memory command catches up" >&2
fi
exit 0
`
}
