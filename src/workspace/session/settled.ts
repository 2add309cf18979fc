import { dropOwn, keepOwn } from '../../files/own-folder.js'

/**
 * The file with the tree for which a hook has done all there is to do: the index stands for it, and no page is behind.
 * A hook's shim reads it, and does not start Node where a commit changes none of what we read:
 *
 *     .git/workspace-memory/settled    0aa9e8540c5f2b9d6f0c…
 *
 * It only saves work: commands ask Git for HEAD, whatever the file says, and without it a hook does all its work.
 */
export const settledName = 'settled'

export const noteSettled = (folder: string, tree: string): void => keepOwn(folder, settledName, `${tree}\n`) // half of one names no tree

export const forgetSettled = (folder: string): void => dropOwn(folder, settledName)
