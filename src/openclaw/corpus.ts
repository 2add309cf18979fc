import { linesWithoutCredentials } from '../credentials/without.js'
import { readRegular } from '../files/files.js'
import type { Result, Workspace } from '../index.js'
import { printable, shownLines } from '../text/safe-text.js'
import type { Corpus, CorpusResult, CorpusText, ToolContext } from './api.js'
import { withWorkspace, type CalledWorkspace } from './with-workspace.js'

const corpus = 'workspace-memory'
const usualResults = 6
/** Lines that `memory_get` gets where it does not say how many. */
const usualLines = 120
/** The largest file that is read, in bytes. */
const largestFile = 1 << 20

/** Our facts as a source of OpenClaw's own `memory_search`, in its shape: path, lines and a citation. */
export const corpusOf = (placeOf: (context: ToolContext) => CalledWorkspace): Corpus => ({
  search: ({ query, maxResults, ...context }) =>
    withWorkspace(placeOf(context), async (workspace) => {
      const { results } = await workspace.recall(query, { k: Math.max(1, Math.trunc(maxResults ?? usualResults)) })
      const most = Math.max(...results.map(({ score }) => score), 0)
      return results.map((result) => resultOf(result, most))
    }),
  get: ({ lookup, fromLine, lineCount, ...context }) =>
    withWorkspace(placeOf(context), async (workspace) => linesAt(workspace, lookup, fromLine, lineCount)),
})

/**
 * A result as OpenClaw has it. Its scores go from 0 to 1, and ours have no upper end: the best of an answer counts 0.9,
 * none less than 0.1.
 *
 *     {"path": "memory/2025-11-27.md", "startLine": 4, "endLine": 4, "citation": "memory/2025-11-27.md#L4", …}
 */
function resultOf(
  { id, kind, content, entities, source, score, timestamp, confidence }: Result,
  most: number,
): CorpusResult {
  const [, path = source, line] = /^(.*?)(?:#L(\d+)| \^\w+)$/.exec(source) ?? []
  const sure = confidence === undefined ? '' : ` (${confidence.toFixed(2)} sure)`
  return {
    corpus,
    path,
    title: printable(entities.length > 0 ? entities.join(', ') : path),
    kind,
    score: most > 0 ? Math.round(Math.max(0.1, (0.9 * score) / most) * 1000) / 1000 : 0.5,
    snippet: `${printable(content)}${sure}`,
    id,
    ...(line === undefined ? {} : { startLine: Number(line), endLine: Number(line) }),
    citation: source,
    ...(timestamp === null ? {} : { updatedAt: timestamp }),
  }
}

/** The lines that a lookup names: `memory/2025-11-27.md`, with `#L4` or without. Reads only logs and pages, no link. */
function linesAt({ root }: Workspace, lookup: string, from?: number, most?: number): CorpusText | null {
  const [, path, line] = /^((?:memory|bank)\/[^#\0]+\.md)(?:#L(\d+)(?:-L?\d+)?)?$/i.exec(lookup) ?? []
  if (path === undefined || path.split('/').some((part) => part === '..' || part === '.')) return null
  const bytes = readRegular(root, path, largestFile)
  if (bytes === undefined) return null
  const lines = linesWithoutCredentials(bytes.toString('utf8')).split(/\r?\n/)
  const first = Math.max(1, Math.trunc(from ?? Number(line ?? 1)))
  const part = lines.slice(first - 1, first - 1 + Math.max(1, Math.trunc(most ?? usualLines)))
  return { corpus, path, content: shownLines(part.join('\n')), fromLine: first, lineCount: part.length }
}
