import type { Conversation, LeaveOut, LeftOutKind, Message, Reader } from './conversation.js'
import { conversationsFile } from './conversations-file.js'
import { fieldOf, listIn, momentOf, textAt, wordsIn } from './json.js'

/**
 * The data export of claude.ai, `conversations.json`: an array of conversations, each with its messages in order.
 *
 *     [{"uuid":"…","name":"Tea","created_at":"2025-11-27T14:30:00.000000Z","updated_at":"…","chat_messages":[
 *       {"uuid":"…","sender":"human","created_at":"…","text":"Which tea?","content":[{"type":"text","text":"Which tea?"}],
 *        "attachments":[{"file_name":"list.txt","extracted_content":"…"}],"files":[{"file_name":"a.png"}]}]}]
 *
 * Anthropic publishes no description. Sources: the importer of basicmachines-co/basic-memory
 * (importers/claude_conversations_importer.py) and typed parsers of the same fields. Not confirmed: whether the export
 * marks abandoned branches; all messages are read in their order.
 */
export const claude: Reader = conversationsFile(
  'an array of conversations, each an object with its `chat_messages`',
  isConversation,
  conversationOf,
)

function isConversation(value: unknown): boolean {
  return Array.isArray(fieldOf(value, 'chat_messages'))
}

function conversationOf(value: unknown, leaveOut: LeaveOut): Conversation {
  return {
    id: textAt(value, 'uuid'),
    title: textAt(value, 'name'),
    at: momentOf(fieldOf(value, 'created_at')),
    messages: listIn(value, 'chat_messages').flatMap((message): Message[] => {
      const text = wordsOf(message, leaveOut)
      const sender = textAt(message, 'sender')
      const who = roles.get(sender) ?? (sender || null)
      return text === '' ? [] : [{ at: momentOf(fieldOf(message, 'created_at')), who, text }]
    }),
  }
}

const roles = new Map([
  ['human', 'user'],
  ['assistant', 'assistant'],
])

const blockKinds = new Map<string, LeftOutKind>([
  ['tool_use', 'tool-call'],
  ['tool_result', 'tool-result'],
  ['thinking', 'thinking'],
  ['image', 'attachment'],
  ['token_budget', 'record'],
])

function wordsOf(message: unknown, leaveOut: LeaveOut): string {
  leaveOut('attachment', listIn(message, 'attachments').length + listIn(message, 'files').length)
  const blocks = listIn(message, 'content')
  const said = blocks.flatMap((block) => {
    if (textAt(block, 'type') === 'text') return wordsIn(block, leaveOut).map((text) => text.trim())
    leaveOut(blockKinds.get(textAt(block, 'type')) ?? 'unknown')
    return []
  })
  const inBlocks = said.filter((text) => text !== '').join('\n\n')
  // `text` says the same as the blocks, and older exports have it alone; with tools it only says that they cannot be
  // shown.
  const text = inBlocks === '' && said.length === blocks.length ? textAt(message, 'text').trim() : inBlocks
  if (text === '' && said.length === blocks.length) leaveOut('empty')
  return text
}
