/** Options whose tool argument is not the option's name in camel case. */
const otherNames: Readonly<Record<string, string>> = {
  also: 'wordings',
  entity: 'entities',
  kind: 'kinds',
  label: 'labels',
  origin: 'origins',
}

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Words that a message quotes. */
const quote = /“[^”]{0,500}”|"(?:[^"\\]|\\.)*"/.source

/** An option: `--as-is (asIs)`, `--reason "Peter said so" (reason)`. Options of a git or npm command stay. */
const option = new RegExp(
  String.raw`(${quote}|\b(?:git|np[mx]) [^:;,()]*)|--([a-z][a-z-]*)( "[^"]*")?(?: \(\w+\))?`,
  'g',
)
/** A command that is a tool too: `memory judge`. Any other command stays as it is, for a person. */
const command = new RegExp(
  String.raw`(${quote})|\bmemory (brief|recall|retain|suggest|judge|core|show|log|status|reflect|retire)\b`,
  'g',
)

/**
 * A message for a tool's caller: outside of quotes it names tools and arguments in place of commands and options.
 *
 *     '--as-of takes a day; memory recall lists them'  →  'asOf takes a day; recall lists them'
 */
export const inToolWords = (message: string): string =>
  message
    .replace(option, (all, other: string | undefined, name: string, example = '') =>
      other === undefined ? `${otherNames[name] ?? camelCase(name)}${example}` : all,
    )
    .replace(command, (_, said: string | undefined, tool: string) => said ?? tool)
