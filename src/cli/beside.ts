import { shown } from './text.js'

interface Beside {
  /** Bullets that earlier calls left uncommitted, in reports that give their ids. */
  readonly waited?: readonly { readonly id: string; readonly bullet: string }[]
  readonly brought: readonly string[]
  readonly waiting: readonly string[]
}

export const besideLines = ({ waited = [], brought, waiting }: Beside): string[] => [
  ...waited.map(({ bullet, id }) => `Landed with it: ${shown(bullet)}  ^${id}`),
  ...brought.map((line) => `Landed with it: ${shown(line)}`),
  ...waiting.map((line) => `Waits on, for what it is about is in no commit, or its page is staged: ${shown(line)}`),
]

/** `Committed as 0123456789ab.`, or where a commit was asked for and none was made: `Nothing was committed.` */
export const committedLines = (commit: string | null, isAsked: boolean): string[] =>
  commit !== null ? [`Committed as ${commit.slice(0, 12)}.`] : isAsked ? ['Nothing was committed.'] : []
