import type { Conversation, MarkdownFile, Reader } from './conversation.js'
import { fieldOf, momentOf, textAt } from './json.js'

/**
 * A project of basic-memory: a folder of Markdown notes with front matter.
 *
 *     ---
 *     title: Coffee Brewing Methods
 *     type: note
 *     permalink: coffee-brewing-methods
 *     ---
 *     - [method] Pour over provides more clarity #brewing
 *     - relates_to [[Coffee Bean Origins]]
 *
 * From the page of basic-memory on its note format. The format has no day: `created`, `created_at` or `date` in the
 * front matter counts, as its own importers write it, else the file's time.
 */
export const basicMemory: Reader = {
  cut: 'markdown',
  files: /\.md$/i,
  holds: 'a note of Markdown, *.md',
  knows: (value) => {
    const front = fieldOf(value, 'front')
    return typeof fieldOf(front, 'permalink') === 'string' && typeof fieldOf(front, 'title') === 'string'
  },
  // Its own programs take any Markdown for a note.
  admits: () => true,
  *read({ name, modified, values }, leaveOut): Iterable<Conversation> {
    for (const { front, body } of values as Iterable<MarkdownFile>) {
      const at = ['created', 'created_at', 'date']
        .map((key) => momentOf(fieldOf(front, key)))
        .find((each) => each !== null)
      const text = body.trim()
      if (text === '') leaveOut('empty')
      const title = textAt(front, 'title') || name.slice(name.lastIndexOf('/') + 1)
      const messages = text === '' ? [] : [{ at: at ?? modified, who: null, text }]
      yield { id: textAt(front, 'permalink') || name, title, at: at ?? modified, messages, document: true }
    }
  },
}
