import { readFileSync, writeSync } from 'node:fs'
import { printable } from '../text/safe-text.js'
import { parseTold, type ShimReport } from '../git/git-output.js'
import { isHookName } from './hook-names.js'
import { explain, isMessageHook, runHook } from './run.js'

/**
 * The program that the shims run:
 *
 *     git … | memory-hook post-commit [--workspace FOLDER]      with what Git told on stdin
 *     git … | memory-hook post-rewrite [--workspace FOLDER] rebase
 *     memory-hook prepare-commit-msg [--workspace FOLDER] FILE [SOURCE [COMMIT]]
 *
 * Git waits for it, so it is a bundle of its own without an argument parser.
 */
export async function main([name = '', ...rest]: readonly string[]): Promise<void> {
  if (!isHookName(name)) return
  const workspace = rest[0] === '--workspace' ? rest[1] : undefined
  const where = { cwd: process.cwd(), environment: process.env, workspace }
  const given = workspace === undefined ? rest : rest.slice(2)
  if (isMessageHook(name)) {
    await explain(where, given)
    return
  }
  const line = await runHook(name, { ...where, told: told() }, given)
  if (line === '') return
  try {
    writeSync(2, `${printable(line)}\n`) // process.stderr would load streams and sockets first, 2 ms
  } catch {
    // nobody reads the output
  }
}

function told(): ShimReport | undefined {
  try {
    return parseTold(readFileSync(0))
  } catch {
    return undefined // no stdin
  }
}
