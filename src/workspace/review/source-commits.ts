import type { Head, PastCommit } from '../../git/git-output.js'
import { MemoryError } from '../../model/error.js'
import { importsFolder } from '../../model/origin.js'
import type { UndoSource } from '../../model/undo.js'
import { textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'

export const mostCommits = 10_000

/** What a source left in HEAD's history: commits, oldest first, and notes that an import wrote. */
export interface SourceFound {
  /** As it was named: `session 3f9a`. */
  readonly named: string
  readonly commits: readonly PastCommit[]
  readonly imported: readonly string[]
}

/** @throws MemoryError bad-argument where HEAD has nothing of the source */
export async function sourceFound(session: Session, head: Head, source: UndoSource): Promise<SourceFound> {
  const { repository } = session
  const given = Object.entries(source).filter(([, value]) => value !== undefined) as [keyof UndoSource, string][]
  const [only, other] = given
  if (!only || other || only[1].trim() === '')
    throw new MemoryError(
      'bad-argument',
      'say one source: commits (HEAD~3, main..HEAD), a session, an author or an import',
    )
  const [what, name] = only
  const none = (more = ''): MemoryError =>
    new MemoryError('bad-argument', `HEAD has nothing of memory from ${what} ${name.slice(0, 80)}${more}`)
  const all = repository.ancestry(head.commit, mostCommits) ?? []
  const chosen = (isOne: (commit: PastCommit) => boolean): PastCommit[] => all.filter(isOne)
  switch (what) {
    case 'commits': {
      const wanted = commitsIn(session, name)
      const commits = chosen(({ commit }) => wanted.has(commit))
      if (commits.length === 0) throw none()
      return { named: name, commits, imported: [] }
    }
    case 'author': {
      const commits = chosen(isCommitBy(name))
      if (commits.length === 0) throw none(`; authors are ${authorNames(all)}`)
      return { named: name, commits, imported: [] }
    }
    case 'session': {
      const wanted = repository.ofSession(head.commit, name)
      const commits = chosen(({ commit }) => wanted.has(commit))
      const imported = (await importedNotes(session, head)).filter(({ id }) => id === name).map(({ path }) => path)
      if (commits.length === 0 && imported.length === 0) throw none()
      return { named: `session ${name}`, commits, imported }
    }
    case 'import': {
      const path = name.replace(/^\.\/|\/+$/g, '')
      const notes = await importedNotes(session, head)
      const isMeant = (note: ImportedOne): boolean =>
        note.format === path || note.id === name || note.path === path || note.path.startsWith(`${path}/`)
      const imported = notes.filter(isMeant).map((note) => note.path)
      const formats = [...new Set(notes.map(({ format }) => format))]
      if (imported.length === 0) throw none(formats.length === 0 ? '' : `; imports are of ${formats.join(', ')}`)
      return { named: `import ${name}`, commits: [], imported }
    }
  }
}

/** Tells whether a commit is by somebody: its author, or the program that its trailer names. */
export const isCommitBy =
  (name: string) =>
  ({ author, agent }: PastCommit): boolean =>
    author === name || agent === name

/** The names by which commits can be chosen, the first eight. */
export const authorNames = (commits: readonly PastCommit[]): string =>
  [...new Set(commits.flatMap(({ author, agent }) => [author, agent].filter(Boolean)))].slice(0, 8).join(', ')

/** @throws MemoryError bad-argument */
function commitsIn({ repository }: Session, name: string): ReadonlySet<string> {
  const [, base, last = ''] = /^(.+?)\.\.(.*)$/s.exec(name) ?? []
  const known = (revision: string): string => {
    const commit = repository.named(revision)
    if (commit !== undefined) return commit
    throw new MemoryError(
      'bad-argument',
      `undo takes a commit or a range such as HEAD~3 or main..HEAD, got ${name.slice(0, 80)}`,
    )
  }
  if (base === undefined) return new Set([known(name)])
  return new Set(repository.commits(`${known(base)}..${known(last === '' ? 'HEAD' : last)}`))
}

interface ImportedOne {
  readonly path: string
  readonly format: string
  readonly id: string
}

/** Notes of HEAD that say that an import wrote them. */
async function importedNotes({ repository }: Session, { tree }: Head): Promise<ImportedOne[]> {
  const files = repository.files(tree, [importsFolder])
  if (files.length === 0) return []
  const { originOf } = await import('../../import/transcripts.js')
  const blobs = repository.blobs(files.map(({ oid }) => oid))
  return files.flatMap(({ path, oid }) => {
    const origin = originOf(textOf(blobs.get(oid)) ?? '')
    return origin ? [{ path, format: origin.format, id: origin.id }] : []
  })
}
