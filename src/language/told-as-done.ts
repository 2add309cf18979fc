import { letterPattern } from '../text/letters.js'
import { whenAsked } from '../text/once.js'
import { anyOf, type StatementList } from './statements.js'

/** The most characters that are read of a text's beginning and of its end. */
const far = 48

const beginning = letterPattern(({ alone }) => `^[${alone}]+(?: [${alone}]+)?`)
const end = letterPattern(({ alone }) => `(?:[${alone}]+ )?[${alone}]+$`)

/** A pattern of a list's phrases alone, with `\S` for their `\p{Ll}`: each Unicode table costs 1 ms. */
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
