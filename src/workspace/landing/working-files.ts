import { statOf, sweepTemporary } from '../../files/files.js'
import { sweepOwnFolder } from '../../files/own-folder.js'
import { replacerOf, type Change, type FileReplacer } from '../../files/replace-file.js'
import { MemoryError } from '../../model/error.js'
import type { Store } from '../../store/store.js'
import { whenAsked } from '../../text/once.js'
import { readPage, textOf, type PageText } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'

/** Milliseconds that a command waits for others of ours that write. */
const usualPatience = 5000

type Working = Pick<Session, 'root' | 'options' | 'repository'>

/**
 * The files of the working tree, or of another folder. One process of ours at a time compares and replaces them. A file
 * that a sparse checkout leaves out begins as Git holds it: without its other lines Git would take those for deleted.
 */
export function workingFiles(session: Working, store: Store, folder = session.root): FileReplacer {
  const files = alonePerProcess(session, store, folder)
  if (folder !== session.root) return files
  const leftOut = leftOutOf(session, store)
  return changingBy(files, (path, make) => (standing) => make(standing ?? leftOut(path)))
}

/** The same for a landing, of which Git's index then holds all: a file that is left out stays out. */
export function landedFiles(session: Working, store: Store): FileReplacer {
  const leftOut = leftOutOf(session, store)
  return changingBy(alonePerProcess(session, store, session.root), (path, make) => (standing) => {
    const staysOut = standing === undefined && leftOut(path) !== undefined
    return staysOut ? null : make(standing)
  })
}

/**
 * The bytes that Git holds of a file, by its path, where the working tree lacks the file because Git was told to leave it
 * out; undefined of any other file.
 */
export function leftOutOf({ root, repository }: Working, store: Store): (path: string) => Buffer | undefined {
  const known = whenAsked(() => repository.leftOut())
  return (path) => {
    // Git is asked only where HEAD has the file: most files that are absent are new.
    if (store.filesAt([path]).length === 0 || statOf(root, path) !== undefined) return undefined
    const oid = known().get(path)
    return oid === undefined ? undefined : repository.blobs([oid]).get(oid)
  }
}

/** A page's or log's text in the working tree, or in Git where the working tree leaves it out; as `readPage` gives it. */
export function standingText(session: Working, store: Store, path: string): PageText | undefined {
  const text = readPage(session.root, path)
  return text === undefined ? textOf(leftOutOf(session, store)(path)) : text
}

function changingBy(files: FileReplacer, by: (path: string, make: Change['make']) => Change['make']): FileReplacer {
  const changeAll = (changes: readonly Change[]): string[] =>
    files.changeAll(changes.map(({ path, make }) => ({ path, make: by(path, make) })))
  return { ...files, changeAll, change: (path, make) => changeAll([{ path, make }]).length > 0 }
}

function alonePerProcess({ root, options }: Working, store: Store, folder: string): FileReplacer {
  const lock = store.lock('writing', options.patience ?? usualPatience)
  const alone = <T>(work: () => T): T => {
    if (!lock.take())
      throw new MemoryError('index-busy', 'another memory command is writing the files of this workspace: try again')
    try {
      return work()
    } finally {
      lock.release()
    }
  }
  return replacerOf(folder, alone, root)
}

/** Remove the temporary files that killed processes left. */
export function sweep({ root, repository }: Pick<Session, 'root' | 'repository'>): void {
  sweepTemporary(root)
  sweepOwnFolder(repository.ownFolder)
}
