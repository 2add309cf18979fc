import { statedBy } from '../language/statements.js'
import type { EntityKey } from '../model/entity.js'
import { isHeldExactly } from '../text/as-written.js'
import { cjkPairs, cjkRuns } from '../text/cjk.js'
import { foldText } from '../text/folded.js'
import { whenAsked } from '../text/once.js'

/** The FTS5 phrase that finds a name written without an `@`: `tom-okafor` → `"tom okafor"`. */
export function phraseOfName(key: EntityKey): string {
  const text = foldText(key).replaceAll(/["_./\-\p{C}]+/gu, ' ')
  const pairs = (run: string): readonly string[] => cjkPairs(run).slice(0, Math.max(1, [...run].length - 1))
  const words = cjkRuns(text).reduce((left, run) => left.replace(run, ` ${pairs(run).join(' ')} `), text)
  return `"${words.trim()}"`
}

/**
 * The ways in which narrative may write names, without an `@`:
 *
 *     Tom-Okafor · Mr-Bhatt  →  Tom-Okafor · Tom Okafor · Mr-Bhatt · Mr Bhatt · Mr. Bhatt
 */
export function writtenForms(names: readonly string[]): readonly string[] {
  const forms = names.flatMap((name) => {
    const spaced = name.normalize('NFC').replaceAll(/(?<=\p{L})[-_](?=\p{L})/gu, ' ')
    const [first = '', ...rest] = spaced.split(' ')
    return [name, spaced, ...(titles().has(first.toLowerCase()) ? [[`${first}.`, ...rest].join(' ')] : [])]
  })
  // Notes keep their own bytes: some programs write `é` as two characters.
  return [...new Set(forms.flatMap((form) => [form, form.normalize('NFC'), form.normalize('NFD')]))]
}

const titles = whenAsked((): ReadonlySet<string> => new Set(statedBy('titles').map((title) => title.toLowerCase())))

/** Whether a text holds a name as written: `corvo` may also stand as `Corvo`, but the name `Corvo` not as `corvo`. */
export const isNamed = (text: string, forms: readonly string[]): boolean =>
  forms.some((form) => isHeldExactly(text, form) || isHeldExactly(text, atStart(form)))

const atStart = (form: string): string => form.charAt(0).toUpperCase() + form.slice(1)
