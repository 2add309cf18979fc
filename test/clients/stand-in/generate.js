// Gemini's API, streamed: https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
import { textOf } from './server.js'

const usage = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }

/** @type {import('./server.js').Protocol} */
export const generate = {
  path: '/v1beta/models/stand-in:streamGenerateContent',
  tools: ({ tools = [] }) =>
    tools.flatMap(({ functionDeclarations, ...others }) => [
      ...(functionDeclarations ?? []).map((definition) => ({ name: definition.name, definition })),
      ...Object.entries(others).map(([name, definition]) => ({ name, definition })),
    ]),
  results: ({ contents }) =>
    parts(contents).flatMap(({ functionResponse }) =>
      functionResponse === undefined ? [] : [String(functionResponse.response?.output ?? '')],
    ),
  words: ({ systemInstruction, contents }) =>
    [systemInstruction?.parts, parts(contents).filter(({ text }) => text !== undefined)].map(textOf).join('\n'),
  events(answer, { model }) {
    const part =
      'tool' in answer ? { functionCall: { name: answer.tool.name, args: answer.input } } : { text: answer.text }
    const content = { role: 'model', parts: [part] }
    return [
      [
        '',
        { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata: usage, modelVersion: model ?? 'm' },
      ],
    ]
  },
}

const parts = (contents) => contents.flatMap((content) => content.parts ?? [])
