import type { Repo } from '../support/with-repo.js'

/** The example of docs/grammar.md, as the log of its day. */
export const designExample = `## Retain
- W @Peter: Currently in Marrakech (Nov 27–Dec 1, 2025) for Andy's birthday.
- B @warelay: I fixed the Baileys WS crash by wrapping connection.update handlers in try/catch.
- O(c=0.95) @Peter: Prefers concise replies (<1500 chars) on WhatsApp; long content goes into files.
- S @Peter @warelay: Peter reviews warelay changes on Fridays.
`

export const designLog = 'memory/2025-11-27.md'

/** What `memory … --json` printed: one JSON value on stdout, nothing on stderr, status 0. */
export function jsonOf<T = Record<string, unknown>>(repo: Repo, ...args: readonly string[]): T {
  const { status, stdout, stderr } = repo.memory(...args, '--json')
  if (status !== 0 || stderr !== '')
    throw new Error(`memory ${args.join(' ')} --json: exit ${status}\n${stderr}${stdout}`)
  return JSON.parse(stdout) as T
}
