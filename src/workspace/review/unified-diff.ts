import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { diffOfFolders } from '../../git/diff-folders.js'

/** A unified diff of texts by path, as `git diff` prints one. */
export function unifiedDiff(texts: Readonly<Record<'before' | 'after', ReadonlyMap<string, string>>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'memory-diff-'))
  try {
    for (const [side, files] of [
      ['a', texts.before],
      ['b', texts.after],
    ] as const) {
      mkdirSync(join(folder, side))
      for (const [path, text] of files) {
        // A path of a foreign tree may lead out of the folder.
        if (!path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')) continue
        const file = join(folder, side, path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    }
    return diffOfFolders(folder, 'a', 'b')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
