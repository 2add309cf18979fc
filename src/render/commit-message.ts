/** Why a set of pages changed, told by the pages alone. */
export interface Reasons {
  /** `1 changed, 2 new` */
  readonly summary: string
  /** One line per fact that is new, changed or gone. */
  readonly lines: readonly string[]
  /** `memory/2025-11-27.md#L4`: what the changed lines cite and did not cite before. */
  readonly evidence: readonly string[]
}

const heading = 'Changed in bank/:'
const trailer = /^[A-Za-z][A-Za-z0-9-]*: \S/

/**
 * A commit message with the reasons for its pages: below what a person wrote,
 * with `Evidence:` among the trailers, and a subject only where there is none.
 * What we wrote into it before (an amend) is taken out first.
 *
 * `comment` starts the lines that Git will drop; the reasons stand above them.
 */
export function withReasons(message: string, reasons: Reasons, comment: string): string {
  if (reasons.lines.length === 0 && !message.split('\n').includes(heading)) return message
  const lines = message.split('\n')
  const first = lines.findIndex((line) => line.startsWith(comment))
  const own = withoutOurs(first < 0 ? lines : lines.slice(0, first))
  const comments = first < 0 ? [] : lines.slice(first)
  const paragraphs = own
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .filter((text) => text !== '')
  const last = paragraphs.at(-1)
  const hasTrailers = paragraphs.length > 1 && last!.split('\n').every((line) => trailer.test(line))
  const trailers = [
    ...(hasTrailers ? paragraphs.pop()!.split('\n') : []),
    ...reasons.evidence.map((place) => `Evidence: ${place}`),
  ]
  if (reasons.lines.length > 0) {
    if (paragraphs.length === 0) paragraphs.push(`memory: ${reasons.summary}`)
    paragraphs.push([heading, ...reasons.lines.map((line) => `- ${line}`)].join('\n'))
  }
  if (trailers.length > 0) paragraphs.push(trailers.join('\n'))
  return `${paragraphs.join('\n\n')}\n${comments.length > 0 ? `\n${comments.join('\n')}` : ''}`
}

function withoutOurs(lines: readonly string[]): string[] {
  const start = lines.indexOf(heading)
  if (start < 0) return [...lines]
  let end = start + 1
  while (end < lines.length && lines[end]!.startsWith('- ')) end++
  return [...lines.slice(0, start), ...lines.slice(end)].filter((line) => !/^Evidence: \S+#L\d/.test(line))
}
