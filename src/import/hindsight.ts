import type { Conversation, LeaveOut, Message, Reader } from './conversation.js'
import { fieldOf, listIn, momentOf, textAt } from './json.js'

/**
 * Hindsight's transfer archive, unpacked: `manifest.json` and `documents/000000.json`, a document a file. Or a saved
 * answer of its API that lists memories.
 *
 *     {"id":"chat-7","original_text":"Ana: …","created_at":"…","chunks":[{"chunk_index":0,"chunk_text":"…"}],
 *      "facts":[{"text":"Ana lives in Graz.","fact_type":"world","mentioned_at":"2025-11-27T14:30:00Z","entities":["Ana"]}]}
 *     {"items":[{"id":"…","text":"…","fact_type":"world","date":"2025-11-27"}],"total":1}
 *
 * From vectorize-io/hindsight, hindsight_api/engine/transfer/schema.py (`TransferDocument`, schema version 1). The
 * facts that it extracted are imported as words, beside the text that they come from: a language model wrote them, so
 * they are no facts here. Not confirmed: the API's list, of which only `text` and one of the dates are relied on.
 * Mental models, pages and observations of a whole bank stand in other files, and are not read.
 */
export const hindsight: Reader = {
  cut: 'json',
  files: /(?:^|\/)documents\/[^/]+\.json$/,
  holds: 'a document with its `chunks` and `facts`, or an object with `items`, each a memory with its `fact_type`',
  knows: (value) => isDocument(value) || listIn(value, 'items').some(isMemory),
  admits: (value) =>
    isDocument(value) || listIn(value, 'items').some(isMemory) || fieldOf(value, 'schema_version') !== undefined,
  *read({ name, values, modified }, leaveOut): Iterable<Conversation> {
    for (const value of values) {
      const items = listIn(value, 'items')
      const memories = items.filter(isMemory)
      if (isDocument(value)) yield documentOf(value, leaveOut)
      else if (memories.length > 0) {
        leaveOut('unknown', items.length - memories.length)
        const messages = memories.flatMap((memory) => memoryOf(memory, leaveOut))
        yield { id: `${name} memories`, title: 'Memories', at: modified, messages }
      } else leaveOut('record')
    }
  },
}

const isDocument = (value: unknown): boolean =>
  typeof fieldOf(value, 'id') === 'string' &&
  Array.isArray(fieldOf(value, 'facts')) &&
  Array.isArray(fieldOf(value, 'chunks'))
const isMemory = (value: unknown): boolean =>
  typeof fieldOf(value, 'text') === 'string' && typeof fieldOf(value, 'fact_type') === 'string'

function documentOf(value: unknown, leaveOut: LeaveOut): Conversation {
  const id = textAt(value, 'id')
  const at = momentOf(fieldOf(value, 'created_at'))
  const chunks = listIn(value, 'chunks')
    .toSorted((a, b) => Number(fieldOf(a, 'chunk_index')) - Number(fieldOf(b, 'chunk_index')))
    .map((chunk) => textAt(chunk, 'chunk_text').trim())
  const original = textAt(value, 'original_text')
  if (original === '') leaveOut('unknown', chunks.filter((chunk) => chunk === '').length)
  const text = (original || chunks.join('\n\n')).trim()
  const facts = listIn(value, 'facts').flatMap((fact) => memoryOf(fact, leaveOut))
  if (text === '' && facts.length === 0) leaveOut('empty')
  return { id, title: id, at, messages: [...(text === '' ? [] : [{ at, who: null, text }]), ...facts] }
}

function memoryOf(value: unknown, leaveOut: LeaveOut): Message[] {
  const text = textAt(value, 'text').trim()
  const dates = ['mentioned_at', 'event_date', 'date', 'occurred_start', 'created_at']
  const at = dates.map((name) => momentOf(fieldOf(value, name))).find((found) => found !== null) ?? null
  if (text !== '') return [{ at, who: 'memory', text }]
  leaveOut('empty')
  return []
}
