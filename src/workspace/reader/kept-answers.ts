import { hash } from 'node:crypto'
import type { ModelReply, ModelRequest } from '../../ask/language-model.js'
import { readRegular } from '../../files/files.js'
import { appendOwn, dropOwn } from '../../files/own-folder.js'
import { keptAnswersName } from '../session/model-settings.js'

/**
 * A file in Git's folder that keeps the reader's answers until they are committed, so that the run after a killed one
 * asks nothing again. Each line is an answer:
 *
 *     {"key":"9f1e22c0…","text":"{\"bullets\":[]}","tokens":null}
 */
const name = keptAnswersName

/** The most bytes that are read. A larger file holds answers of runs that never ended, and is ignored. */
const largest = 64 * 2 ** 20

export interface KeptAnswers {
  readonly get: (request: ModelRequest) => ModelReply | undefined
  readonly keep: (request: ModelRequest, reply: ModelReply) => void
  /** Deletes the file, once a commit holds what was made of the answers. */
  readonly drop: () => void
}

/** @param reader the model's name: another one may answer otherwise */
export function keptAnswers(folder: string, reader: string): KeptAnswers {
  const keyOf = ({ system, user }: ModelRequest): string =>
    hash('sha256', JSON.stringify([reader, system, user]), 'hex')
  const known = new Map<string, ModelReply>()
  for (const line of textOf(folder).split('\n')) {
    const read = answerIn(line)
    if (read) known.set(read.key, read.reply)
  }
  return {
    get: (request) => known.get(keyOf(request)),
    keep(request, reply) {
      known.set(keyOf(request), reply)
      // It begins with a line feed, too: the line before may have been cut short.
      appendOwn(folder, name, `\n${JSON.stringify({ key: keyOf(request), ...reply })}\n`)
    },
    drop: () => dropOwn(folder, name),
  }
}

function textOf(folder: string): string {
  try {
    return readRegular(folder, name, largest)?.toString('utf8') ?? ''
  } catch {
    return ''
  }
}

function answerIn(line: string): { readonly key: string; readonly reply: ModelReply } | undefined {
  try {
    const { key, text, tokens } = JSON.parse(line) as { key?: unknown; text?: unknown; tokens?: ModelReply['tokens'] }
    return typeof key === 'string' && typeof text === 'string'
      ? { key, reply: { text, tokens: tokens ?? null } }
      : undefined
  } catch {
    return undefined
  }
}
