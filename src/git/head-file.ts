import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oidForm } from './git-output.js'

/**
 * The commit that HEAD names, read from the files of the ref store (gitrepository-layout(5)). Starting Git takes 6 ms;
 * a process that answers many questions saves that while HEAD stands still.
 *
 *     HEAD                ref: refs/heads/main
 *     refs/heads/main     616c2db138…        else packed-refs: `616c2db138… refs/heads/main`
 *
 * @returns undefined where these files do not tell, as in a repository whose refs are a reftable; Git is then asked
 */
export function commitNamed(gitDir: string, commonDir: string): string | undefined {
  const head = firstLine(join(gitDir, 'HEAD'))
  if (head === undefined || oidForm.test(head)) return head
  const branch = /^ref: (refs\/heads\/.+)$/.exec(head)?.[1]
  if (branch === undefined || branch.includes('..')) return undefined
  // Git packs a ref before it removes the loose file, so in this order one of the two is found.
  const loose = firstLine(join(commonDir, branch))
  if (loose !== undefined) return oidForm.test(loose) ? loose : undefined
  const packed = textOf(join(commonDir, 'packed-refs'))
  const at = packed?.indexOf(` ${branch}\n`) ?? -1
  if (!packed || at < 0) return undefined
  const oid = packed.slice(packed.lastIndexOf('\n', at) + 1, at)
  return oidForm.test(oid) ? oid : undefined
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const firstLine = (path: string): string | undefined => textOf(path)?.split('\n', 1)[0]!.trimEnd()
