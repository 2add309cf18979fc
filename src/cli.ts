import { shown } from './cli/text.js'
import { isHookName, type HookName } from './hooks/hook-names.js'

/** Hooks end by then; what is left is done by the next one. */
const hookDeadline = 5000

/**
 * The command line. The only reader of argv, the environment, the working
 * folder and the clock.
 *
 * @returns the exit status: 0 done, 1 a check failed, 2 usage or environment
 */
export async function main(argv: readonly string[]): Promise<number> {
  // Whoever reads our output may stop reading: that is no failure.
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') throw cause
    process.exit(0)
  })
  const [command, name = '', flag, prefix] = argv
  if (command === 'hook' && isHookName(name) && flag !== '--help' && flag !== '-h') return hook(name, flag, prefix)
  const { run } = await import('./cli/run.js')
  return run(argv, {
    cwd: process.cwd(),
    environment: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    now: new Date(),
  })
}

/** Git waits for this one: no argument parser is loaded, and the status is always 0. */
async function hook(name: HookName, flag?: string, prefix?: string): Promise<number> {
  const { runHook } = await import('./hooks/run.js')
  const start = performance.now()
  const workspace = flag === '--workspace' ? prefix : undefined
  const line = await runHook(
    name,
    { cwd: process.cwd(), environment: process.env, workspace, patience: 2000 },
    () => performance.now() - start < hookDeadline,
  )
  if (line !== '') process.stderr.write(`${shown(line)}\n`)
  return 0
}
