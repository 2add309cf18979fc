import type { Conversation, LeaveOut, Reader } from './conversation.js'
import { listIn } from './json.js'

/** Reads `conversations.json` as several programs export it: an array of conversations, or an object with one. */
export const conversationsFile = (
  holds: string,
  isConversation: (value: unknown) => boolean,
  conversationOf: (value: unknown, leaveOut: LeaveOut) => Conversation,
): Reader => ({
  cut: 'json',
  files: /(?:^|\/)conversations(?:-\d+)?\.json$/,
  holds,
  list: 'conversations',
  knows: (value) => isConversation(value) || listIn(value, 'conversations').some(isConversation),
  admits: isConversation,
  *read({ values }, leaveOut): Iterable<Conversation> {
    for (const value of values) if (isConversation(value)) yield conversationOf(value, leaveOut)
  },
})
