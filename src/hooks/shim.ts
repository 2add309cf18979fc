import { workspacePaths } from '../model/note.js'
import { inQuotes } from '../text/safe-text.js'
import { ownFolder } from '../files/own-folder.js'
import { toldEnd } from '../git/git-output.js'
import { safeEnvironment, safely } from '../git/run-git.js'
import { diffTree } from '../git/trees.js'
import { operations } from '../git/under-way.js'
import { trackedPlace, type LocalTarget, type CarriedPlace } from './carried.js'
import { hooks, type HookName } from './hook-names.js'
import { findBlock, type MarkedBlock } from '../text/marked-block.js'
import { detachedFlag, detachedName, toldName } from '../workspace/session/detached.js'
import { settledName } from '../workspace/session/settled.js'

/** A clone's own paths to us; a `tracked` hook runs in every clone, and so names no such paths. */
export type ShimTarget = LocalTarget | 'tracked'

export interface ShimPlace {
  /** The workspaces that it serves, as folders from the repository's top; empty for the top itself. */
  readonly prefixes: readonly string[]
  /** Places in the working trees from which it runs something. */
  readonly places: readonly CarriedPlace[]
  /** Whether the whole file is ours, so that it is deleted with our part. */
  readonly whole: boolean
  /** The name of the earlier hook, which is called after ours; empty where there is none. */
  readonly kept: string
}

/** The name for an earlier hook that is no sh script. Our file takes its place and calls it. */
export const keptName = (name: HookName): string => `${name}.kept`

/** The first line of a file that is wholly ours. */
export const shebang = '#!/bin/sh\n'

const begin = '# >>> workspace-memory hook'
const end = '# <<< workspace-memory hook'
const wholeFile = 'this file is ours'

/** Git's variables for hooks that would lead a Git of ours to another repository (`git rev-parse --local-env-vars`). */
const leading =
  'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE GIT_REPLACE_REF_BASE GIT_SHALLOW_FILE'

const git = `git ${safely.map(inQuotes).join(' ')}`

/**
 * Our part of a hook file, in plain sh. It runs in a subshell, so it leaves variables, arguments, stdin and status to
 * the rest of the file. A missing program costs only time, never a commit: the next `memory` command indexes what the
 * hook could not. NODE_EXTRA_CA_CERTS is unset: Node would read the certificates as it starts (70 ms for a bundle of
 * 140), and a hook never connects.
 */
export function shim(name: HookName, target: ShimTarget, place: ShimPlace): string {
  const { whole, kept, prefixes } = place
  const places = target === 'tracked' ? [trackedPlace] : place.places
  const body = hooks[name].does === 'message' ? messageBody : indexBody
  const work = `unset NODE_EXTRA_CA_CERTS
${outside}
${pathsOf(target)}
${readyOf(target, places)}
${body(name, target, prefixes)}`
  return `${begin}: ${name} (\`memory hooks uninstall\` removes it${whole ? `; ${wholeFile}` : ''})
(
${'detaches' in hooks[name] ? detaching(work, prefixes) : work}
) || :
${kept ? `[ -x "\${0%/*}/${kept}" ] && exec "\${0%/*}/${kept}" "$@"\n:\n` : ''}${end}
`
}

/**
 * Our work, run in the background where the settings say so: Git goes on at once, output is kept in a file, and no pipe
 * of Git's is held open. While Git has an operation under way the work stays in the foreground: Git may restore files
 * next, and pages written meanwhile would stop that. The subshell is for dash, which keeps open what a function's
 * redirections replace.
 */
function detaching(work: string, prefixes: readonly string[]): string {
  const folders = prefixes.map((prefix) => `"$git"/${inQuotes(ownFolder('', prefix))}`)
  const isMeant = folders.map((folder) => `[ -f ${folder}/${detachedName} ]`)
  const isAtRest = operations.map(([file]) => `[ ! -e "$git"/${file} ]`)
  return `work() {
${work}
}
git=\${GIT_DIR:-.git} detached=
if ${[...isMeant, ...isAtRest].join(' && ')}; then
  detached=${detachedFlag}
  (work "$@") </dev/null >/dev/null 2>${folders[0]}/${toldName} &
else
  work "$@"
fi`
}

/**
 * Takes folders of the working tree out of PATH, where a commit could have put programs: `.`, an empty word, and the
 * `node_modules/.bin` that npm and husky put first. It uses builtins only, so nothing is started for it.
 */
const outside = `cd -P . && top=$PWD || exit 0
rest=$PATH: PATH=
while [ "$rest" ]; do
  folder=\${rest%%:*} rest=\${rest#*:}
  case $folder in /*) cd -P "$folder" 2>/dev/null || continue ;; *) continue ;; esac
  case $PWD/ in "$top"/*) ;; *) PATH=$PATH\${PATH:+:}$folder ;; esac
done
[ "$PATH" ] || PATH=/usr/bin:/bin
cd "$top"`

/**
 * The shell function `uncarried FOLDER NAME HOLDS`. It succeeds where HEAD and index have no file under NAME in FOLDER,
 * nor under a name that the file system takes for NAME (`node_modules`, `Node_Modules`). HOLDS, with links followed, must
 * be in NAME too, or outside the working tree: a dependency `file:./folder` is a link to another folder of the tree.
 */
export const withoutCarried = `uncarried() (
  unset ${leading}
  cd -P "$1" && here=$PWD && [ . -ef "$here" ] || exit 1
  names=$(${git} ls-tree --name-only HEAD && ${git} diff-index --cached --name-only --relative --diff-filter=d HEAD) || exit 1
  set -f
  IFS='
'
  for name in $names; do
    [ "\${name%%/*}" -ef "$2" ] && exit 1
  done
  [ "$3" ] || exit 0
  cd -P "\${3%/*}" || exit 1
  case $PWD/ in "$here/$2"/*) ;; "$here"/* | "$top"/*) exit 1 ;; esac
)`

/** A condition of sh: whether no commit has files at any of these places. */
export const noneCarried = (places: readonly CarriedPlace[]): string =>
  places
    .map(({ folder, name, holds }) => `uncarried ${inQuotes(folder)} ${inQuotes(name)} ${inQuotes(holds)} 2>/dev/null`)
    .join(' && ')

/** The shell function `ready`: whether there is a hook program that may be run. Where not, `why` has the reason. */
function readyOf(target: ShimTarget, places: readonly CarriedPlace[]): string {
  const missing = inQuotes('node or the workspace-memory package is missing: install it again')
  const there = `[ -n "$node" ] && [ -f "$hook" ]`
  if (places.length === 0) return `why=${missing}\nready() { ${there}; }`
  const among = [...new Set(places.map(({ name }) => name))].join(' or ')
  const carried = inQuotes(`HEAD or the index holds ${among}, so what stands there is not run: install it globally`)
  return `${withoutCarried}
ready() {
  why=${missing}
  ${there} || return
  why=${carried}
  ${noneCarried(places)}
}`
}

/**
 * The work of a hook that indexes. Node is not started where HEAD has the tree for which all was last done, as after
 * most commits in a repository of code.
 *
 * While Node starts, Git writes what HEAD is and how it differs from before; `parseTold` reads that, and asks Git for
 * what is missing. The tree is asked of the commit, not of HEAD, which may have moved since.
 */
function indexBody(name: HookName, target: ShimTarget, prefixes: readonly string[]): string {
  const treeIn = (prefix: string): string => (prefix ? `:${prefix}` : '^{tree}')
  const environment = Object.entries(safeEnvironment).map(([key, value]) => `${key}=${value}`)
  const told = (prefix: string): string => `tell ${inQuotes(treeIn(prefix))} 2>/dev/null </dev/null`
  const settled = (prefix: string): string =>
    `settled ${inQuotes(`${ownFolder('', prefix)}/${settledName}`)} ${inQuotes(`HEAD${treeIn(prefix)}`)}`
  return `alone() {
  unset ${leading}
  export ${environment.join(' ')}
}
settled() (
  file=\${GIT_DIR:-.git}/$1
  [ -f "$file" ] && read -r tree <"$file" || exit 1
  case $tree in '' | *[!0-9a-f]*) exit 1 ;; esac
  alone
  ${git} diff-tree --quiet "$tree" "$2" -- ${workspacePaths.map(inQuotes).join(' ')} </dev/null
) 2>/dev/null
tell() {
  alone
  commit=$(${git} rev-parse HEAD) || return
  told=$(${git} rev-parse "$commit" "$commit$1" "HEAD@{1}$1" --show-toplevel --absolute-git-dir --git-common-dir) || return
  set -f
  printf '%s\\n' "$told"
  set -- $told
  ${git} ${diffTree.join(' ')} "$3" "$2" -- ${workspacePaths.map(inQuotes).join(' ')} && printf ${toldEnd}
}
if ready; then
${eachOf(prefixes, (prefix) => `  ${settled(prefix)} || ${told(prefix)} | "$node" "$hook" ${callOf(name, prefix)} || :`)}
${elsewhere(target, prefixes, (prefix) => `hook ${callOf(name, prefix)}`)}else
  echo "memory: $why, or take our block out of $0" >&2
fi`
}

/** The work of the message hook. It ends at once unless the index to commit (GIT_INDEX_FILE) changes a page. */
function messageBody(name: HookName, target: ShimTarget, prefixes: readonly string[]): string {
  const call = (prefix: string): string => `${callOf(name, prefix)} "$@"`
  const pages = prefixes.map((prefix) => inQuotes(prefix ? `${prefix}/bank` : 'bank'))
  return `${git} diff-index --cached --quiet HEAD -- ${pages.join(' ')} >/dev/null 2>&1
[ $? = 1 ] || exit 0
if ready; then
${eachOf(prefixes, (prefix) => `  "$node" "$hook" ${call(prefix)} </dev/null || :`)}
${elsewhere(target, prefixes, (prefix) => `hook ${call(prefix)}`)}fi`
}

const eachOf = (prefixes: readonly string[], line: (prefix: string) => string): string => prefixes.map(line).join('\n')

/**
 * The arguments of a call. For post-rewrite Git's `$1` is passed on, which is `amend` or `rebase`; `$detached`, our flag,
 * comes last.
 */
const callOf = (name: HookName, prefix: string): string =>
  [
    name,
    ...(prefix ? [`--workspace ${inQuotes(prefix)}`] : []),
    ...(name === 'post-rewrite' ? ['"$1"'] : []),
    ...('detaches' in hooks[name] ? ['$detached'] : []),
  ].join(' ')

const pathsOf = (target: ShimTarget): string =>
  target === 'tracked'
    ? `hook=${trackedPlace.holds}
node=$(command -v node 2>/dev/null) || node=`
    : `hook=${inQuotes(target.hook)}
node=${inQuotes(target.node)}
[ -x "$node" ] || node=$(command -v node 2>/dev/null) || node=`

/** The branch of a tracked hook that runs a global installation, for a workspace without a package.json. */
const elsewhere = (target: ShimTarget, prefixes: readonly string[], command: (prefix: string) => string): string =>
  target === 'tracked'
    ? `elif command -v memory >/dev/null 2>&1; then
${eachOf(prefixes, (prefix) => `  memory ${command(prefix)} </dev/null || :`)}
`
    : ''

export interface FoundShim extends MarkedBlock {
  readonly whole: boolean
  /** Whether it calls the earlier hook. */
  readonly callsKept: boolean
  /** The workspaces that it serves; parts by older versions are read too. */
  readonly prefixes: readonly string[]
}

export function findShim(content: string): FoundShim | undefined {
  const found = findBlock(content, begin, end)
  return (
    found && {
      ...found,
      whole: found.part.slice(0, found.part.indexOf('\n')).includes(wholeFile),
      callsKept: found.part.includes('\n[ -x "${0%/*}/'),
      prefixes: servedBy(found.part),
    }
  )
}

/**
 * The workspaces in the calls of a block, which holds them as UTF-8:
 *
 *     … | "$node" "$hook" post-commit --workspace 'it'\\''s here' || :
 */
function servedBy(part: string): string[] {
  const text = Buffer.from(part, 'latin1').toString('utf8')
  const calls = text.matchAll(/"\$node" "\$hook" [a-z-]+(?: --workspace ((?:[\w./:=-]|'[^']*'|\\')+))?/g)
  const prefixes = [...calls].map(([, word = '']) => word.replaceAll(/'([^']*)'|\\(')/g, '$1$2'))
  return prefixes.filter((prefix) => !prefix.startsWith('/') && !prefix.split('/').includes('..'))
}
