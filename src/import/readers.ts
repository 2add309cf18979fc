import { formatNames, type FormatName } from '../model/origin.js'
import { basicMemory } from './basic-memory.js'
import { chatgpt } from './chatgpt.js'
import { claude } from './claude.js'
import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import type { Reader } from './conversation.js'
import { hindsight } from './hindsight.js'
import { letta } from './letta.js'
import { okf } from './okf.js'

/** Every format there is. A new one is a file and a row, and a name in `model/origin.ts`. */
export const readers: Readonly<Record<FormatName, Reader>> = {
  'claude-code': claudeCode,
  codex,
  chatgpt,
  claude,
  letta,
  hindsight,
  'basic-memory': basicMemory,
  okf,
}

/** The one format that a file with such a value can be of; undefined where that is not sure. */
export function formatOf(value: unknown): FormatName | undefined {
  const [only, ...others] = formatNames.filter((name) => readers[name].knows(value))
  return others.length === 0 ? only : undefined
}
