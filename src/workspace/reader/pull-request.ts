import type { AskGit } from '../../git/ask-git.js'
import { code } from '../../render/summary.js'

/** How many characters a body has at most: hosts refuse longer ones. */
const longestBody = 60_000

/** The line of a message that lists no further lines. */
const isMore = /^and \d+ more$/

/** The body of a pull request: a heading for each commit from HEAD to `tip`, with its lines below. */
export async function pullRequestBody(git: AskGit, tip: string | null): Promise<string> {
  if (tip === null) return ''
  const log = await git([
    'log',
    '--reverse',
    '--no-merges',
    '--no-show-signature',
    '--format=%s%n%b%x00',
    `HEAD..${tip}`,
    '--',
  ])
  const parts = log
    .split('\0')
    .map((each) => each.trim().split('\n'))
    .filter(([subject]) => subject !== '')
    .flatMap(([subject, ...body]) => {
      // As code, so that `@Mara` in a bullet notifies nobody on the host, and no other words of a log act there.
      const listed = body.filter((line) => line.startsWith('- ')).map((line) => `- ${code(line.slice(2))}`)
      const lines = [...listed, ...body.filter((line) => isMore.test(line)).map((line) => `- ${line}`)]
      return lines.length > 0 ? [[`## ${subject!.replace(/^memory: /, '')}`, '', ...lines, ''].join('\n')] : []
    })
  const text = parts.join('\n')
  if (text.length <= longestBody) return text
  return `${text.slice(0, text.lastIndexOf('\n', longestBody))}\n\nThe rest stands in the messages of its commits.\n`
}
