// OpenAI's Responses, streamed: https://platform.openai.com/docs/api-reference/responses-streaming
import { textOf } from './server.js'

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }

/** @type {import('./server.js').Protocol} */
export const responses = {
  path: '/v1/responses',
  /** Tools of one server stand in a namespace of its name. */
  tools: ({ tools = [] }) =>
    tools.flatMap((definition) =>
      definition.type === 'namespace'
        ? definition.tools.map((each) => ({
            name: `${definition.name}.${each.name}`,
            namespace: definition.name,
            definition: each,
          }))
        : [{ name: definition.name ?? definition.type, definition }],
    ),
  results: ({ input }) =>
    input.flatMap(({ type, output }) => (type === 'function_call_output' ? [textOf(output)] : [])),
  words: ({ instructions, input }) =>
    [instructions, ...input.map(({ type, content }) => (type === 'message' ? content : []))].map(textOf).join('\n'),
  events(answer) {
    const item =
      'tool' in answer
        ? {
            type: 'function_call',
            id: `fc_${answer.turn}`,
            call_id: `call_${answer.turn}`,
            name: answer.tool.definition.name,
            ...(answer.tool.namespace === undefined ? {} : { namespace: answer.tool.namespace }),
            arguments: JSON.stringify(answer.input),
          }
        : { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: answer.text }] }
    return [
      { type: 'response.created', response: { id: 'resp_1' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'resp_1', output: [item], usage } },
    ].map((data) => [data.type, data])
  },
}
