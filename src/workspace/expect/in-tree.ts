import { expectPath, type NoExpectation, type WrittenExpectation } from '../../expect/expectation.js'
import type { Repository } from '../../git/repository.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import { largestExpectations } from './expect-text.js'

/** The expectations of a tree; undefined where it has no file that `memory expect` would read. */
export async function expectationsInTree(
  repository: Repository,
  tree: string,
): Promise<
  { readonly expectations: readonly WrittenExpectation[]; readonly malformed: readonly NoExpectation[] } | undefined
> {
  const file = repository.files(tree, [expectPath]).find(({ path }) => path === expectPath)
  if (!file || !isRegular(file) || (repository.sizes([file.oid]).get(file.oid) ?? Infinity) > largestExpectations)
    return undefined
  const text = textOf(repository.blobs([file.oid]).get(file.oid))
  if (typeof text !== 'string') return undefined
  const { readExpectations } = await import('../../expect/expect-file.js')
  return readExpectations(text)
}
