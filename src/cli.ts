import { runCommandLine } from './cli/run.js'
import { MemoryError } from './model/error.js'

/**
 * The command line. Only this file reads argv, the environment, the working folder and the clock.
 *
 * @returns the exit status: 0 done, 1 a check failed, 2 usage or environment
 */
export async function main(argv: readonly string[]): Promise<number> {
  // A reader that closes the pipe early (EPIPE) is no failure. A full disk or another error of the output is one.
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') process.stderr.write(`memory: the output cannot be written: ${cause.message}\n`)
    process.exit(cause.code === 'EPIPE' ? 0 : 2)
  })
  return runCommandLine(argv, {
    get cwd() {
      return workingFolder()
    },
    environment: process.env,
    get stdin() {
      return process.stdin
    },
    stdout: process.stdout,
    stderr: process.stderr,
    now: momentHere,
  })
}

/** Node looks the time zone up anew only when TZ is set or deleted, and the zone may change while a server runs. */
function momentHere(): Date {
  if (process.env['TZ'] === undefined) delete process.env['TZ']
  return new Date()
}

function workingFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    throw new MemoryError('no-workspace', 'the folder that this runs in is gone: cd to one that is there', { cause })
  }
}
