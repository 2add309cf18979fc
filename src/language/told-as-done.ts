import { whenAsked } from '../text/once.js'
import { anyOf } from './statements.js'

const mended = whenAsked(
  () => new RegExp(`^(?:${anyOf('mendedFirst')})(?!\\p{L})|(?<!\\p{L})(?:${anyOf('mended')})[.!]?$`, 'iu'),
)

/** Whether words say that something was done: `Moved it to the shelf`, `both were replaced`. */
export const isToldAsDone = (text: string): boolean => mended().test(text)
