/** A fact as the Retain grammar has it, read a line at a time and with nothing of `src/`; knows only the Markdown that histories write. */
export interface ReferenceFact {
  readonly first: number
  readonly last: number
  readonly kind: string
  /** Thousandths. */
  readonly confidence: number | null
  readonly mentions: readonly string[]
  readonly text: string
}

const kinds: Record<string, string> = { W: 'world', B: 'experience', O: 'opinion', S: 'observation' }
const name = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_./-]*[\\p{L}\\p{N}\\p{M}])?'
const spaceless = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const mention = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}_.\\-/@])@(${name})|(?<=[${spaceless}])@(${name})`, 'gu')
const leading = new RegExp(`^\\s*((?:@${name}\\s*)+)[:：]`, 'u')
const date = '\\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\\d|3[01]))?)?'
const id = '\\^?[0-9a-z]{10}'
const attributes = new RegExp(
  `^(?:c=(?:0?\\.\\d+|[01]|[01]\\.0*)|until=${date}|(?:was|of)=${id}|(?:supports|weakens|contradicts|from)=${id}(?:\\+${id})*|on=(?:-|${date})|origin=(?:person|agent|import|tool|web)(?:\\+kept)?)$`,
)
const code = /`[^`]*`/
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

/** Comments out, `&lt;` decoded outside of code, white space collapsed. */
function plain(text: string): string {
  const parts = text.replace(/<!--.*?-->/g, ' ').split(new RegExp(`(${code.source})`))
  const decoded = parts.map((part) => (code.test(part) ? part : part.replace(/&\w+;/g, (it) => entities[it] ?? it)))
  return decoded.join('').replace(/\s+/g, ' ').trim()
}

/** A bullet's text without its marker; undefined where it is narrative or not well formed. */
function read(bullet: string): Omit<ReferenceFact, 'first' | 'last'> | undefined {
  const [, letter, bracket, rest = ''] = /^([WBOS])(?=[\s(:：]|$)(?:\(([^)]*)\))?([^]*)$/.exec(bullet) ?? []
  if (letter === undefined || /^\s*\(\s*[a-z]+\s*=/.test(rest) || /<!-- \^[0-9a-z]{10} -->$/.test(bullet))
    return undefined
  const given = bracket?.split(',').map((part) => part.replace(/\s/g, '')) ?? []
  const keys = new Set(given.map((part) => part.split('=')[0]!))
  if (keys.size < given.length || !given.every((part) => attributes.test(part)) || (keys.has('c') && letter !== 'O'))
    return undefined
  const names = leading.exec(rest) ?? /^\s*[:：]?()/.exec(rest)!
  const text = plain(rest.slice(names[0].length))
  if (text === '') return undefined
  const mentions = new Map<string, string>()
  for (const [, one, other] of `${names[1]} ${text.replaceAll(new RegExp(code, 'g'), ' ')}`.matchAll(mention)) {
    const key = (one ?? other)!.normalize('NFC').toLowerCase()
    if (!mentions.has(key)) mentions.set(key, (one ?? other)!)
  }
  const stated = given.find((part) => part.startsWith('c='))?.slice(2)
  const confidence = stated === undefined ? null : Math.round(Number(stated) * 1000)
  return { kind: kinds[letter]!, confidence, mentions: [...mentions.values()], text }
}

/** Where the front matter ends; -1 where a merge put a bullet among its lines, or a name twice: that is no YAML, and text. */
function frontMatterEnd(lines: readonly string[]): number {
  const end = lines[0]!.startsWith('---') ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1
  const named = lines.slice(1, Math.max(1, end)).filter((line) => !/^\s*(?:#.*)?$/.test(line))
  const names = named.map((line) => /^(\w+):(?: |$)/.exec(line)?.[1])
  return names.includes(undefined) || new Set(names).size < names.length ? -1 : end
}

/** The facts of a note. `headings` open a Retain section beside the three that always do. */
export function referenceFacts(note: string, headings: readonly string[]): ReferenceFact[] {
  const lines = note.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const openers = ['retain', '保留', 'mantieni', ...headings.map((heading) => heading.toLowerCase())]
  const facts: ReferenceFact[] = []
  let [retain, asleep, fence, comment, paragraph, blank, quoted] = [0, 0, '', false, '', true, false]
  let item: { first: number; last: number; text: string; indent: number } | undefined
  const close = (): void => {
    const fact = item && retain > 0 && asleep === 0 ? read(item.text) : undefined
    if (fact) facts.push({ first: item!.first, last: item!.last, ...fact })
    item = undefined
  }
  const heading = (depth: number, title: string): void => {
    if (retain >= depth) retain = 0
    if (asleep >= depth) asleep = 0
    if (retain === 0 && openers.includes(title.toLowerCase().replace(/[\s:：]+$/, ''))) retain = depth
    if (asleep === 0 && /^(light|rem|deep) sleep$/i.test(title)) asleep = depth
  }
  const front = frontMatterEnd(lines)
  for (const [at, line] of lines.entries()) {
    const [text, indent, marker] = [line.trim(), line.search(/\S|$/), /^ *(?:[-*+]|\d+[.)]) +(?=\S)/.exec(line)?.[0]]
    const words = !marker && !/^(?:#{1,6}(?:[ \t]|$)|```|~~~|<!--|>|-{3,} *$)/.test(line)
    const lazy = words && !blank
    quoted = line.startsWith('>') || (quoted && lazy)
    blank = text === ''
    if (at <= front) continue
    if (fence !== '') fence = text === fence ? '' : fence
    else if (comment) comment = !line.includes('-->')
    else if (blank) paragraph = ''
    else if (item && (lazy || indent >= item.indent)) {
      item.text += marker ? ` - ${line.slice(marker.length)}` : ` ${text}`
      item.last = at + 1
    } else if (paragraph !== '' && /^(?:=+|-+)$/.test(text)) {
      heading(text.startsWith('=') ? 1 : 2, paragraph)
      paragraph = ''
    } else {
      close()
      const [, hashes, title = ''] = /^(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? []
      paragraph = words && !quoted ? `${paragraph} ${text}`.trim() : ''
      if (marker) item = { first: at + 1, last: at + 1, text: line.slice(marker.length), indent: marker.length }
      if (hashes) heading(hashes.length, title)
      if (/^(?:```|~~~)/.test(line)) fence = line.slice(0, 3)
      comment = line.startsWith('<!--') && !line.includes('-->')
    }
  }
  close()
  return facts
}
