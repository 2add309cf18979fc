// Anthropic's Messages, streamed: https://docs.anthropic.com/en/api/messages-streaming
import { textOf } from './server.js'

const usage = { input_tokens: 1, output_tokens: 1 }

/** @type {import('./server.js').Protocol} */
export const messages = {
  path: '/v1/messages',
  tools: ({ tools = [] }) => tools.map((definition) => ({ name: definition.name, definition })),
  results: (body) => blocks(body).flatMap(({ type, content }) => (type === 'tool_result' ? [textOf(content)] : [])),
  words: (body) => [body.system, blocks(body).filter(({ type }) => type === 'text')].map(textOf).join('\n'),
  events(answer, { model }) {
    const isCall = 'tool' in answer
    const block = isCall
      ? { type: 'tool_use', id: `toolu_${answer.turn}`, name: answer.tool.name, input: {} }
      : { type: 'text', text: '' }
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) }
      : { type: 'text_delta', text: answer.text }
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
    return [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ].map((data) => [data.type, data])
  },
}

const blocks = (body) =>
  body.messages.flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))
