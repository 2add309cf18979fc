/**
 * Lines that the program around an agent writes into its log: checks of an inbox, the text that a schedule starts the
 * agent with, memory pasted back. Sample lines of OpenClaw's:
 *
 *     - 09:30 — HEARTBEAT: Checked inbox, nothing new. HEARTBEAT_OK
 *     [cron:3b7e19c4-52f0-4b0e-9d51-7f0c1e0a88aa morning-brief] Compile the morning brief …
 *     [Untrusted daily memory: memory/2026-02-11.md] BEGIN_QUOTED_NOTES …
 *     **Session Key**: agent:main:telegram:direct:4711
 *     System: [2026-02-13 10:52:03 AST] Exec completed (code 0)
 */
const written =
  /HEARTBEAT_OK|^\W*(?:\d{1,2}[:.]\d{2}\W+)?heartbeats?\W[^.!?]{0,40}$|^\[cron:|^System: \[\d{4}-|BEGIN_QUOTED_NOTES|^\[Untrusted |^Recalled\b[^.!?]{0,40}:|^\*{0,2}Session (?:Key|ID)\*{0,2}:/i

export const isScaffolding = (text: string): boolean => written.test(text)

/** Whether a heading is that of a session written down as it was spoken: `Session: 2026-02-11 18:42:25 UTC`. */
export const isSpoken = (trail: readonly string[]): boolean =>
  trail.some((title) => /^Session: \d{4}-\d{2}-\d{2} /.test(title))

/** A turn of a conversation: `user: …`, `assistant: …`. */
const pasted = /(?<![\p{L}`])(?:user|assistant|system|human): /iu
/** A first test that nearly every line fails: the other one takes Unicode's tables. */
const mayBePasted = /(?:user|assistant|system|human): /i

export const isPasted = (text: string): boolean => mayBePasted.test(text) && pasted.test(text)
