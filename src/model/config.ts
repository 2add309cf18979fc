import type { MinSupport } from './evidence.js'
import { noOriginSettings, type OriginSettings } from './origin-class.js'

/** `.memory/config.json`: data only. Every key is optional. */
export interface Config {
  /** The lowest package version that may write pages, e.g. `0.2.0`. */
  readonly requires: string | null
  /** IANA time zone that decides what a day is; null: the machine's. */
  readonly timezone: string | null
  /** Who asks: the entity that `I` and `my` in a question stand for. */
  readonly me: string
  readonly retain: {
    /** Headings that open a section in which every bullet is a fact, beside Retain, 保留 and Mantieni. */
    readonly headings: readonly string[]
  }
  readonly mentions: {
    /** Whether `[[Peter]]`, as Obsidian links notes, mentions Peter as `@Peter` does. */
    readonly wikilinks: boolean
  }
  readonly bank: {
    /**
     * `worktree`: hooks leave regenerated pages as an unstaged diff. `commit`: they land them as a commit of their own.
     * `off`: only `memory reflect` writes.
     */
    readonly onCommit: 'worktree' | 'commit' | 'off'
    /**
     * `everywhere`: a fact stands on the page of its kind and on the page of each name. `once`: it stands on the page
     * of its kind only where it names nobody.
     */
    readonly tell: 'everywhere' | 'once'
  }
  readonly hooks: {
    /** `attached`: a commit waits for its hook. `detached`: it does not; what the hook says is kept for `memory status`. */
    readonly mode: 'attached' | 'detached'
  }
  readonly recall: {
    /** Whether the company of words counts for what a question finds. */
    readonly company: boolean
    /** Below this support an answer has no results. */
    readonly minSupport: MinSupport
  }
  readonly origin: OriginSettings
  readonly core: {
    /**
     * Characters that a core block may have: an edit that makes it longer is refused, and a brief leaves out what is
     * beyond.
     */
    readonly limit: number
  }
}

/** What a note is read by. Where only other settings change, no note is read again. */
export interface ReadingConfig extends Pick<Config, 'retain' | 'mentions'> {
  readonly origin: Pick<OriginSettings, 'hold' | 'notes'>
}

export const readingConfig = ({ retain, mentions, origin: { hold, notes } }: ReadingConfig): ReadingConfig => ({
  retain,
  mentions,
  origin: { hold, notes },
})

export const defaultConfig: Config = {
  requires: null,
  timezone: null,
  me: 'User',
  retain: { headings: [] },
  mentions: { wikilinks: false },
  bank: { onCommit: 'worktree', tell: 'everywhere' },
  hooks: { mode: 'attached' },
  recall: { company: true, minSupport: 'weak' },
  origin: noOriginSettings,
  core: { limit: 5000 },
}

/**
 * Whether a commit goes on before its hook ends. A hook that lands pages is waited for: it would move HEAD under the
 * next command.
 */
export const isDetached = ({ hooks, bank }: Config): boolean => hooks.mode === 'detached' && bank.onCommit !== 'commit'

export const retainHeadings = ['Retain', '保留', 'Mantieni'] as const

/**
 * A heading whose first word is one of these opens a section in which typed bullets are facts, whatever else it says:
 * `🧠 Retain (evening)`.
 */
export const retainWords = [
  ...retainHeadings,
  'Behalten',
  'Conserver',
  'Retener',
  'Reter',
  'Удержать',
  '保持',
  '유지',
] as const
