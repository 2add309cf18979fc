/** What a hook does after Git moved HEAD. */
interface HookSpec {
  /** Write pages too; otherwise only the index is brought up to date. */
  readonly pages: boolean
  readonly about: string
}

/** Post-checkout and post-rewrite come in the middle of other work: they leave `bank/` alone. */
export const hooks = {
  'post-commit': { pages: true, about: 'after a commit: index it, regenerate the pages it touches' },
  'post-merge': { pages: true, about: 'after a merge or pull: the same' },
  'post-checkout': { pages: false, about: 'after a switch: index' },
  'post-rewrite': { pages: false, about: 'after an amend or rebase: index' },
} as const satisfies Record<string, HookSpec>

export type HookName = keyof typeof hooks
export const hookNames = Object.keys(hooks) as readonly HookName[]
export const isHookName = (name: string): name is HookName => Object.hasOwn(hooks, name)
