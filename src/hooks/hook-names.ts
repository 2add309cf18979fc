/** What a hook does: after Git moved HEAD, or while it prepares a commit. */
interface HookSpec {
  /**
   * - `pages`: bring the index up to date and write the pages that are behind.
   * - `index`: bring the index up to date.
   * - `message`: say in the commit message why its pages changed.
   */
  readonly does: 'pages' | 'index' | 'message'
  /** Whether Git may go on before it ends, where the settings say so: nothing that Git puts back or takes away follows it. */
  readonly detaches?: true
}

/** Post-checkout and post-rewrite come in the middle of other work: they leave `bank/` alone, but at the end of a rebase. */
export const hooks = {
  'post-commit': { does: 'pages', detaches: true },
  'post-merge': { does: 'pages' },
  'post-checkout': { does: 'index' },
  'post-rewrite': { does: 'index' },
  'prepare-commit-msg': { does: 'message' },
} as const satisfies Record<string, HookSpec>

export type HookName = keyof typeof hooks
export const hookNames = Object.keys(hooks) as readonly HookName[]
export const isHookName = (name: string): name is HookName => Object.hasOwn(hooks, name)
