import type { MarkOptions, RetainOptions, SuggestAnswer, SuggestOptions, Workspace } from '../index.js'
import { MemoryError } from '../model/error.js'
import { landedLines, landedLine, toolRetainedLines, safePath, type ToolAnswer } from './lines.js'
import { saying } from './quoted.js'

/** The arguments of the tool `suggest`: at most one of the lists, or `write`. */
export interface Suggesting extends SuggestOptions, Pick<RetainOptions, 'commit' | 'asIs'> {
  readonly bullets?: readonly SuggestAnswer[]
  readonly mark?: boolean
  readonly write?: boolean
  readonly keep?: readonly string[]
  readonly drop?: readonly string[]
  readonly pass?: readonly string[]
}

export async function suggesting(
  workspace: Workspace,
  { bullets, mark, write = false, keep, drop, pass, commit, asIs, ...options }: Suggesting,
  agent: string,
): Promise<ToolAnswer> {
  if ([bullets, keep, drop, pass, write || undefined].filter((each) => each !== undefined).length > 1)
    throw new MemoryError('bad-argument', 'give one of bullets, write, keep, drop and pass at a time')
  if (keep?.length === 0 || drop?.length === 0)
    throw new MemoryError('bad-argument', 'keep and drop take ids of suggestions, as in ["^k3f9a2c1x7"]')
  if (bullets) {
    const value = await workspace.retainSuggested(bullets, { commit, asIs, mark, agent })
    return {
      value,
      lines: [...value.retained.flatMap(toolRetainedLines), ...landedLines(value), ...landedLine(value, commit)],
    }
  }
  if (write) {
    const value = await workspace.writeSuggested(options, { commit, agent })
    const lines = value.retained.flatMap(toolRetainedLines)
    const none = lines.length > 0 ? [] : ['Rules find no plain statement there.']
    return { value, lines: [...none, ...lines, ...landedLines(value), ...landedLine(value, commit)] }
  }
  if (keep) return decided(workspace, 'keep', keep, { commit, agent })
  if (drop) return decided(workspace, 'drop', drop, { commit, agent })
  if (pass) {
    const value = await workspace.passOver(pass, { commit, agent })
    return {
      value,
      lines: [...value.passed.map((place) => `passed over ${safePath(place)}`), ...landedLine(value, commit)],
    }
  }
  const value = await workspace.suggestPackets(options)
  const lines = value.packets.map(
    ({ cites, text, under }) =>
      `${saying(text)} ${safePath(cites)}${under === undefined ? '' : ` under ${saying(under)}`}`,
  )
  const none = lines.length === 0 ? ['There is no passage there.'] : []
  const more = value.more ? ['there are more: a higher next lists them'] : []
  return { value, lines: [...none, ...lines, ...more, `names: ${value.names.map(saying).join(', ')}`] }
}

async function decided(
  workspace: Workspace,
  decision: 'keep' | 'drop',
  ids: readonly string[],
  options: MarkOptions,
): Promise<ToolAnswer> {
  const value = await workspace.decideSuggested(decision, ids, options)
  const done = decision === 'keep' ? 'kept' : 'dropped'
  return {
    value,
    lines: [
      ...value.decided.map(({ said, source, id }) => `${done}: ${saying(said)} ${safePath(source)} ^${id}`),
      ...value.already.map((id) => `${done} already: ^${id}`),
      ...landedLine(value, options.commit),
    ],
  }
}
