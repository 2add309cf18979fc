import type { Conversation, LeaveOut, LeftOutKind, Message, Reader } from './conversation.js'
import { fieldOf, listIn, momentOf, textAt, wordsIn } from './json.js'
import { withoutTagged } from './tagged.js'

/**
 * Sessions of Codex, `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`: a record a line.
 *
 *     {"timestamp":"2025-10-29T00:59:38.317Z","type":"session_meta","payload":{"id":"019a…","cwd":"/home/ana/notes","cli_version":"0.46.0"}}
 *     {"timestamp":"…","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"What is 2+2?"}]}}
 *     {"timestamp":"…","type":"event_msg","payload":{"type":"agent_message","message":"4"}}
 *
 * From openai/codex, codex-rs/protocol (`RolloutLine`, `ResponseItem`), and sessions printed in jnarowski/agentcmd
 * (.agent/research/codex/format-comparison.md). A message stands in a session twice, as a `response_item` and as an
 * `event_msg`; events are read only where no `response_item` gives a message. Before the wrapper `payload` (2025) the
 * items stood bare in the line. Not confirmed: that those had no times.
 */
export const codex: Reader = {
  cut: 'lines',
  files: /(?:^|\/)rollout-[^/]*\.jsonl$/,
  holds: 'an object a line, each a record with its `type` and `payload`',
  knows: (value) =>
    textAt(value, 'type') === 'session_meta' && typeof fieldOf(fieldOf(value, 'payload'), 'id') === 'string',
  admits: (value) => {
    const type = textAt(value, 'type')
    if (type === '') return isBareMeta(value) || fieldOf(value, 'record_type') !== undefined
    return fieldOf(value, 'payload') !== undefined || type === 'message' || itemKinds.has(type)
  },
  *read({ name, values }, leaveOut): Iterable<Conversation> {
    const messages: Message[] = []
    const events: Message[] = []
    let id = ''
    let begun: number | null = null
    for (const value of values) {
      const type = textAt(value, 'type')
      const payload = fieldOf(value, 'payload')
      const at = momentOf(fieldOf(value, 'timestamp'))
      if (type === 'session_meta' || isBareMeta(value)) {
        const meta = type === '' ? value : payload
        id ||= textAt(meta, 'id')
        begun ??= momentOf(fieldOf(meta, 'timestamp')) ?? at
        leaveOut('record')
      } else if (type === 'event_msg') {
        const who = eventRoles.get(textAt(payload, 'type'))
        const text = textAt(payload, 'message')
        if (who !== undefined && text.trim() !== '') events.push({ at, who, text })
        else leaveOut(who === undefined ? 'record' : 'empty')
      } else if (type === 'response_item') addItem(payload, at, messages, leaveOut)
      else if (itemKinds.has(type) || type === 'message') addItem(value, at, messages, leaveOut)
      else leaveOut(type === '' && fieldOf(value, 'record_type') === undefined ? 'unknown' : 'record')
    }
    const stem = name.slice(name.lastIndexOf('/') + 1)
    yield { id: id || stem, title: '', at: begun, messages: messages.length > 0 ? messages : events }
  },
}

/** Whether a record is the first line of a session from before the wrapper. */
const isBareMeta = (value: unknown): boolean =>
  textAt(value, 'type') === '' && textAt(value, 'id') !== '' && textAt(value, 'timestamp') !== ''

const eventRoles = new Map([
  ['user_message', 'user'],
  ['agent_message', 'assistant'],
])

const itemKinds = new Map<string, LeftOutKind>([
  ['function_call', 'tool-call'],
  ['custom_tool_call', 'tool-call'],
  ['local_shell_call', 'tool-call'],
  ['web_search_call', 'tool-call'],
  ['tool_search_call', 'tool-call'],
  ['function_call_output', 'tool-result'],
  ['custom_tool_call_output', 'tool-result'],
  ['tool_search_output', 'tool-result'],
  ['reasoning', 'thinking'],
  ['compaction', 'record'],
  ['ghost_snapshot', 'record'],
])

/** What Codex writes into a person's turn. */
const tags =
  'environment_context|user_instructions|turn_aborted|apps_instructions|permissions instructions|app-context|collaboration_mode|skills_instructions|recommended_plugins'
const instructions = /^(?:# AGENTS\.md instructions|<INSTRUCTIONS>|(?:The|These) [^\n]{0,40}AGENTS\.md instructions )/

function addItem(item: unknown, at: number | null, messages: Message[], leaveOut: LeaveOut): void {
  const type = textAt(item, 'type')
  if (type !== 'message') {
    leaveOut(itemKinds.get(type) ?? 'unknown')
    return
  }
  const role = textAt(item, 'role')
  if (role !== 'user' && role !== 'assistant') {
    leaveOut('system')
    return
  }
  if (!Array.isArray(fieldOf(item, 'content'))) {
    leaveOut('unknown')
    return
  }
  const said = listIn(item, 'content').flatMap((block) => {
    if (['input_text', 'output_text', 'text'].includes(textAt(block, 'type'))) return wordsIn(block, leaveOut)
    leaveOut(textAt(block, 'type') === 'input_image' ? 'attachment' : 'unknown')
    return []
  })
  const texts = said.flatMap((text) => {
    if (role === 'assistant') return [text.trim()]
    if (instructions.test(text.trimStart())) {
      leaveOut('system')
      return []
    }
    const { kept, cut } = withoutTagged(text, tags)
    leaveOut('system', cut)
    return [kept.trim()]
  })
  const text = texts.filter((each) => each !== '').join('\n\n')
  if (text !== '') messages.push({ at, who: role, text })
  else if ((said.length > 0 || listIn(item, 'content').length === 0) && said.every((each) => each.trim() === ''))
    leaveOut('empty')
}
