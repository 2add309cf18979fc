import type { Impact, ImpactFound } from '../../model/impact.js'
import { linkTarget } from '../../render/escape.js'
import { impactHeadline, renderImpact } from '../../render/impact.js'
import { withMerged } from '../../git/merged.js'
import type { Repository } from '../../git/repository.js'
import { lostBetween } from '../anchors/lost-anchors.js'
import type { Opened } from '../session/opened.js'
import { compareTrees, mergeProgram } from './compare-trees.js'
import { newWritersOf } from './lines-brought.js'
import { rangeNamed } from './range.js'

export interface ImpactOptions {
  /** The address before a path in the comment, for links: `https://github.com/me/notes/blob/main`. */
  readonly links?: string | undefined
}

/** Reads the trees of the two commits alone: no branch is switched, and the index on the disk stays as it is. */
export function impactOf(opened: Opened, named: string | undefined, { links }: ImpactOptions): Promise<Impact> {
  const { session } = opened
  const { repository } = session
  const range = rangeNamed(repository, named)
  const { base, head } = range
  return opened.aside((store) =>
    withMerged(repository, { base: base.commit, head: head.commit }, mergeProgram(session), async (merged) => {
      const {
        brought,
        anchored,
        pageTexts: _texts,
        ...compared
      } = await compareTrees(session, store, {
        before: { repository, head: base },
        after: merged,
      })
      const found: ImpactFound = {
        ...range.named,
        baseCommit: base.commit,
        headCommit: head.commit,
        conflicts: merged.conflicts,
        ...compared,
        anchors: lostBetween(merged.repository, { before: base.commit, after: merged.wholeTree }, anchored),
        newWriters: newWritersOf(repository, { base: base.commit, head: head.commit }, brought),
      }
      return { ...found, headline: impactHeadline(found), comment: renderImpact(found, linksOf(repository, links)) }
    }),
  )
}

/** The address that links begin with. Paths start at the workspace, links at the top of the repository. */
const linksOf = ({ prefix }: Repository, links: string | undefined): string | null =>
  links === undefined ? null : prefix === '' ? links : `${links}/${linkTarget(prefix)}`
