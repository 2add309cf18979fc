import type { Repository } from '../../git/repository.js'
import { MemoryError } from '../../model/error.js'
import { commitAt } from '../session/at-commit.js'
import type { Head } from '../../git/git-output.js'

/** A commit `head`, and the commit `base` that it is merged into. */
export interface Range {
  /** As they were named: `main`, `HEAD`. */
  readonly named: { readonly base: string; readonly head: string }
  readonly base: Head
  readonly head: Head
}

/**
 * The commits that `BASE..HEAD` names: HEAD is merged into BASE. With `BASE` alone or `BASE..`, HEAD is the checked-out
 * commit; without a range, BASE is also the upstream of its branch.
 *
 * @throws MemoryError bad-argument
 */
export function rangeNamed(repository: Repository, range: string | undefined): Range {
  const [, base = '', head = ''] = /^(.*?)(?:\.{2,3}(.*))?$/s.exec(range ?? '')!
  const named = { base: base === '' ? '@{upstream}' : base, head: head === '' ? 'HEAD' : head }
  if (base === '' && repository.named(named.base) === undefined)
    throw new MemoryError(
      'bad-argument',
      'this branch has no upstream that it would be merged into: name what it would, as main..HEAD',
    )
  return {
    named,
    base: commitAt(repository, named.base, 'impact'),
    head: commitAt(repository, named.head, 'impact'),
  }
}
