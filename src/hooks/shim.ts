import type { HookName } from './hook-names.js'

/** What a shim needs to know of the machine it is written on. */
export interface ShimTarget {
  /** The node that installed it; a PATH in a GUI may have none. */
  readonly node: string
  /** `bin/memory.js` of the installed package. */
  readonly memory: string
  /** The workspace below the repository's top; empty where it is the top. */
  readonly prefix: string
}

const mark = '# workspace-memory hook'

/** Whether a hook file is one that we wrote. */
export const isShim = (content: string): boolean => content.split('\n').some((line) => line.startsWith(mark))

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * A hook file. Plain sh; whatever is missing costs lateness, never a commit:
 * the next `memory` command indexes what a hook could not.
 */
export function shim(name: HookName, { node, memory, prefix }: ShimTarget): string {
  return `#!/bin/sh
${mark}: ${name} (written by \`memory init\`; \`memory hooks uninstall\` removes it)
memory=${quoted(memory)}
node=${quoted(node)}
[ -x "$node" ] || node=$(command -v node 2>/dev/null) || node=
if [ -n "$node" ] && [ -f "$memory" ]; then
  "$node" "$memory" hook ${name}${prefix ? ` --workspace ${quoted(prefix)}` : ''} </dev/null || :
else
  echo "memory: node or the workspace-memory package is missing; the next memory command catches up" >&2
fi
exit 0
`
}
