import { dayOfPath } from '../model/note.js'
import type { Day } from '../model/time.js'

/**
 * The headings below which OpenClaw's dreaming (2026.9.6, its `memory-core`) writes into a log that somebody else
 * writes too:
 *
 *     ## Light Sleep
 *     <!-- openclaw:dreaming:light:start -->
 *     - Candidate: Boris repaired the weathervane.
 *     <!-- openclaw:dreaming:light:end -->
 *
 * It also copies lines of logs into MEMORY.md, below what stands there:
 *
 *     ## Promoted From Short-Term Memory (2026-11-21)
 *
 *     <!-- openclaw-memory-promotion:4f1c09ab77e2 -->
 *     - Boris repaired the weathervane. [score=0.744 signals=4 recalls=2 avg=0.590 source=memory/2026-11-20.md:8-8]
 */
export const dreamtHeading = /^(?:light|rem|deep) sleep$/i

/** The lines of a part that dreaming keeps up to date, with its first and last marker; 1-based, both included. */
export interface Dreamt {
  readonly first: number
  readonly last: number
}

const border = /^[ \t]*<!--[ \t]*openclaw:dreaming:[a-z][a-z0-9-]*:(start|end)[ \t]*-->[ \t]*$/i

/** The parts that dreaming keeps, in order. A start marker without an end is ignored: others' text may follow it. */
export function dreamtIn(text: string, lines: readonly string[]): Dreamt[] {
  if (!text.includes('openclaw:dreaming:')) return []
  const found: Dreamt[] = []
  let first = 0
  lines.forEach((line, at) => {
    const which = border.exec(line)?.[1]?.toLowerCase()
    if (which === 'start') first = at + 1
    else if (which === 'end' && first > 0) {
      found.push({ first, last: at + 1 })
      first = 0
    }
  })
  return found
}

const citation =
  / (?:\[score=[\d.]{1,9} signals=\d{1,9} recalls=\d{1,9} avg=[\d.]{1,9} source=([^\]\s]{1,300}):\d{1,9}-\d{1,9}\]|Source: ([^\s#]{1,300})#L\d{1,9}-L\d{1,9})(?= |$)/

/** An entry that was copied from a log, without the place that it cites, and the day of that log. */
export function copiedFrom(markdown: string): { readonly said: string; readonly day: Day | null } {
  const found = citation.exec(markdown)
  if (!found) return { said: markdown, day: null }
  const [whole, promoted, consolidated = ''] = found
  const said = markdown.slice(0, found.index) + markdown.slice(found.index + whole.length)
  return { said, day: dayOfPath(promoted ?? consolidated) }
}
