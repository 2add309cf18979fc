import type { Result, Workspace } from '../index.js'
import { resultLine } from '../mcp/lines.js'
import { fenceQuotes } from '../mcp/quoted.js'

/** Bytes of a hook's input; longer input is ignored. */
const mostRead = 1 << 20
const mostOfError = 4000
const mostWords = 16
const mostTold = 3
/** How many results of recall are looked at. */
const mostAsked = 12

/** Words that occur in failures of every kind, and so tell none from another. */
const everyFailure = new Set(
  `abort aborted and any are argument at available be been bin block but call called can cannot code command could denied did directory
  does during err error errors exception exit exited expected fail failed failing failure fatal file files for found from function
  has have home invalid line lib log message missing module no node not null object of on open option or path permission process
  read reason received run running see signal src stack status such system test tests that the this to trace true try type
  unable undefined unexpected unknown usage use usr value was were while with without you your`.split(/\s+/),
)

/** The part of a hook's answer that Claude Code reads: https://code.claude.com/docs/en/hooks */
interface HookOutput {
  readonly hookSpecificOutput: { readonly hookEventName: 'PostToolUseFailure'; readonly additionalContext: string }
}

/**
 * A hook's answer to a failed command: lines of memory that hold a rare word of its error, and another rare word of the
 * error or the command. Undefined where there are none, and on any error: nobody depends on the answer.
 *
 *     {"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"npm run db"},"error":"… ECONNREFUSED …"}
 */
export async function saidOfFailure(
  stdin: AsyncIterable<string | Buffer>,
  open: () => Pick<Workspace, 'recall' | 'close'>,
): Promise<HookOutput | undefined> {
  try {
    const failure = failureIn(await textOf(stdin))
    if (!failure) return undefined
    const command = rareWords(failure.command)
    const error = rareWords(failure.error.slice(-mostOfError)).filter((word) => !command.includes(word))
    const words = [...command.slice(0, mostWords / 2), ...error].slice(0, mostWords)
    if (error.length === 0) return undefined
    const workspace = open()
    try {
      const { results } = await workspace.recall(words.join(' '), { k: mostAsked, semantic: 'off' })
      const strong = results.filter((result) => isStrong(result, { command, error })).slice(0, mostTold)
      if (strong.length === 0) return undefined
      const additionalContext = fenceQuotes(strong.map(resultLine))
      return { hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext } }
    } finally {
      workspace.close()
    }
  } catch {
    return undefined
  }
}

async function textOf(stdin: AsyncIterable<string | Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stdin) {
    parts.push(Buffer.from(part))
    if ((size += parts.at(-1)!.length) > mostRead) return ''
  }
  return Buffer.concat(parts).toString('utf8')
}

function failureIn(text: string): { readonly command: string; readonly error: string } | undefined {
  const { tool_input: input, error, is_interrupt: isInterrupt } = JSON.parse(text) as Record<string, unknown>
  const { command } = Object(input) as Record<string, unknown>
  if (typeof command !== 'string' || typeof error !== 'string' || isInterrupt === true) return undefined
  return { command, error }
}

/** Words that may tell one failure from another, each once: three characters or more, neither common nor a hash. */
function rareWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/gu) ?? []
  const isRare = (word: string): boolean =>
    word.length > 2 && !everyFailure.has(word) && !/^(?=.*\d)[0-9a-f]{7,}$/.test(word)
  return [...new Set(words.flatMap((word) => [word, ...word.split(/[-.]/)]))].filter(isRare)
}

/** Whether a result shares enough rare words with a failure and still holds: not ended, retired or contradicted. */
function isStrong(
  result: Result,
  { command, error }: { readonly command: readonly string[]; readonly error: readonly string[] },
): boolean {
  if (result.until || result.retired || result.otherwise) return false
  const said = new Set(rareWords([result.content, ...result.entities, result.under ?? ''].join(' ')))
  const held = [...error, ...command].filter((word) => said.has(word))
  // `index.ts` is one word, not three.
  const parts = new Set(held.flatMap((word) => (/[-.]/.test(word) ? word.split(/[-.]/) : [])))
  const [ofError, ofCommand] = [error, command].map(
    (words) => words.filter((word) => said.has(word) && !parts.has(word)).length,
  ) as [number, number]
  return ofError > 0 && ofError + ofCommand > 1
}
