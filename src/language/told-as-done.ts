import { letterPattern } from '../text/letters.js'
import { whenAsked } from '../text/once.js'
import { anyOf, type StatementList } from './statements.js'

/** Behind so many characters nobody begins to say it, nor before so many from the end. */
const far = 48

const beginning = letterPattern(({ alone }) => `^[${alone}]+(?: [${alone}]+)?`)
const end = letterPattern(({ alone }) => `(?:[${alone}]+ )?[${alone}]+$`)

/** Of what is letters and blanks alone a pattern needs none of Unicode's tables, which cost it a millisecond each time it names them. */
const wholly = (list: StatementList): RegExp => new RegExp(`^(?:${anyOf(list).replaceAll(/\\p\{Ll?\}/g, '\\S')})$`)

const first = whenAsked(() => wholly('mendedFirst'))
const last = whenAsked(() => wholly('mended'))

/** Whether words say that something was done: `Moved it to the shelf`, `both were replaced`. */
export function isToldAsDone(text: string): boolean {
  const start = text.slice(0, far)
  const [opening = ''] = beginning(start).exec(start) ?? []
  if (first().test(opening.toLowerCase()) || first().test(opening.split(' ', 1)[0]!.toLowerCase())) return true
  const stop = text.replace(/[.!]$/, '').slice(-far)
  const [closing = ''] = end(stop).exec(stop) ?? []
  return last().test(closing.toLowerCase()) || last().test(closing.slice(closing.indexOf(' ') + 1).toLowerCase())
}
