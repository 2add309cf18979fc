import type * as Terminals from 'node:tty'
import { styleText } from 'node:util'

/** What a colour means here; the only place that names one. */
const looks = {
  /** What the eye looks for first. */
  strong: 'bold',
  /** What is there to be copied, or to be passed over. */
  faint: 'dim',
  place: 'cyan',
  good: 'green',
  warn: 'yellow',
  bad: 'red',
} as const

/** Text that is safe to show already → the same text, coloured or not. */
export type Paint = Readonly<Record<keyof typeof looks, (text: string) => string>>

/** Without options, `styleText` would ask the process's own stdout. */
const paintIf = (coloured: boolean): Paint =>
  Object.fromEntries(
    Object.entries(looks).map(([role, look]) => [
      role,
      (text: string) => (coloured && text !== '' ? styleText(look, text, { validateStream: false }) : text),
    ]),
  ) as Paint

export const plain: Paint = paintIf(false)

/**
 * Colours on a terminal that has them, none in a pipe or a file; as Node itself
 * has it, `FORCE_COLOR`, `NO_COLOR`, `NODE_DISABLE_COLORS` and `TERM=dumb` decide.
 */
export function paintOn(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  if (!stream.isTTY && environment['FORCE_COLOR'] === undefined) return plain
  // Loaded where there are colours, 1 ms.
  const { WriteStream } = process.getBuiltinModule('node:tty') as typeof Terminals
  return paintIf(WriteStream.prototype.getColorDepth(environment) > 1)
}
