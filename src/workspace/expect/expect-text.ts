import { expectPath } from '../../expect/expectation.js'
import { isBlocked, readAtMost } from '../../files/files.js'
import { textInHead, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'

/** Bytes of the file of expectations, at most: thousands of them fit, and all is read at once. */
export const largestExpectations = 262_144

/** The file's text, or why it is not read; undefined where there is no such file. */
export type ExpectText = { readonly text: string } | { readonly unread: string } | undefined

/** @param inHead whether to read the file as HEAD has it; else from the working tree, where people edit it */
export function expectText({ root, repository }: Session, inHead: boolean): ExpectText {
  if (inHead) {
    const text = textInHead(repository, expectPath)
    return text === undefined ? undefined : asText(text, text === null ? 0 : Buffer.byteLength(text))
  }
  if (isBlocked(root, expectPath)) return { unread: 'it is a link, or no file: nothing is read through it' }
  const found = readAtMost(root, expectPath, largestExpectations)
  if (found === undefined) return undefined
  if (typeof found === 'number') return asText('', found)
  return 'refused' in found ? { unread: found.refused } : asText(textOf(found) ?? null, found.length)
}

function asText(text: string | null, bytes: number): NonNullable<ExpectText> {
  if (bytes > largestExpectations) return { unread: `it has ${bytes} bytes, the limit is ${largestExpectations}` }
  return text === null ? { unread: 'it is no UTF-8 text' } : { text }
}
