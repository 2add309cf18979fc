import type { Conversation, LeaveOut, Reader } from './conversation.js'
import { listIn } from './json.js'

/** Reads `conversations.json`, by which name several programs export: an array of conversations, or an object with one. */
export const conversationsFile = (
  isConversation: (value: unknown) => boolean,
  conversationOf: (value: unknown, leaveOut: LeaveOut) => Conversation,
): Reader => ({
  cut: 'json',
  files: /(?:^|\/)conversations(?:-\d+)?\.json$/,
  knows: (value) => isConversation(value) || listIn(value, 'conversations').some(isConversation),
  *read({ values }, leaveOut): Iterable<Conversation> {
    for (const value of values) {
      const many = listIn(value, 'conversations')
      for (const each of many.length > 0 ? many : [value])
        if (isConversation(each)) yield conversationOf(each, leaveOut)
        else leaveOut('unknown')
    }
  },
})
