// What comment.sh leaves to Node: JSON, and the length of a text. What is read comes by standard input.
import { readFileSync } from 'node:fs'

/** Characters that GitHub takes in a comment. */
const most = 65_536
const cut = '\n\nA comment holds no more than this: `memory impact` tells all of it.\n'
const closing = '\n\n</details>'

const verbs = { fitted, body, own, me }
const [verb, ...given] = process.argv.slice(2)
process.stdout.write(verbs[verb](readFileSync(0, 'utf8'), ...given))

/** As many whole lines as a host takes. None begins with `/`, which GitLab would obey. */
function fitted(text) {
  const inert = text.replaceAll(/^([ \t]*)\//gm, '$1&#47;')
  if (inert.length <= most) return inert
  const room = most - cut.length - closing.length
  const kept = inert.slice(0, inert.lastIndexOf('\n', room))
  const isOpen = kept.lastIndexOf('\n<details>') > kept.lastIndexOf('\n</details>')
  return kept + (isOpen ? closing : '') + cut
}

/** What a host is sent. */
function body(text) {
  return JSON.stringify({ body: text })
}

/** How many comments a page of them has, and the number of the first that is ours: that `author` wrote, and the mark begins. */
function own(page, mark, author) {
  const comments = JSON.parse(page)
  // GitHub tells a name, GitLab a number.
  const writerOf = (comment) => comment.user?.login ?? String(comment.author?.id)
  const ours = comments.find(
    (comment) => writerOf(comment) === author && typeof comment.body === 'string' && comment.body.startsWith(mark),
  )
  return `${comments.length} ${ours && Number.isSafeInteger(ours.id) ? ours.id : ''}`
}

/** The number of a GitLab user, as `/user` and `/job` tell it. */
function me(answer) {
  const { id, user } = JSON.parse(answer)
  return String(user?.id ?? id)
}
