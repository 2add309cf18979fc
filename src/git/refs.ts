import { parseRefs, type Ref } from './git-output.js'
import type { Runner } from './run-git.js'

export function refs(git: Runner) {
  return {
    /** The commit that a revision given by a person names; undefined where there is none. */
    named(revision: string): string | undefined {
      const ran = git.atTop(['rev-parse', '--verify', '-q', '--end-of-options', `${revision}^{commit}`])
      return ran.status === 0 ? ran.stdout.toString('utf8').trim() : undefined
    },

    refs(): Ref[] {
      const form = ['refname', 'objecttype', 'objectname', '*objecttype', '*objectname']
      return parseRefs(git.output(['for-each-ref', `--format=${form.map((name) => `%(${name})`).join('%00')}`]))
    },
  }
}
