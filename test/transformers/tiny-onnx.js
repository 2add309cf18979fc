// A model as small as can be, in the files that a real one has: a direction a word, words of one sense the same.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const width = 32
const unknown = ['[UNK]', '[PAD]']

/** @param senses words that mean one thing each; and others, each for itself */
export function writeTinyModel(folder, senses) {
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  const json = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value))
  const vocabulary = [...unknown, ...senses.flat()]
  const vocab = Object.fromEntries(vocabulary.map((word, at) => [word, at]))
  json('config.json', {
    model_type: 'bert',
    architectures: ['BertModel'],
    hidden_size: width,
    vocab_size: vocabulary.length,
  })
  json('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    unk_token: '[UNK]',
    pad_token: '[PAD]',
    model_max_length: 512,
  })
  json('tokenizer.json', {
    version: '1.0',
    added_tokens: unknown.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  })
  const table = new Float32Array(vocabulary.length * width)
  senses.forEach((words, sense) => words.forEach((word) => (table[vocab[word] * width + (sense % width)] = 1)))
  writeFileSync(join(folder, 'onnx/model.onnx'), modelOf(table, vocabulary.length))
}

// Protocol buffers by hand: a field's number and kind, then its value (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
const varint = (number) => {
  const bytes = []
  for (let left = number; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left])
    bytes.push((left % 128) + 128)
  }
}
const whole = (field, number) => Buffer.concat([varint(field * 8), varint(number)])
const bytes = (field, ...parts) => {
  const value = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([varint(field * 8 + 2), varint(value.length), value])
}

function modelOf(table, words) {
  const float = 1
  const int64 = 7
  const side = (size) => bytes(1, typeof size === 'number' ? whole(1, size) : bytes(2, size))
  const value = (name, kind, ...sizes) => [
    bytes(1, name),
    bytes(2, bytes(1, whole(1, kind), bytes(2, ...sizes.map(side)))),
  ]
  const gather = bytes(1, bytes(1, 'table'), bytes(1, 'input_ids'), bytes(2, 'last_hidden_state'), bytes(4, 'Gather'))
  const weights = bytes(
    5,
    whole(1, words),
    whole(1, width),
    whole(2, float),
    bytes(8, 'table'),
    bytes(9, Buffer.from(table.buffer)),
  )
  const graph = bytes(
    7,
    gather,
    bytes(2, 'tiny'),
    weights,
    bytes(11, ...value('input_ids', int64, 'batch', 'length')),
    bytes(11, ...value('attention_mask', int64, 'batch', 'length')),
    bytes(12, ...value('last_hidden_state', float, 'batch', 'length', width)),
  )
  return Buffer.concat([whole(1, 8), bytes(8, whole(2, 13)), graph])
}
