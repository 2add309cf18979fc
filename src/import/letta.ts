import type { Conversation, LeaveOut, Message, Reader } from './conversation.js'
import { fieldOf, listIn, momentOf, textAt, wordsIn } from './json.js'

/**
 * Letta: an agent file (`.af`), or its API's lists of blocks and of archival passages.
 *
 *     {"agents":[{"id":"agent-0","name":"sam","block_ids":["block-0"],"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}],"created_at":"2025-10-31T22:56:56+00:00"}]}],
 *      "blocks":[{"id":"block-0","label":"human","value":"First name: Chad"}],"created_at":"…",…}
 *     [{"id":"passage-…","text":"Chad sails.","created_at":"…"}]
 *
 * From letta-ai/letta (letta/schemas/agent_file.py, schemas/block.py), the example files of letta-ai/agent-file, and
 * Letta's page on message types. An agent file holds the last messages of an agent and no archival passages. Those are
 * read from a saved answer of the API, of which only `text` and `created_at` are relied on.
 */
export const letta: Reader = {
  cut: 'json',
  files: /\.(?:af|json)$/,
  holds: 'an agent file with its `agents` and `blocks`, or an array of archival passages or of blocks',
  knows: (value) =>
    (Array.isArray(fieldOf(value, 'agents')) && Array.isArray(fieldOf(value, 'blocks'))) ||
    isPassage(value) ||
    isBlock(value),
  admits: (value) => Array.isArray(fieldOf(value, 'agents')) || isPassage(value) || isBlock(value),
  *read({ name, values, modified }, leaveOut): Iterable<Conversation> {
    const passages: Message[] = []
    const blocks: Message[] = []
    for (const value of values) {
      if (isPassage(value)) passages.push(...passageIn(value, leaveOut))
      else if (isBlock(value)) blocks.push(...blockIn(value, null, leaveOut))
      else if (Array.isArray(fieldOf(value, 'agents'))) yield* agentFile(value, leaveOut)
    }
    if (passages.length > 0)
      yield { id: `${name} archival`, title: 'Archival memory', at: modified, messages: passages }
    if (blocks.length > 0)
      yield { id: `${name} blocks`, title: 'Memory blocks', at: modified, messages: blocks, document: true }
  },
}

const isPassage = (value: unknown): boolean =>
  textAt(value, 'id').startsWith('passage-') && typeof fieldOf(value, 'text') === 'string'
const isBlock = (value: unknown): boolean =>
  typeof fieldOf(value, 'label') === 'string' && typeof fieldOf(value, 'value') === 'string'

function* agentFile(value: unknown, leaveOut: LeaveOut): Iterable<Conversation> {
  const at = momentOf(fieldOf(value, 'created_at'))
  const blocks = listIn(value, 'blocks')
  const held = new Set(listIn(value, 'agents').flatMap((agent) => listIn(agent, 'block_ids')))
  leaveOut('unknown', blocks.filter((block) => !held.has(fieldOf(block, 'id'))).length)
  for (const agent of listIn(value, 'agents')) {
    const name = textAt(agent, 'name') || textAt(agent, 'id')
    // Each file's first agent is `agent-0`: the name tells agents of several files apart.
    const id = `${textAt(agent, 'id')} ${name}`
    const said = listIn(agent, 'messages').flatMap((message) => messageIn(message, leaveOut))
    const known = at ?? said.find((message) => message.at !== null)?.at ?? null
    if (!Array.isArray(fieldOf(agent, 'messages'))) leaveOut('unknown')
    const ids = new Set(listIn(agent, 'block_ids'))
    const own = blocks.filter((block) => ids.has(fieldOf(block, 'id')))
    leaveOut('unknown', Math.max(0, ids.size - own.length))
    const values = own.flatMap((block) => blockIn(block, known, leaveOut))
    if (values.length > 0)
      yield { id: `${id} blocks`, title: `Memory blocks of ${name}`, at: known, messages: values, document: true }
    if (said.length > 0) yield { id: `${id} messages`, title: `Messages of ${name}`, at: known, messages: said }
  }
}

const passageIn = (value: unknown, leaveOut: LeaveOut): Message[] =>
  wordsOr(textAt(value, 'text'), null, momentOf(fieldOf(value, 'created_at')), leaveOut)

const blockIn = (value: unknown, at: number | null, leaveOut: LeaveOut): Message[] =>
  wordsOr(textAt(value, 'value'), textAt(value, 'label'), at, leaveOut)

function wordsOr(text: string, who: string | null, at: number | null, leaveOut: LeaveOut): Message[] {
  if (text.trim() !== '') return [{ at, who, text: text.trim() }]
  leaveOut('empty')
  return []
}

function messageIn(message: unknown, leaveOut: LeaveOut): Message[] {
  const role = textAt(message, 'role')
  const at = momentOf(fieldOf(message, 'created_at'))
  const calls = listIn(message, 'tool_calls')
  const spoken = calls.map(sentIn).filter((text) => text !== '')
  leaveOut('tool-call', calls.length - spoken.length)
  const content = fieldOf(message, 'content')
  const words = typeof content === 'string' ? [content] : textBlocks(listIn(content), leaveOut)
  const isBare = calls.length === 0 && (Array.isArray(content) ? content.length === 0 : typeof content !== 'string')
  if (role === 'tool') leaveOut('tool-result')
  else if (role === 'system') leaveOut('system')
  else if (role === 'assistant' && spoken.length > 0) {
    // An agent of MemGPT's kind thinks in its content, and speaks through a tool.
    leaveOut('thinking', words.filter((text) => text.trim() !== '').length)
    return spoken.map((text) => ({ at, who: role, text }))
  } else if (role === 'user' || role === 'assistant') {
    const texts = words.map((text) => unpacked(text)).filter((text) => text !== null)
    leaveOut('system', words.length - texts.length)
    const text = texts.join('\n\n').trim()
    if (text !== '') return [{ at, who: role, text }]
    if (isBare) leaveOut(Array.isArray(content) ? 'empty' : 'unknown')
    else if (calls.length === 0 && texts.length > 0) leaveOut('empty')
  } else leaveOut('unknown')
  return []
}

const textBlocks = (blocks: readonly unknown[], leaveOut: LeaveOut): string[] =>
  blocks.flatMap((block) => {
    const type = textAt(block, 'type')
    if (type === 'text') return wordsIn(block, leaveOut)
    leaveOut(type === 'image' ? 'attachment' : /reasoning/.test(type) ? 'thinking' : 'unknown')
    return []
  })

/** What the server itself says in a person's turn (letta/system.py). */
const ofServer = ['login', 'heartbeat', 'system_alert']

/**
 * `{"type":"user_message","message":"Hi","time":"…"}` → `Hi`; null for what the server says itself. Any other JSON is
 * something that a person pasted.
 */
function unpacked(text: string): string | null {
  if (!/^\s*\{/.test(text)) return text
  const value = parsed(text)
  const type = textAt(value, 'type')
  if (type === 'user_message') return textAt(value, 'message')
  return ofServer.includes(type) ? null : text
}

/** The words that a call of `send_message` sends; empty for other calls. */
const sentIn = (call: unknown): string =>
  textAt(call, 'function', 'name') === 'send_message'
    ? textAt(parsed(textAt(call, 'function', 'arguments')), 'message').trim()
    : ''

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
