import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '../files/files.js'

/** Which many agents read: https://agents.md */
export const agentsFile = 'AGENTS.md'
export const claudeFile = 'CLAUDE.md'
/** What Claude Code and Gemini read in its place, or beside it. */
const others = [claudeFile, 'GEMINI.md'] as const

/** A line that takes the other file in: `@AGENTS.md`, `@./AGENTS.md`. */
const takesIn = /^\s*@(?:\.\/)?AGENTS\.md\s*$/m

/**
 * The files at the top of a workspace that agents read first: those that stand there as files of their own, and are not
 * told all that AGENTS.md says by a line of theirs. AGENTS.md where there is none.
 */
export function instructionFiles(root: string): string[] {
  const standing = others.filter((path) => isFile(root, path))
  const reading = standing.filter((path) => takesIn.test(readRegular(root, path)?.toString('latin1') ?? ''))
  const own = standing.filter((path) => !reading.includes(path))
  const isWanted = isFile(root, agentsFile) || own.length === 0 || reading.length > 0
  return isWanted ? [agentsFile, ...own] : own
}

/** Those that stand there, for a block of ours may be in each. */
export const standingFiles = (root: string): string[] => [agentsFile, ...others].filter((path) => isFile(root, path))

const isFile = (root: string, path: string): boolean =>
  lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
