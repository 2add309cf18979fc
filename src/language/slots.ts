import { eitherOf } from './sections.js'
import { anyOf, statedBy } from './statements.js'
import { whenAsked } from '../text/once.js'

/** Lists of statements that fill a slot, which holds one value at a time. */
const placed = ['home', 'work', 'name', 'spouse', 'superior', 'birth', 'default', 'of'] as const

/** A deadline and its day: `The deadline for the report was moved back to 3 May`. */
const deadline =
  /^(?:the )?(?<of>(?:deadline|due date|launch date|release date)(?: (?:for|of) (?:the )?[\p{L} ]+?(?= (?:is|was|has|got|moved|set) ))?) (?:(?:is|was|has been|got) )?(?:(?:moved|postponed|pushed|changed|set|shifted)(?: back| forward)? )?(?:on |to |for |until )?(?!the )(?<value>.+)/u

const patternOf = (phrase: string): RegExp =>
  new RegExp(
    `^${eitherOf([phrase])}`
      .replace(/<(.+)>/, '(?<of>$1)')
      .replace('{value}', '(?<value>.+)')
      .replace('{shortest}', '(?<value>.+?)')
      .replace('{any}', '.+')
      .replace('{word}', '\\p{L}+'),
    'u',
  )

const slots = whenAsked((): readonly (readonly [name: string, says: RegExp])[] => [
  ...placed.flatMap((list) => statedBy(list).map((phrase) => [list === 'of' ? '' : list, patternOf(phrase)] as const)),
  ['', deadline],
])

const counting = whenAsked((): ReadonlySet<string> => new Set(statedBy('counted')))

/** A longer statement says more than one value. */
const longest = 200
/** The beginning of more words about a value: `Leipzig, near the park`, `Leipzig since May`. */
const more = whenAsked(() => new RegExp(`[,;(，；（]| (?:${anyOf('aside')}) `, 'u'))

/** A slot, such as somebody's home, and its only value at a time. */
export interface Slotted {
  readonly slot: string
  readonly value: string
}

/**
 * The slot that a statement fills, and the value; undefined where there may be several values.
 *
 *     Lives in Leipzig, near the park    →  home, leipzig
 *     Uses Helix as the default editor.  →  default editor, helix
 *     Also works at a bakery             →  undefined
 */
export function slottedIn(text: string): Slotted | undefined {
  if (text.length > longest) return undefined
  const said = text
    .normalize('NFC')
    .trim()
    .replace(/[.!。]$/u, '')
    .toLowerCase()
  for (const [name, says] of slots()) {
    const found = says.exec(said)?.groups
    const value = found?.['value']!.split(more())[0]!.trim()
    if (value) return { slot: `${name}${found!['of'] ?? ''}`, value }
  }
  return numberedIn(said) ?? namedIn(text)
}

const number = /(?<![\p{L}\d])\d+(?:[.,:]\d+)*(?![\p{L}\d])/gu
const isYear = (value: string): boolean => /^(?:19|20)\d\d$/.test(value)
/** An appointment, of which there may be another: `Has a meeting at 9`, `on 3 May`. */
const isAppointment = whenAsked(() => new RegExp(`(?:^| )(?:${anyOf('appointments')}) \\d`))
const isHour = whenAsked(() => new RegExp(`(?:^| )(?:${anyOf('hours')}) `))

/** A statement's only number as the value; the slot is all the rest: `charges 240 euros a month`. */
function numberedIn(said: string): Slotted | undefined {
  const [found, another] = [...said.matchAll(number)]
  if (!found || another || isYear(found[0])) return undefined
  const before = said.slice(0, found.index).trim().split(' ')
  // What is counted stands behind a verb, and not far: `room 12 has a projector` is of another room.
  if (!before.slice(-3).some((word) => counting().has(word))) return undefined
  if (isAppointment().test(said) && !isHour().test(said)) return undefined
  return { slot: `${said.slice(0, found.index)}#${said.slice(found.index + found[0].length)}`, value: found[0] }
}

/** A thing with an article, of which there is one: `The editor is Vim`. */
const called =
  /^[Tt]he (?<of>[\p{Ll} -]{3,40} (?:is|runs on|is hosted (?:on|by))) (?<value>\p{Lu}[\p{L}\d.-]*(?: \p{Lu}[\p{L}\d.-]*){0,2})\.?$/u

function namedIn(text: string): Slotted | undefined {
  const { of, value } = called.exec(text.trim())?.groups ?? {}
  return of === undefined || value === undefined ? undefined : { slot: `the ${of}`, value: value.toLowerCase() }
}
