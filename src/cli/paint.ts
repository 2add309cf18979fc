import type * as Terminals from 'node:tty'
import { styleText } from 'node:util'

/** The terminal style of each role; no other place names a style. */
const looks = {
  /** For the words that the eye looks for first. */
  strong: 'bold',
  /** For words to be copied, or to be passed over. */
  faint: 'dim',
  place: 'cyan',
  good: 'green',
  warn: 'yellow',
  bad: 'red',
} as const

/** Functions that colour a text, or leave it as it is. The text must be safe to show already. */
export type Paint = Readonly<Record<keyof typeof looks, (text: string) => string>>

/** Without `validateStream: false`, `styleText` would ask the process's own stdout whether it takes colours. */
const paintIf = (coloured: boolean): Paint =>
  Object.fromEntries(
    Object.entries(looks).map(([role, look]) => [
      role,
      (text: string) => (coloured && text !== '' ? styleText(look, text, { validateStream: false }) : text),
    ]),
  ) as Paint

export const plain: Paint = paintIf(false)

/**
 * Colours on a terminal that has them, none in a pipe or a file. `FORCE_COLOR`, `NO_COLOR`, `NODE_DISABLE_COLORS` and
 * `TERM=dumb` decide as they do in Node.
 */
export function paintOn(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  if (!stream.isTTY && environment['FORCE_COLOR'] === undefined) return plain
  // Loaded only where there may be colours: it takes 1 ms.
  const { WriteStream } = process.getBuiltinModule('node:tty') as typeof Terminals
  return paintIf(WriteStream.prototype.getColorDepth(environment) > 1)
}
