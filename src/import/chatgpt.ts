import type { Conversation, LeaveOut, Message, Reader } from './conversation.js'
import { conversationsFile } from './conversations-file.js'
import { fieldOf, listIn, momentOf, textAt, wordsIn } from './json.js'

/**
 * ChatGPT's data export, `conversations.json`: an array of conversations, each a tree of messages.
 *
 *     [{"id":"…","title":"Tea","create_time":1764253800.1,"current_node":"b","mapping":{
 *       "a":{"id":"a","parent":null,"children":["b"],"message":{"author":{"role":"user"},"create_time":1764253800.1,
 *            "content":{"content_type":"text","parts":["Which tea?"]},"recipient":"all","metadata":{}}},…}}]
 *
 * The messages from `current_node` up to the root are those that its window showed; other branches are left out. OpenAI
 * publishes no description. Sources: mitkury/chatgpt-export-parser, the importer of basicmachines-co/basic-memory
 * (whose tests show that times may be missing) and an unofficial specification of February 2026. Not confirmed: the
 * parts of spoken messages (`audio_transcription`).
 */
export const chatgpt: Reader = conversationsFile(
  'an array of conversations, each an object with a `mapping` of its messages',
  isConversation,
  conversationOf,
)

function isConversation(value: unknown): boolean {
  const mapping = fieldOf(value, 'mapping')
  return typeof mapping === 'object' && mapping !== null
}

function conversationOf(value: unknown, leaveOut: LeaveOut): Conversation {
  const mapping = fieldOf(value, 'mapping')
  const current = textAt(value, 'current_node')
  const path = pathTo(mapping, fieldOf(mapping, current) === undefined ? lastLeaf(mapping) : current)
  const above = textAt(mapping, path[0] ?? '', 'parent')
  if (above !== '' && fieldOf(mapping, above) === undefined) leaveOut('unknown')
  const shown = new Set(path)
  const all = Object.keys(mapping as object)
  leaveOut('branch', all.filter((id) => !shown.has(id) && isSaid(fieldOf(fieldOf(mapping, id), 'message'))).length)
  const messages = path.flatMap((id): Message[] => {
    const message = fieldOf(fieldOf(mapping, id), 'message')
    if (message === null) return []
    const text = wordsOf(message, leaveOut)
    return text === ''
      ? []
      : [{ at: momentOf(fieldOf(message, 'create_time')), who: textAt(message, 'author', 'role'), text }]
  })
  return {
    id: textAt(value, 'conversation_id') || textAt(value, 'id') || (path[0] ?? ''),
    title: textAt(value, 'title'),
    at: momentOf(fieldOf(value, 'create_time')) ?? momentOf(fieldOf(value, 'update_time')),
    messages,
  }
}

/** The ids from the root to a node; where parents lead in a circle, it ends there. */
function pathTo(mapping: unknown, leaf: string): string[] {
  const path = new Set<string>()
  for (let id = leaf; id !== '' && !path.has(id); id = textAt(mapping, id, 'parent')) {
    if (fieldOf(mapping, id) === undefined) break
    path.add(id)
  }
  return [...path].toReversed()
}

/** The newest node that nothing follows, for where none is named as the current one. */
function lastLeaf(mapping: unknown): string {
  const leaves = Object.keys(mapping as object).filter((id) => listIn(mapping, id, 'children').length === 0)
  const timeOf = (id: string): number => momentOf(fieldOf(fieldOf(fieldOf(mapping, id), 'message'), 'create_time')) ?? 0
  return leaves.reduce((last, id) => (last === '' || timeOf(id) > timeOf(last) ? id : last), '')
}

const isSaid = (message: unknown): boolean =>
  ['user', 'assistant'].includes(textAt(message, 'author', 'role')) && partsOf(message).some(isWords)

const isWords = (part: unknown): boolean => typeof part === 'string' && part.trim() !== ''

const partsIn = (message: unknown): unknown => fieldOf(fieldOf(message, 'content'), 'parts')
const partsOf = (message: unknown): readonly unknown[] => listIn(message, 'content', 'parts')

function wordsOf(message: unknown, leaveOut: LeaveOut): string {
  const role = textAt(message, 'author', 'role')
  const type = textAt(message, 'content', 'content_type')
  const isHidden = fieldOf(fieldOf(message, 'metadata'), 'is_visually_hidden_from_conversation') === true
  const recipient = textAt(message, 'recipient')
  if (role === 'system' || isHidden || type.endsWith('_editable_context')) leaveOut('system')
  else if (role === 'tool') leaveOut('tool-result')
  else if (role !== 'user' && role !== 'assistant') leaveOut('unknown')
  else if (type === 'code' || (recipient !== '' && recipient !== 'all')) leaveOut('tool-call')
  else if (type === 'thoughts' || type === 'reasoning_recap') leaveOut('thinking')
  else if (type !== 'text' && type !== 'multimodal_text') leaveOut('unknown')
  else {
    const parts = partsOf(message).flatMap((part) => {
      if (typeof part === 'string') return [part.trim()]
      if (textAt(part, 'content_type') === 'audio_transcription')
        return wordsIn(part, leaveOut).map((text) => text.trim())
      leaveOut('attachment')
      return []
    })
    const text = parts.filter((part) => part !== '').join('\n\n')
    const isBare = partsOf(message).length === 0
    if (text === '' && (isBare || parts.length > 0))
      leaveOut(isBare && !Array.isArray(partsIn(message)) ? 'unknown' : 'empty')
    return text
  }
  return ''
}
