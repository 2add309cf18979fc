import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { gitEnvironment, run } from './run-git.js'

/** The words and length of Git's conflict markers: `<<<<<<< ours`, with `size` signs. */
export interface Markers {
  readonly ours: string
  readonly base: string
  readonly theirs: string
  readonly size: number
}

export const plainMarkers: Markers = { ours: 'ours', base: 'base', theirs: 'theirs', size: 7 }

export interface MergedText {
  readonly text: string
  readonly conflict: boolean
}

/**
 * Merge three versions of a text by line, with `git merge-file`: bytes, line ends and a missing last line end stay.
 *
 * @param encoding of the strings; latin1 for bytes that are no UTF-8
 * @param style `diff3` shows a conflict with the base's lines too
 * @throws MemoryError git-failed
 */
export function mergeText(
  base: string,
  ours: string,
  theirs: string,
  { ours: left, base: was, theirs: right, size }: Markers = plainMarkers,
  encoding: 'utf8' | 'latin1' = 'utf8',
  style: 'merge' | 'diff3' = 'merge',
): MergedText {
  if (ours === theirs || base === theirs) return { text: ours, conflict: false }
  if (base === ours) return { text: theirs, conflict: false }
  // For Git this is not text: it keeps ours and says that it cannot merge.
  if ([base, ours, theirs].some((text) => text.includes('\0'))) return { text: ours, conflict: true }
  const folder = mkdtempSync(join(tmpdir(), 'memory-merge-'))
  try {
    const paths = Object.entries({ ours, base, theirs }).map(([name, text]) => {
      const path = join(folder, name)
      writeFileSync(path, text, encoding)
      return path
    })
    const labels = [left, was, right].flatMap((label) => ['-L', label])
    const both = style === 'diff3' ? ['--diff3'] : []
    const asked = ['merge-file', '-p', '-q', ...both, `--marker-size=${size}`, ...labels, '--', ...paths]
    const { status, stdout, stderr } = run(process.cwd(), gitEnvironment(process.env, process.cwd()), asked)
    // A status up to 127 is the number of conflicts.
    if (status > 127) throw new MemoryError('git-failed', `git merge-file failed: ${stderr || `exit ${status}`}`)
    return { text: stdout.toString(encoding), conflict: status > 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
