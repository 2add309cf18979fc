interface HookSpec {
  /**
   * - `pages`: bring the index up to date and write the stale pages.
   * - `index`: bring the index up to date.
   * - `message`: say in the commit message why its pages changed.
   */
  readonly does: 'pages' | 'index' | 'message'
  /** Whether the settings may let Git go on before the hook ends: Git restores or removes no files after it. */
  readonly detaches?: true
}

/**
 * The hooks. post-checkout and post-rewrite run in the middle of other work, so they leave `bank/` alone; only at the
 * end of a rebase post-rewrite writes pages.
 */
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
