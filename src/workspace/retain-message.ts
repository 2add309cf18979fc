import { beginningOf } from '../text/columns.js'
import { singleSpaced } from '../text/letters.js'

/** A bullet that a commit brings. */
interface Brought {
  readonly text: string
  /** `- W @Ana: Sings in a choir` */
  readonly bullet: string
}

const mostNamed = 50
const subjectColumns = 60
/** What acts on who reads it instead of being read: control characters, marks of direction and of no width, line ends. */
const unread = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * The message of a commit of bullets. A credential, which `asIs` lets into a log, is not in it: a message outlives its line.
 *
 *     memory: retain Sings in a choir, and 2 more
 */
export async function retainMessage(brought: readonly Brought[]): Promise<string> {
  const { credentialsIn } = await import('./credentials.js')
  const isSecret = brought.map(({ bullet }) => credentialsIn('memory/log.md', bullet).length > 0)
  const named = brought.filter((_, at) => !isSecret[at]).slice(0, mostNamed)
  const words = isSecret[0] === false ? beginningOf(plain(brought[0]!.text), subjectColumns) : ''
  const others = brought.length - 1
  const count = brought.length === 1 ? '1 bullet' : `${brought.length} bullets`
  const what = words === '' ? count : `${words}${others > 0 ? `, and ${others} more` : ''}`
  const left = brought.length - named.length
  const more = left > 0 && named.length > 0 ? [`and ${left} more`] : []
  return [`memory: retain ${what}`, '', ...named.map(({ bullet }) => plain(bullet)), ...more, ''].join('\n')
}

const plain = (text: string): string => singleSpaced(text.replace(unread, ' ')).trim()
