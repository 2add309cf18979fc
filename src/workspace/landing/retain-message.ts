import { beginningOf } from '../../text/columns.js'
import { singleSpaced } from '../../text/letters.js'

interface Brought {
  readonly text: string
  readonly mentions: readonly string[]
  /** `- W @Ana: Sings in a choir` */
  readonly bullet: string
}

const mostNamed = 50
const subjectColumns = 60
/** Characters that act on a screen and are not seen: controls, marks of direction and of no width, line ends. */
const unread = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * The message of a commit of bullets: one is told by its first words, several by their number and whom they are about.
 * A bullet with a credential, which `asIs` lets into a log, is left out: a message outlives its line.
 *
 *     memory: retain Sings in a choir
 *     memory: retain 45 bullets about Ana, Kestrel and 7 more
 */
export async function retainMessage(brought: readonly Brought[]): Promise<string> {
  const { credentialsIn } = await import('../secrets/credentials.js')
  const isSecret = brought.map(({ bullet }) => credentialsIn('memory/log.md', bullet).length > 0)
  const safe = brought.filter((_, at) => !isSecret[at])
  const told = safe.slice(0, mostNamed)
  const [only] = brought.length === 1 ? safe : []
  const count = brought.length === 1 ? '1 bullet' : `${brought.length} bullets`
  const what = only ? beginningOf(plain(only.text), subjectColumns) : `${count}${namesOf(safe)}`
  const left = brought.length - told.length
  const more = left > 0 && told.length > 0 ? [`and ${left} more`] : []
  return [`memory: retain ${what}`, '', ...told.map(({ bullet }) => plain(bullet)), ...more, ''].join('\n')
}

/** ` about Ana, Kestrel and 7 more`: the names that most bullets have, as many as there is room for. */
function namesOf(brought: readonly Brought[]): string {
  const many = new Map<string, number>()
  for (const name of brought.flatMap(({ mentions }) => mentions)) many.set(name, (many.get(name) ?? 0) + 1)
  const names = [...many].toSorted((a, b) => b[1] - a[1]).map(([name]) => plain(name))
  const told: string[] = []
  for (const name of names) if ([...told, name].join(', ').length <= subjectColumns - 20) told.push(name)
  if (told.length === 0) return ''
  const left = names.length - told.length
  return ` about ${told.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

const plain = (text: string): string => singleSpaced(text.replace(unread, ' ')).trim()
