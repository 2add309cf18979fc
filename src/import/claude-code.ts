import type { Conversation, LeaveOut, LeftOutKind, Message, Reader } from './conversation.js'
import { fieldOf, listIn, momentOf, textAt, wordsIn } from './json.js'
import { withoutTagged } from './tagged.js'

/**
 * Sessions of Claude Code, `~/.claude/projects/<folder>/<session>.jsonl`: a record a line.
 *
 *     {"type":"user","message":{"role":"user","content":"Fix the login"},"uuid":"…","timestamp":"2025-11-27T14:30:00.000Z","sessionId":"…","cwd":"/home/ana/notes","isSidechain":false}
 *     {"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Done."},{"type":"tool_use",…}]},…}
 *     {"type":"summary","summary":"Login mended","leafUuid":"…"}
 *
 * Anthropic publishes no description. The shape is as others found it in real sessions: ccrider's schema,
 * simonw/claude-code-transcripts and Huntehhh/claude-code-chat; for `custom-title`, `ai-title`, `isCompactSummary` and
 * the tags of commands, the tests of several tools.
 */
export const claudeCode: Reader = {
  cut: 'lines',
  files: /\.jsonl$/,
  holds: 'an object a line, each a record with its `type` and `sessionId`',
  knows: (value) =>
    typeof fieldOf(value, 'sessionId') === 'string' &&
    ['user', 'assistant'].includes(textAt(value, 'type')) &&
    fieldOf(value, 'message') !== undefined,
  admits: (value) => textAt(value, 'type') !== '' && idFields.some((name) => textAt(value, name) !== ''),
  *read({ name, values }, leaveOut): Iterable<Conversation> {
    const messages: Message[] = []
    const titles = new Map<string, string>()
    const seen = new Set<string>()
    let session = ''
    for (const value of values) {
      session ||= textAt(value, 'sessionId')
      const type = textAt(value, 'type')
      const title = titleFields.find(([of]) => of === type)
      if (title) titles.set(type, textAt(value, title[1]) || (titles.get(type) ?? ''))
      if (type !== 'user' && type !== 'assistant') {
        leaveOut(type === 'system' ? 'system' : type === '' ? 'unknown' : 'record')
        continue
      }
      // A session that was taken up again may hold a message twice.
      const uuid = textAt(value, 'uuid')
      if (uuid !== '' && seen.has(uuid)) continue
      seen.add(uuid)
      const text = wordsOf(value, type, leaveOut)
      if (text !== '') messages.push({ at: momentOf(fieldOf(value, 'timestamp')), who: type, text })
    }
    const stem = name.slice(name.lastIndexOf('/') + 1)
    const title = titleFields.map(([of]) => titles.get(of)).find((found) => found) ?? ''
    yield { id: /^[0-9a-f-]{36}$/i.test(stem) ? stem : session || stem, title, at: null, messages }
  },
}

/** Each record of a session has one of these. */
const idFields = ['sessionId', 'uuid', 'leafUuid', 'messageId']

/** Records that name the session, with their fields: a person's choice first. Of each kind the last record counts. */
const titleFields = [
  ['custom-title', 'customTitle'],
  ['ai-title', 'aiTitle'],
  ['summary', 'summary'],
] as const

/** What Claude Code writes into a person's turn: slash commands, what they printed, reminders, what an editor shows. */
const tags =
  'system-reminder|command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|task-notification|ide_(?:opened_file|selection|diagnostics)|user-prompt-submit-hook'
const notices = /^(?:\[Request interrupted by user[^\]\n]*\]|Caveat: The messages below were generated[^\n]*)$/

function wordsOf(value: unknown, type: 'user' | 'assistant', leaveOut: LeaveOut): string {
  if (fieldOf(value, 'isSidechain') === true) {
    leaveOut('subagent')
    return ''
  }
  const isOurs = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage'].some(
    (flag) => fieldOf(value, flag) === true,
  )
  if (isOurs) {
    leaveOut('system')
    return ''
  }
  const content = fieldOf(fieldOf(value, 'message'), 'content')
  const blocks = typeof content === 'string' ? [content] : listIn(content)
  if (blocks.length === 0) leaveOut(Array.isArray(content) ? 'empty' : 'unknown')
  const said = blocks.flatMap((block) => {
    if (typeof block === 'string') return [block]
    const kind = textAt(block, 'type')
    if (kind === 'text') return wordsIn(block, leaveOut)
    leaveOut(blockKinds.get(kind) ?? 'unknown')
    return []
  })
  const text = said
    .map((each) => (type === 'user' ? withoutInjected(each, leaveOut) : each).trim())
    .filter((each) => each !== '')
    .join('\n\n')
  if (text === '' && said.some((each) => each.trim() === '')) leaveOut('empty')
  return text
}

const blockKinds = new Map<string, LeftOutKind>([
  ['tool_use', 'tool-call'],
  ['server_tool_use', 'tool-call'],
  ['tool_result', 'tool-result'],
  ['web_search_tool_result', 'tool-result'],
  ['thinking', 'thinking'],
  ['redacted_thinking', 'thinking'],
  ['image', 'attachment'],
  ['document', 'attachment'],
])

function withoutInjected(text: string, leaveOut: LeaveOut): string {
  const { kept, cut } = withoutTagged(text, tags)
  leaveOut('system', cut)
  if (!notices.test(kept.trim())) return kept
  leaveOut('system')
  return ''
}
