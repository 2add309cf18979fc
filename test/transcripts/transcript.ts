/** One command of a transcript and what it printed. */
export interface Step {
  readonly command: string
  readonly expected: readonly string[]
}

/**
 * Replay a Markdown document: each `$ command` in a fenced `console` block is
 * run, in order, with continuation lines behind `> `. What stands below it is
 * what it must print, where `[..]` stands for any text in a line and a line
 * `...` for any lines. Expected lines that fit what was printed stay as they
 * are, so a document that still holds is returned unchanged.
 */
export function replay(document: string, run: (command: string) => readonly string[]): string {
  const blocks = /^```console\n([\s\S]*?)^```$/gm
  return document.replace(blocks, (_block, body: string) => `\`\`\`console\n${replayBlock(body, run)}\`\`\``)
}

function replayBlock(body: string, run: (command: string) => readonly string[]): string {
  return stepsOf(body)
    .flatMap(({ command, expected }) => [
      ...command.split('\n').map((line, at) => (at === 0 ? `$ ${line}` : `> ${line}`.trimEnd())),
      ...reconcile(expected, run(command)),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

export function stepsOf(body: string): Step[] {
  const steps: { command: string; expected: string[] }[] = []
  for (const line of body.replace(/\n$/, '').split('\n')) {
    const last = steps.at(-1)
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), expected: [] })
    else if (!last) throw new Error(`a console block begins with "$ ", not with ${JSON.stringify(line)}`)
    else if (/^>(?: |$)/.test(line) && last.expected.length === 0) last.command += `\n${line.slice(2)}`
    else last.expected.push(line)
  }
  return steps
}

/** The expected lines where they fit, otherwise what was printed with its placeholders. */
function reconcile(expected: readonly string[], printed: readonly string[]): readonly string[] {
  if (fits(expected, printed)) return expected
  return printed.map((line, at) => {
    const there = expected[at]
    return there !== undefined && fits([there], [line]) ? there : withPlaceholders(line)
  })
}

export function fits(expected: readonly string[], printed: readonly string[]): boolean {
  const pattern = expected.map((line) =>
    line === '...' ? '(?:.*\\n)*' : `${line.split('[..]').map(literally).join('.*')}\\n`,
  )
  return new RegExp(`^${pattern.join('')}$`).test(printed.map((line) => `${line}\n`).join(''))
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Names of temporary folders, commits and trees are others on the next run. */
const withPlaceholders = (line: string): string =>
  line
    .replace(/\/[^\s"]*\/memory-test-[^\s"/]+/g, '[..]')
    .replace(/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g, '[..]')
    .replace(/(?<=stands for )[0-9a-f]{10}\b/g, '[..]')
    .replace(/(?<=^index )[0-9a-f]+\.\.[0-9a-f]+/, '[..]')
    .replace(/(?<=^\[\S+ (?:\(root-commit\) )?)[0-9a-f]{7,}(?=\])/, '[..]')
