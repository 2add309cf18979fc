import { stretches } from '../text/code-span.js'
import type { Conversation, MarkdownFile, Message, Reader } from './conversation.js'
import { fieldOf, momentOf, textAt } from './json.js'

/**
 * A bundle of the Open Knowledge Format: a folder of Markdown, a concept a file. A file of our own export is read back
 * as messages, one for each statement and on its day; any other as a document on the day that it names for itself.
 *
 *     ---
 *     type: "Entity"
 *     title: "Peter"
 *     status: stable
 *     generated: { by: "workspace-memory/0.1.0", at: 2025-11-27T20:00:00Z }
 *     ---
 *     # Beliefs
 *
 *     * 2025-11-27 · Peter: Prefers tea. [^k3f9a2c1x7] · confirmed by [^12m7d97uez]
 *
 * From the specification that `render/okf.ts` names. The lists of folders, `index.md`, and their histories, `log.md`, are
 * no concepts (§3.1), and not read.
 */
export const okf: Reader = {
  cut: 'markdown',
  files: /(?:^|\/)(?!(?:index|log)\.md$)[^/]+\.md$/i,
  holds: 'a concept of OKF, a *.md whose front matter has its `type`',
  knows: (value) => {
    const front = fieldOf(value, 'front')
    return textAt(front, 'type') !== '' && textAt(front, 'generated', 'by') !== ''
  },
  admits: (value) => textAt(value, 'front', 'type') !== '',
  *read({ name, modified, values }, leaveOut): Iterable<Conversation> {
    for (const { front, body } of values as Iterable<MarkdownFile>) {
      const at = momentIn(front) ?? modified
      const status = textAt(front, 'status')
      const title = textAt(front, 'title') || name.slice(name.lastIndexOf('/') + 1)
      const id = textAt(front, 'resource') || name
      if (textAt(front, 'generated', 'by').startsWith(ours)) {
        yield { id, title, at, messages: statementsIn(body, at) }
        continue
      }
      const text = [textAt(front, 'description'), body]
        .map((each) => each.trim())
        .filter(Boolean)
        .join('\n\n')
      if (text === '') leaveOut('empty')
      const messages = text === '' ? [] : [{ at, who: null, text }]
      yield { id, title: /^(?:stable)?$/.test(status) ? title : `${title}, ${status}`, at, messages, document: true }
    }
  },
}

const ours = 'workspace-memory/'

const momentIn = (front: unknown): number | undefined =>
  [
    fieldOf(fieldOf(front, 'generated'), 'at'),
    ...['timestamp', 'last_modified', 'created'].map((key) => fieldOf(front, key)),
  ]
    .map(momentOf)
    .find((each) => each !== null) ?? undefined

/** Groups in our documents whose statements hold no more, or hardly: each statement is told with its group's name. */
const doubtful = ['Hardly believed', 'No longer', 'Retired']

/** The statements of our own document, one a line; a line that somebody added is a message of the document's day. */
function statementsIn(body: string, at: number): Message[] {
  let group = ''
  return body.split('\n').flatMap((line): Message[] => {
    const heading = /^# (.*)$/.exec(line)?.[1]
    if (heading !== undefined) group = heading
    // Links to other documents and places of statements are left out: they are generated where they are needed.
    const isMade = heading !== undefined || group === 'Related' || /^\[\^[^\]]+\]: stated in /.test(line)
    if (isMade || line.trim() === '') return []
    const [, day, rest] = /^\* (\d{4}-\d{2}-\d{2}|undated) · (.*)$/.exec(line) ?? []
    if (rest === undefined) return [{ at, who: null, text: line.trim() }]
    return [{ at: momentOf(day) ?? at, who: doubtful.includes(group) ? group : null, text: statementIn(rest) }]
  })
}

/** `Peter: Prefers tea. [^k3f9a2c1x7] · until 2026-01-03 · confirmed by [^12m7d97uez]` → `Peter: Prefers tea. (until 2026-01-03)` */
function statementIn(rest: string): string {
  // A bracket in a statement's words has a backslash before it.
  const end = rest.indexOf(' [^')
  const behind = end < 0 ? null : cited.exec(rest.slice(end))
  // Somebody wrote more behind the citations.
  if (!behind) return plain(rest)
  const until = behind.groups!['until']
  return `${plain(rest.slice(0, end))}${until === undefined ? '' : ` (until ${plain(until)})`}`
}

const cited =
  /^(?: \[\^[^\]]+\])+(?: · until (?<until>(?:[^[\\]|\\.)*?))?(?: · (?:confirmed by|opposed by|set by hand in|ended by)(?: \[\^[^\]]+\])+)*$/

/** A text without the backslashes that an export puts before signs; in code they stay. */
const plain = (text: string): string =>
  stretches(text)
    .map((stretch) =>
      stretch.kind === 'code' ? stretch.text : stretch.text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => sign),
    )
    .join('')
