import type { Line } from './line.js'

/**
 * What surrounds an agent writes into its log as well: checks of an inbox, the text that a schedule starts it with,
 * memory pasted back. Sample lines of OpenClaw's:
 *
 *     - 09:30 — HEARTBEAT: Checked inbox, nothing new. HEARTBEAT_OK
 *     [cron:3b7e19c4-52f0-4b0e-9d51-7f0c1e0a88aa morning-brief] Compile the morning brief …
 *     [Untrusted daily memory: memory/2026-02-11.md] BEGIN_QUOTED_NOTES …
 *     System: [2026-02-13 10:52:03 AST] Exec completed (code 0)
 */
const written =
  /HEARTBEAT_OK|^\W*(?:\d{1,2}[:.]\d{2}\W+)?heartbeats?\W[^.!?]{0,40}$|^\[cron:|^System: \[\d{4}-|BEGIN_QUOTED_NOTES|^\[Untrusted |^Recalled\b[^.!?]{0,40}:/i

/** The same line on so many days is a status, and tells least of the day that is asked about. */
const daysAlike = 3
/** A longer one that comes again is text that somebody wants said again. */
const longest = 20

/** Which of the lines that were found are scaffolding: written by no hand, or the same day after day. */
export function scaffoldingAmong(lines: readonly Line[]): (line: Line) => boolean {
  const days = new Map<string, Set<string>>()
  for (const line of lines) {
    if (line.kind !== 'passage' || line.day === null || line.words.length > longest) continue
    const shape = shapeOf(line)
    const seen = days.get(shape)
    if (seen) seen.add(line.day)
    else days.set(shape, new Set([line.day]))
  }
  return (line) =>
    line.kind === 'passage' && (written.test(line.body) || (days.get(shapeOf(line))?.size ?? 0) >= daysAlike)
}

/** Without its numbers, which change: `Queue: 3 jobs` */
const shapeOf = ({ stems }: Line): string => stems.filter((stem) => !/\d/.test(stem)).join(' ')
