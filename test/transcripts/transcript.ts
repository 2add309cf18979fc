/** One command of a transcript and what it printed. */
export interface Step {
  readonly command: string
  readonly expected: readonly string[]
}

/** A fenced block: ```` ```diff src/cli/commands.ts ```` has a language and names a file. */
export interface Block {
  readonly language: string
  readonly file: string
  readonly body: string
}

/** @returns the body that the block should have had: its own where it holds */
export type Performer = (block: Block) => string

const fences = /^(`{3,})(\w*)(?: (\S+))?\n([\s\S]*?)^\1$/gm

/**
 * Perform every fenced block of a Markdown document, in order, by its language.
 * Blocks that hold stay as they are, so a document that still holds is returned
 * unchanged.
 */
export function perform(document: string, performers: Readonly<Record<string, Performer>>): string {
  return document.replace(fences, (_block, fence: string, language: string, file: string | undefined, body: string) => {
    const performer = performers[language]
    if (!performer) throw new Error(`no way to run a block of \`${language}\`: ${Object.keys(performers).join(', ')}`)
    const info = file === undefined ? language : `${language} ${file}`
    return `${fence}${info}\n${performer({ language, file: file ?? '', body })}${fence}`
  })
}

/**
 * Each `$ command` of a `console` block is run, with continuation lines behind
 * `> `. What stands below it is what it must print, where `[..]` stands for any
 * text in a line and a line `...` for any lines.
 */
export const consoleBy =
  (run: (command: string) => readonly string[]): Performer =>
  ({ body }) =>
    stepsOf(body)
      .flatMap(({ command, expected }) => [
        ...command.split('\n').map((line, at) => (at === 0 ? `$ ${line}` : `> ${line}`.trimEnd())),
        ...reconcile(expected, run(command)),
      ])
      .map((line) => `${line}\n`)
      .join('')

/** The commands of every `console` block. */
export const commandsOf = (document: string): string[] =>
  [...document.matchAll(fences)].flatMap(([, , language, , body]) =>
    language === 'console' ? stepsOf(body!).map(({ command }) => command) : [],
  )

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

/** The expected lines where they fit, otherwise what was printed with its placeholders, and with `...` for the rest where that stood there. */
function reconcile(expected: readonly string[], printed: readonly string[]): readonly string[] {
  if (fits(expected, printed)) return expected
  const [last, end] = expected.slice(-2)
  const from = end === '...' && last !== '...' ? printed.findIndex((line) => fits([last!], [line])) : -1
  if (from >= 0) return [...reconcile(expected.slice(0, -1), printed.slice(0, from + 1)), '...']
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
    .replace(/(?<=^ {8})[0-9a-f]{10}(?= {2}\d{4}-\d\d-\d\d {2})/, '[..]')
    .replace(/(?<=stands for )[0-9a-f]{10}\b/g, '[..]')
    .replace(/(?<=^index )[0-9a-f]+\.\.[0-9a-f]+/, '[..]')
    .replace(/(?<=^\[\S+ (?:\(root-commit\) )?)[0-9a-f]{7,}(?=\])/, '[..]')
