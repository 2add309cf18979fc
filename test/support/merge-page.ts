import { mergePage as merge } from '../../src/pages/edits/merge-page.js'
import { mergeText, plainMarkers, type MergedText } from '../../src/git/merge-text.js'

/** Merge three versions of a page as the driver does, with plain labels. */
export const mergePage = (base: string, ours: string, theirs: string): MergedText =>
  merge(base, ours, theirs, { text: mergeText, markers: plainMarkers })
