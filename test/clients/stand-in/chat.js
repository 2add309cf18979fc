// OpenAI's Chat Completions, streamed: https://platform.openai.com/docs/api-reference/chat-streaming
import { textOf } from './server.js'

/** @type {import('./server.js').Protocol} */
export const chat = {
  path: '/v1/chat/completions',
  tools: ({ tools = [] }) => tools.map((definition) => ({ name: definition.function.name, definition })),
  results: ({ messages }) => messages.flatMap(({ role, content }) => (role === 'tool' ? [textOf(content)] : [])),
  words: ({ messages }) =>
    messages.flatMap(({ role, content }) => (role === 'tool' ? [] : [textOf(content)])).join('\n'),
  events(answer, { model }) {
    const isCall = 'tool' in answer
    const chunk = (delta, finish_reason = null) => [
      '',
      {
        id: 'chat_1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason }],
      },
    ]
    const call = isCall && {
      index: 0,
      id: `call_${answer.turn}`,
      type: 'function',
      function: { name: answer.tool.name, arguments: JSON.stringify(answer.input) },
    }
    return [
      chunk(isCall ? { role: 'assistant', tool_calls: [call] } : { role: 'assistant', content: answer.text }),
      chunk({}, isCall ? 'tool_calls' : 'stop'),
      ['', null],
    ]
  },
}
