import { sweepTemporary } from '../../files/files.js'
import { sweepOwnFolder } from '../../files/own-folder.js'
import { replacerOf, type FileReplacer } from '../../files/replace-file.js'
import { MemoryError } from '../../model/error.js'
import type { Store } from '../../store/store.js'
import type { Session } from '../session/session.js'

/** Milliseconds that a command waits for others of ours that write. */
const usualPatience = 5000

/** The files of the working tree, or of another folder. One process of ours at a time compares and replaces them. */
export function workingFiles(
  { root, options }: Pick<Session, 'root' | 'options'>,
  store: Store,
  folder = root,
): FileReplacer {
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
