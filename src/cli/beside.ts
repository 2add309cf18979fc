import { shown } from './text.js'

interface Beside {
  /** Bullets that earlier calls left, of which a report may tell the place apart. */
  readonly waited?: readonly { readonly id: string; readonly bullet: string }[]
  readonly brought: readonly string[]
  readonly waiting: readonly string[]
}

/** What a commit landed of earlier calls, and what waits on. */
export const besideLines = ({ waited = [], brought, waiting }: Beside): string[] => [
  ...waited.map(({ bullet, id }) => `Landed with it: ${shown(bullet)}  ^${id}`),
  ...brought.map((line) => `Landed with it: ${shown(line)}`),
  ...waiting.map((line) => `Waits on, for what it is about is in no commit, or its page is staged: ${shown(line)}`),
]

/** `Committed as 0123456789ab.`; that nothing was, where somebody asked for it. */
export const committedLines = (commit: string | null, isAsked: boolean): string[] =>
  commit !== null ? [`Committed as ${commit.slice(0, 12)}.`] : isAsked ? ['Nothing was committed.'] : []
