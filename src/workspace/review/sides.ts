import type { Head } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import type { Store } from '../../store/store.js'

/** An index, and the tree that it stands for. */
export interface MergeSide {
  readonly store: Store
  readonly repository: Repository
  readonly head: Head
}

export type MergeSides = Readonly<Record<'before' | 'after', MergeSide>>
