import { isUtf8 } from 'node:buffer'
import { mergeLog } from '../../git/merge-log.js'
import { mergeText, plainMarkers, type MergedText } from '../../git/merge-text.js'
import { notHeld } from '../../git/run-git.js'
import type { Head, PastCommit, TreeChange } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import { mergePage } from '../../pages/edits/merge-page.js'
import { MemoryError } from '../../model/error.js'
import { isPage } from '../../model/note.js'
import { linesWithout } from '../../text/lines-without.js'

/** Files without what commits did to them; null for a file that goes. */
export interface RevertedFiles {
  readonly files: ReadonlyMap<string, Buffer | null>
  /** Files from which a change could not be taken: others changed the same lines since, or they are no text. */
  readonly conflicts: readonly string[]
}

/**
 * Takes commits out of a tree, one after another, as `git revert` does. But a log that one of them began stays, with
 * its headings, where others went on with it.
 *
 * @param commits none of them a merge; the newest first
 */
export function revertCommits(repository: Repository, { tree }: Head, commits: readonly PastCommit[]): RevertedFiles {
  const files = new Map<string, Buffer | null>()
  const conflicts = new Set<string>()
  const standing = new Map(repository.files(tree).map(({ path, oid }) => [path, oid]))
  for (const { commit } of commits) {
    const changes = changesByCommit(repository, commit)
    const oids = changes.flatMap(({ path, was, now }) => [was ?? [], now?.oid ?? [], standing.get(path) ?? []].flat())
    const blobs = repository.blobs([...new Set(oids)])
    // Without one of its sides a file would be merged as if that side were empty.
    if (oids.some((oid) => !blobs.has(oid)))
      throw notHeld(repository.root, `all versions of what ${commit.slice(0, 7)} changed`)
    for (const { path, was, now } of changes) {
      const held = blobs.get(standing.get(path) ?? '')
      const sides = [
        blobs.get(now?.oid ?? ''),
        files.has(path) ? files.get(path)! : (held ?? null),
        blobs.get(was ?? ''),
      ]
      if (sides.some((bytes) => bytes && !isUtf8(bytes))) {
        conflicts.add(path)
        continue
      }
      const [base, ours, theirs] = sides.map((bytes) => bytes?.toString('utf8') ?? '') as [string, string, string]
      // The file was deleted since, or made by another commit that is taken out.
      if (sides[1] === null && was === undefined) continue
      // Lines that come back into a deleted log stand below its headings.
      const isGone = sides[1] === null && !isPage(path)
      const merged = withoutChange(
        path,
        base,
        isGone ? headingsOf(base) : ours,
        was === undefined ? headingsOf(base) : withHeadings(base, theirs),
      )
      if (merged.conflict) conflicts.add(path)
      const isNothing = (was === undefined || isGone) && holdsNothing(merged.text)
      files.set(path, isNothing ? null : Buffer.from(merged.text))
    }
  }
  return { files, conflicts: [...conflicts] }
}

/**
 * What a commit that is no merge did to files.
 *
 * @throws MemoryError git-failed at the end of a shallow clone, where a commit looks as if it had brought every file,
 *   and where a partial clone lacks one of its trees
 */
export function changesByCommit(repository: Repository, commit: string): readonly TreeChange[] {
  if (repository.shallow().has(commit))
    throw new MemoryError(
      'git-failed',
      `this clone's history ends at ${commit.slice(0, 7)}, so what that commit brought is not known: git fetch --unshallow brings the rest`,
    )
  const { tree } = repository.headAt(commit)
  const parent = repository.parentTree(commit)
  if (parent !== undefined) {
    const changes = repository.changes(parent, tree)
    if (changes === undefined) throw notHeld(repository.root, `all that ${commit.slice(0, 7)} changed`)
    return changes
  }
  return repository.files(tree).map((file) => ({ path: file.path, now: file, was: undefined }))
}

const isHeading = (line: string): boolean => /^#{1,6}\s/.test(line)

/** Whether a text has nothing but headings. */
export const holdsNothing = (text: string): boolean =>
  !text.split('\n').some((line) => line.trim() !== '' && !isHeading(line))

const headingsOf = (text: string): string =>
  text
    .split(/(?<=\n)/)
    .filter(isHeading)
    .join('')

/** The text before a change plus the headings that it added: what others wrote below a heading stays below it. */
function withHeadings(now: string, before: string): string {
  const [lines, former] = [now.split(/(?<=\n)/), before.split(/(?<=\n)/)]
  if (linesWithout(former, lines).length > 0) return before
  // Among lines with the same words, the last counts as the newest.
  const come = linesWithout(lines.toReversed(), former).filter((line) => !isHeading(line))
  return linesWithout(lines.toReversed(), come).toReversed().join('')
}

function withoutChange(path: string, base: string, ours: string, theirs: string): MergedText {
  if (isPage(path)) return mergePage(base, ours, theirs, { text: mergeText, markers: plainMarkers })
  return path.startsWith('memory/') ? mergeLog(base, ours, theirs) : mergeText(base, ours, theirs)
}
