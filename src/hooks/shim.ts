import { workspacePaths } from '../memory/note.js'
import { quoted } from '../memory/safe-text.js'
import { toldEnd } from '../workspace/git-output.js'
import { diffTree, safeEnvironment, safely } from '../workspace/git.js'
import { hooks, type HookName } from './hook-names.js'
import { findBlock, type MarkedBlock } from './marked-block.js'

/** This machine's paths to us. */
export interface LocalTarget {
  /** The node that installed it; a PATH in a GUI may have none. */
  readonly node: string
  /** `bin/memory-hook.cjs` of the installed package. */
  readonly hook: string
}

/** Where a hook finds us: by this clone's own paths, or by none where hooks are tracked and run in every clone. */
export type ShimTarget = LocalTarget | 'tracked'

/** How our part of a hook file stands in it. */
export interface ShimPlace {
  /** The workspace below the repository's top; empty where it is the top. */
  readonly prefix: string
  /** The file is ours: it goes when our part goes. */
  readonly whole: boolean
  /** What stood here before under this name, and is called after us; empty where nothing is. */
  readonly kept: string
}

/** A hook that is no sh script moves to this name, and is called from the one that takes its place. */
export const keptName = (name: HookName): string => `${name}.kept`

const begin = '# >>> workspace-memory hook'
const end = '# <<< workspace-memory hook'
const wholeFile = 'this file is ours'

/** What Git sets for its hooks and what would lead a Git of ours to another repository (`git rev-parse --local-env-vars`). */
const leading =
  'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE GIT_REPLACE_REF_BASE GIT_SHALLOW_FILE'

const git = `git ${safely.map(quoted).join(' ')}`

/**
 * Our part of a hook file. Plain sh, in a shell of its own, so that it leaves
 * the variables, arguments, stdin and status of whoever shares the file alone;
 * whatever is missing costs lateness, never a commit: the next `memory` command
 * indexes what a hook could not.
 */
export function shim(name: HookName, target: ShimTarget, place: ShimPlace): string {
  const { whole, kept } = place
  const body = hooks[name].does === 'message' ? messageBody(name, target, place) : indexBody(name, target, place)
  return `${begin}: ${name} (\`memory hooks uninstall\` removes it${whole ? `; ${wholeFile}` : ''})
(
${places(target)}
${body}
) || :
${kept ? `[ -x "\${0%/*}/${kept}" ] && exec "\${0%/*}/${kept}" "$@"\n:\n` : ''}${end}
`
}

/**
 * While Node starts, Git says where HEAD stands and what differs from where it
 * stood before; `parseTold` reads it, and asks for what it does not say.
 */
function indexBody(name: HookName, target: ShimTarget, { prefix }: ShimPlace): string {
  const treeOf = (revision: string): string => quoted(prefix ? `${revision}:${prefix}` : `${revision}^{tree}`)
  const environment = Object.entries(safeEnvironment).map(([key, value]) => `${key}=${value}`)
  // `amend` or `rebase`: whether another commit follows.
  const call = `${name}${workspaceOption(prefix)}${name === 'post-rewrite' ? ' "$1"' : ''}`
  return `tell() {
  unset ${leading}
  export ${environment.join(' ')}
  told=$(${git} rev-parse HEAD ${treeOf('HEAD')} ${treeOf('HEAD@{1}')} --show-toplevel --absolute-git-dir --git-common-dir) || return
  set -f
  printf '%s\\n' "$told"
  set -- $told
  ${git} ${diffTree.join(' ')} "$3" "$2" -- ${workspacePaths.map(quoted).join(' ')} && printf ${toldEnd}
}
if [ -n "$node" ] && [ -f "$hook" ]; then
  tell 2>/dev/null </dev/null | "$node" "$hook" ${call} || :
${target === 'tracked' ? elsewhere(`hook ${call}`) : ''}else
  echo "memory: node or the workspace-memory package is missing: install it again, or take our block out of $0" >&2
fi`
}

/** Leaves at once unless the index that is about to be committed, which Git names in GIT_INDEX_FILE, changes a page. */
function messageBody(name: HookName, target: ShimTarget, { prefix }: ShimPlace): string {
  const call = `${name}${workspaceOption(prefix)} "$@"`
  return `${git} diff-index --cached --quiet HEAD -- ${quoted(prefix ? `${prefix}/bank` : 'bank')} >/dev/null 2>&1
[ $? = 1 ] || exit 0
if [ -n "$node" ] && [ -f "$hook" ]; then
  "$node" "$hook" ${call} </dev/null || :
${target === 'tracked' ? elsewhere(`hook ${call}`) : ''}fi`
}

const workspaceOption = (prefix: string): string => (prefix ? ` --workspace ${quoted(prefix)}` : '')

const places = (target: ShimTarget): string =>
  target === 'tracked'
    ? `hook=node_modules/workspace-memory/bin/memory-hook.cjs
node=$(command -v node 2>/dev/null) || node=`
    : `hook=${quoted(target.hook)}
node=${quoted(target.node)}
[ -x "$node" ] || node=$(command -v node 2>/dev/null) || node=`

/** A global installation, for a workspace without a package.json. */
const elsewhere = (command: string): string => `elif command -v memory >/dev/null 2>&1; then
  memory ${command} </dev/null || :
`

/** Our part of a hook file, cut out of it. */
export interface FoundShim extends MarkedBlock {
  readonly whole: boolean
  /** Whether it calls what stood there before. */
  readonly callsKept: boolean
}

export function findShim(content: string): FoundShim | undefined {
  const found = findBlock(content, begin, end)
  return (
    found && {
      ...found,
      whole: found.part.slice(0, found.part.indexOf('\n')).includes(wholeFile),
      callsKept: found.part.includes('\n[ -x "${0%/*}/'),
    }
  )
}
