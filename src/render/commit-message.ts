/** Why pages changed, from the pages alone. */
export interface Reasons {
  /** `1 changed, 2 new` */
  readonly summary: string
  /** One line per fact that is new, changed or gone. */
  readonly lines: readonly string[]
  /** Places that the changed lines cite now and did not cite before: `memory/2025-11-27.md#L4`. */
  readonly evidence: readonly string[]
}

export interface MessageForm {
  /** The beginning of lines that Git drops; undefined where no editor opens and every line belongs to the message. */
  readonly comment: string | undefined
  /** The reasons that we wrote into a message that is used again: its other lines are a person's. */
  readonly wrote: Reasons | undefined
  /** Gives a subject where nobody wrote one; our own is used where this is left out or gives none. */
  readonly subject?: (() => string | undefined) | undefined
}

const heading = 'Changed in bank/:'
/** How many headings are looked at: a person may paste one, but hardly hundreds. */
const mostHeadings = 64
const listed = ({ lines }: Reasons): string[] => lines.map((line) => `- ${line}`)
const trailersOf = ({ evidence }: Reasons): string[] => evidence.map((place) => `Evidence: ${place}`)
const subjectOf = ({ summary }: Reasons): string => `memory: ${summary}`
/** How a line of ours can begin. */
const beginnings = [heading, '- ', 'Evidence: ', 'memory: ', 'log ']

const trailer = /^[A-Za-z][A-Za-z0-9-]*: \S/
const continued = /^\s+\S/
const signOff = /^(?:Signed-off-by|Co-authored-by): /
const isBlank = (line: string): boolean => line.trim() === ''

/**
 * A commit message with the reasons for its pages. They go below a person's words, with `Evidence:` among the trailers,
 * and a subject only where there is none. A person's lines stay byte for byte, with blanks and line ends: our lines are
 * known from what we wrote before, never from their looks.
 */
export function withReasons(message: string, reasons: Reasons, { comment, wrote, subject }: MessageForm): string {
  // Git would drop some of our lines as comments, and the next amend could not tell which lines are ours.
  if (comment !== undefined && beginnings.some((words) => words.startsWith(comment))) return message
  const lines = message.split('\n')
  let end = comment === undefined ? lines.length : commentsFrom(lines, comment)
  while (end > 0 && isBlank(lines[end - 1]!)) end--
  const own = lines.slice(0, end)
  const rest = lines.slice(end)
  // The message of a commit that failed may already hold these same reasons.
  const ours = (wrote && oursIn(own, wrote)) ?? oursIn(own, reasons)
  if (!ours && reasons.lines.length === 0) return message
  // Without an editor nobody sees an empty message: it stays empty, and Git refuses it as it should.
  const isOurs = (at: number): boolean =>
    ours !== undefined && [ours.heading, ...ours.list, ...ours.trailers].includes(at)
  if (comment === undefined && own.every((line, at) => isBlank(line) || signOff.test(line) || isOurs(at)))
    return message

  const carriage = lines[0]!.endsWith('\r') ? '\r' : ''
  const ended = (words: readonly string[]): string[] => words.map((line) => line + carriage)
  // If the message does not end in a line end, ours does not either, and the person's last line gets one.
  const open = rest.length === 0 && own.length > 0 ? carriage : ''
  own.push(...own.splice(-1).map((line) => line + open))
  const list = ended(listed(reasons))
  const trailers = ended(trailersOf(reasons))
  let text = ours ? exchanged(own, ours, list, trailers) : own
  if (!ours && list.length > 0)
    text = withList(text, list, { carriage, subject: () => subject?.() ?? subjectOf(reasons) })
  if (!ours?.trailers.length && trailers.length > 0) text = withTrailers(text, trailers, carriage)
  const apart = rest.length > 0 && !isBlank(rest[0]!) ? [''] : []
  const whole = [...text, ...apart, ...rest].join('\n')
  return open === '' ? whole : whole.slice(0, -1)
}

/** The places of our lines in a message. */
interface Ours {
  readonly heading: number
  /** The end of the lines below the heading, at the next blank one. A person's lines may be among them. */
  readonly listEnd: number
  readonly list: readonly number[]
  readonly trailers: readonly number[]
}

/**
 * The lines of a message that we wrote, byte for byte: those below our heading, each as often as we wrote it, and the
 * trailers further down. A person's remark in the list is not among them, nor a line that only looks like ours.
 */
function oursIn(own: readonly string[], wrote: Reasons): Ours | undefined {
  const bare = own.map((line) => line.replace(/\r$/, ''))
  const headings = bare.flatMap((line, at) => (line === heading ? [at] : []))
  for (const at of headings.slice(-mostHeadings).toReversed()) {
    const blank = bare.findIndex((line, index) => index > at && isBlank(line))
    const listEnd = blank < 0 ? bare.length : blank
    const list = found(bare, listed(wrote), at + 1, listEnd)
    if (list.length > 0)
      return { heading: at, listEnd, list, trailers: found(bare, trailersOf(wrote), listEnd, bare.length) }
  }
  return undefined
}

/** The places of these words among the lines, each at most once, at its last place. */
function found(lines: readonly string[], words: readonly string[], from: number, to: number): number[] {
  const left = words.map((line) => line.trimEnd()) // as Git leaves them
  const places: number[] = []
  for (let at = to - 1; at >= from; at--) {
    const index = left.indexOf(lines[at]!)
    if (index < 0) continue
    left.splice(index, 1)
    places.unshift(at)
  }
  return places
}

/** The message with new lines in place of ours. Without any the heading goes too, unless a person's remark needs it. */
function exchanged(own: readonly string[], ours: Ours, list: readonly string[], trailers: readonly string[]): string[] {
  const remarks = ours.listEnd - ours.heading - 1 - ours.list.length
  const headed = list.length === 0 && remarks === 0 ? [ours.heading, ...ours.list] : ours.list
  return instead(instead(own, ours.trailers, trailers), headed, list) // the lower lines first: the upper ones keep their places
}

/** The text with lines in the place of others. If there are none, the blank line around the old ones goes too. */
function instead(text: readonly string[], places: readonly number[], lines: readonly string[]): string[] {
  const made = text.flatMap((line, at) => (at === places[0] ? lines : places.includes(at) ? [] : [line]))
  const [at] = places
  if (at === undefined || lines.length > 0 || (at > 0 && !isBlank(made[at - 1]!))) return made
  if (at === made.length) return made.slice(0, -1)
  return isBlank(made[at]!) ? made.toSpliced(at, 1) : made
}

/** The message with our heading and list between a person's words and trailers, and with a subject if it has none. */
function withList(
  text: readonly string[],
  list: readonly string[],
  { carriage, subject }: { readonly carriage: string; readonly subject: () => string },
): string[] {
  const at = trailersAt(text)
  const [words, trailers] = [text.slice(0, at), text.slice(at)]
  const begin = words.every(isBlank) ? [subject() + carriage, carriage] : trailers.length > 0 ? [] : [carriage]
  return [...words, ...begin, heading + carriage, ...list, ...(trailers.length > 0 ? [carriage, ...trailers] : [])]
}

const withTrailers = (text: readonly string[], trailers: readonly string[], carriage: string): string[] =>
  trailersAt(text) < text.length ? [...text, ...trailers] : [...text, carriage, ...trailers]

/** Where the trailers at the end of a message begin; the message's length if it has none. */
function trailersAt(text: readonly string[]): number {
  const at = text.findLastIndex(isBlank) + 1
  const last = text.slice(at)
  const isTrailers =
    last.length > 0 &&
    (text.slice(0, at).every(isBlank)
      ? last.every((line) => signOff.test(line))
      : trailer.test(last[0]!) && last.every((line) => trailer.test(line) || continued.test(line)))
  return isTrailers ? at : text.length
}

/** Git's line behind the comment character, above the diff of `commit --verbose`. */
const scissors = ' ------------------------ >8 ------------------------'

/** Where the comments at the end begin. A line further up that starts like a comment is a person's (`#42 is fixed`). */
function commentsFrom(lines: readonly string[], comment: string): number {
  const cut = lines.findIndex((line) => line.trimEnd() === comment + scissors)
  let at = cut < 0 ? lines.length : cut
  while (at > 0 && (lines[at - 1]!.startsWith(comment) || isBlank(lines[at - 1]!))) at--
  return at
}

/** Git's choice for `core.commentChar=auto`: the first of these that begins no line of the message. */
const candidates = '#;@!$%^&|:'

/** The comment character that Git chose for a message: it begins the line above the diff, or else the last line. */
export function chosenComment(message: string): string {
  const lines = message.split('\n').map((line) => line.trimEnd())
  const cut = lines.find((line) => line.endsWith(scissors) && line.length === scissors.length + 1)
  const [first = ''] = cut ?? lines.findLast((line) => line !== '') ?? ''
  return candidates.includes(first) && first !== '' ? first : '#'
}
