import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '../files/files.js'

/** The file that many agents read: https://agents.md */
export const agentsFile = 'AGENTS.md'
export const claudeFile = 'CLAUDE.md'
/** The files that Claude Code and Gemini read in its place, or beside it. */
const others = [claudeFile, 'GEMINI.md'] as const

/** A line that imports AGENTS.md: `@AGENTS.md`, `@./AGENTS.md`. A byte order mark before it counts as a blank. */
const takesIn = /^\s*@(?:\.\/)?AGENTS\.md\s*$/m

/**
 * The files at the top of a workspace for our block: AGENTS.md, and the existing others that do not import it. A
 * missing AGENTS.md is left out if others exist and none of them imports it.
 */
export function instructionFiles(root: string): string[] {
  const standing = others.filter((path) => isFile(root, path))
  const reading = standing.filter((path) => takesIn.test(readRegular(root, path)?.toString('utf8') ?? ''))
  const own = standing.filter((path) => !reading.includes(path))
  const isWanted = isFile(root, agentsFile) || own.length === 0 || reading.length > 0
  return isWanted ? [agentsFile, ...own] : own
}

/** The existing instruction files: a block of ours may be in each. */
export const standingFiles = (root: string): string[] => [agentsFile, ...others].filter((path) => isFile(root, path))

const isFile = (root: string, path: string): boolean =>
  lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
