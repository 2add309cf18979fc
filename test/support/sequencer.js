import Sequencer from '@jest/test-sequencer'

/** What takes longest, which no new clone knows: begun last, it would run beside an idle core. */
const longest = ['laws/git/machine', 'docs/adding', 'docs/documents', 'hooks/with-others', 'git/forget']

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
