import { runCommandLine } from './cli/run.js'
import { MemoryError } from './model/error.js'

/**
 * The command line. The only reader of argv, the environment, the working
 * folder and the clock.
 *
 * @returns the exit status: 0 done, 1 a check failed, 2 usage or environment
 */
export async function main(argv: readonly string[]): Promise<number> {
  // Whoever reads our output may stop reading: that is no failure. A disk that is full of it is one.
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

/** In the zone where the machine is now: a server lives through a journey, and Node asks for the zone anew only where TZ is set or removed. */
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
