import Sequencer from '@jest/test-sequencer'

/** What takes longest, which no new clone knows: begun last, it would run beside an idle core, as a short file would that takes long. */
const longest = [
  'docs/adding',
  'laws/git/machine',
  'docs/documents',
  'store/at-once',
  'hooks/with-others',
  'git/forget',
  'workflow/reflect',
  'cli/doctor',
  'laws/faults/faults',
  'demo',
  'transcripts/transcripts',
  'laws/folded-on-equals-whole',
  'laws/incremental-equals-rebuild',
  'laws/pages',
  'laws/ends-in-any-order',
  'laws/recall/any-question',
  'laws/as-of-equals-then',
  'laws/faults/kills',
  'laws/near-alike-equals-rebuild',
  'laws/crowd/crowd',
  'laws/pages-any-judge',
  'store/torn-log',
]

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = longest.findIndex((name) => path.endsWith(`/test/${name}.test.ts`))
      return at < 0 ? longest.length : at
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's, of no array
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b))
  }
}
