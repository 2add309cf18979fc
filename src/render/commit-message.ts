/** Why a set of pages changed, told by the pages alone. */
export interface Reasons {
  /** `1 changed, 2 new` */
  readonly summary: string
  /** One line per fact that is new, changed or gone. */
  readonly lines: readonly string[]
  /** `memory/2025-11-27.md#L4`: what the changed lines cite and did not cite before. */
  readonly evidence: readonly string[]
}

/** How Git will treat the message. */
export interface MessageForm {
  /** What starts a line that Git drops; undefined where no editor opens, so that every line is the message. */
  readonly comment: string | undefined
  /** The message is that of the commit being amended: what we wrote into it before goes. */
  readonly amends: boolean
}

const heading = 'Changed in bank/:'
const trailer = /^[A-Za-z][A-Za-z0-9-]*: \S|^\s+\S/
const signOff = /^(?:Signed-off-by|Co-authored-by): /
/** Lines of a list that we wrote; a person's remark below them is none. */
const ourLine =
  /^- (?:(?:new|gone): |(?:retired|not) \^|and \d+ more$|.* → |.* \(was: |.+: (?:alias|not|type) .+ (?:added|removed)$)/

/**
 * A commit message with the reasons for its pages: below what a person wrote,
 * with `Evidence:` among the trailers, and a subject only where there is none.
 */
export function withReasons(message: string, reasons: Reasons, { comment, amends }: MessageForm): string {
  const lines = message.split('\n')
  const cut = comment === undefined ? lines.length : commentsFrom(lines, comment)
  const written = lines.slice(0, cut)
  const own = amends ? withoutOurs(written) : written
  if (reasons.lines.length === 0 && own.length === written.length) return message
  // Nobody will see an empty message that no editor shows: Git refuses it, as it should.
  if (comment === undefined && own.every((line) => line.trim() === '' || signOff.test(line))) return message

  const paragraphs = own
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .filter((text) => text !== '')
  const last = paragraphs.at(-1)?.split('\n') ?? []
  const hasTrailers = last.length > 0 && last.every((line) => (paragraphs.length > 1 ? trailer : signOff).test(line))
  const trailers = [
    ...(hasTrailers ? paragraphs.pop()!.split('\n') : []),
    ...reasons.evidence.map((place) => `Evidence: ${place}`),
  ]
  if (reasons.lines.length > 0) {
    if (paragraphs.length === 0) paragraphs.push(`memory: ${reasons.summary}`)
    paragraphs.push([heading, ...reasons.lines.map((line) => `- ${line}`)].join('\n'))
  }
  if (trailers.length > 0) paragraphs.push(trailers.join('\n'))
  const comments = lines.slice(cut)
  return `${paragraphs.join('\n\n')}\n${comments.length > 0 ? `\n${comments.join('\n')}` : ''}`
}

/** Where the comments at the end begin: a line that starts like one further up is somebody's words (`#42 is fixed`). */
function commentsFrom(lines: readonly string[], comment: string): number {
  const scissors = lines.findIndex((line) => line.startsWith(comment) && line.includes('>8'))
  let at = scissors < 0 ? lines.length : scissors
  while (at > 0 && (lines[at - 1]!.startsWith(comment) || lines[at - 1]!.trim() === '')) at--
  while (at < lines.length && lines[at]!.trim() === '') at++
  return at
}

function withoutOurs(lines: readonly string[]): readonly string[] {
  const start = lines.indexOf(heading)
  if (start < 0) return lines
  const isOurs = (line: string, at: number): boolean =>
    at === start || (at > start && ourLine.test(line)) || /^Evidence: \S+#L\d/.test(line)
  return lines.filter((line, at) => !isOurs(line, at))
}
