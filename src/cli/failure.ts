import type { ErrorCode, MemoryError } from '../model/error.js'
import type { Io } from './command.js'
import { paintOn } from './paint.js'
import { safeJsonLine, shown } from './text.js'

/** The failure of a command line that no command understands. */
export class UsageError extends Error {}

/** `usage` and `bug` occur only in the command line; the library throws the others too. */
interface Failure {
  readonly code: ErrorCode | 'usage' | 'bug'
  readonly message: string
  readonly status: 1 | 2
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof UsageError) return { code: 'usage', message: cause.message, status: 2 }
  if (isMemoryError(cause))
    return { code: cause.code, message: cause.message, status: cause.code === 'not-found' ? 1 : 2 }
  // An error of the file system is no bug: `ENOSPC: no space left on device, open '/home/me/notes/…'`.
  if (cause instanceof Error && 'syscall' in cause) return { code: 'file-failed', message: cause.message, status: 2 }
  // Node itself would print the source line as well, which in a bundle is the whole program.
  const trace = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return { code: 'bug', message: `this is a bug, please report it: ${trace}`, status: 2 }
}

/** By name, not by `instanceof`: rarely loaded code is in another bundle, with a class of its own. */
const isMemoryError = (cause: unknown): cause is MemoryError => cause instanceof Error && cause.name === 'MemoryError'

/** Whether JSON was asked for. It is found without parsing the options, since those may be what is wrong. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--json' || word === '--json=true')
}

/**
 * Print a failure to stderr: as a sentence, or with `--json` as one line,
 * `{"error":{"code":"not-found","message":"nothing is called Nobody: …"}}`.
 *
 * @returns the exit status
 */
export function tellFailure(cause: unknown, argv: readonly string[], { stderr, environment }: Io): number {
  const { code, message, status } = failureOf(cause)
  const line = wantsJson(argv)
    ? safeJsonLine({ error: { code, message } })
    : `${paintOn(stderr, environment).bad('memory:')} ${code === 'bug' ? message.split('\n').map(shown).join('\n') : shown(message)}`
  stderr.write(`${line}\n`)
  return status
}
