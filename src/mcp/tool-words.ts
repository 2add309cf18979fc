/** Options of the command line that a tool calls otherwise than by its own name in one word. */
const otherNames: Readonly<Record<string, string>> = {
  also: 'wordings',
  entity: 'entities',
  kind: 'kinds',
  label: 'labels',
  origin: 'origins',
}

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What somebody wrote, as a message quotes it. */
const quote = /“[^”]{0,500}”|"(?:[^"\\]|\\.)*"/.source

/** `--as-is (asIs)`, `--reason "Peter said so" (reason)`; none of Git's or npm's, whose command stands before. */
const option = new RegExp(
  String.raw`(${quote}|\b(?:git|np[mx]) [^:;,()]*)|--([a-z][a-z-]*)( "[^"]*")?(?: \(\w+\))?`,
  'g',
)
/** `memory judge`, with backticks or without; a command that no tool is stays one, for a person. */
const command = new RegExp(
  String.raw`(${quote})|\bmemory (brief|recall|retain|suggest|judge|core|show|log|status|reflect|retire)\b`,
  'g',
)

/**
 * A message in the words of who calls a tool. Messages name an option as the command line has it, and a verb as its command,
 * wherever they are made; a tool's caller has arguments and tools. What they quote is left as it was written.
 *
 *     '--as-of takes a day that has come; memory recall lists them'  →  'asOf takes a day that has come; recall lists them'
 */
export const inToolWords = (message: string): string =>
  message
    .replace(option, (all, other: string | undefined, name: string, example = '') =>
      other === undefined ? `${otherNames[name] ?? camelCase(name)}${example}` : all,
    )
    .replace(command, (_, said: string | undefined, tool: string) => said ?? tool)
