import { withoutCjk } from '../../text/cjk.js'
import { heldIn } from '../../text/as-written.js'
import { literalForm } from '../plainly.js'
import type { Guard, GuardedAnswer } from './guard.js'

const closing = /[)\]}>"'“”«»‘’*,;:!?.…]+$/u
const opening = /^[([{<"'“”„«»‘’*]+/u
const ownedBy = /['’]s?$/u
const bareNumber = /^[~<>≈±+–-]{0,2}[$€£¥]?\d[\d.,'’]*(?:%|[\p{L}µ°]{1,12})?$/u
const numbersOnly = /^[\d.,:/×x–-]+%?$/u
const isHard = (token: string): boolean =>
  /\d/.test(token) ||
  /[/\\_@=|~^]/.test(token) ||
  /[\p{L}\d]\.[\p{L}\d]/u.test(token) ||
  /\p{Ll}\p{Lu}/u.test(token) ||
  /^\p{Lu}[\p{Lu}\d-]+s?$/u.test(token)
const isAcronym = /^\p{Lu}{2,6}$/u
const isAddress = (token: string): boolean => /:\/\/|^[~.]?\/|\/.*\/|^[\w.-]+@[\w.-]+$|\.\w{1,5}$/.test(token)

/** Words that are right to the letter or wrong: paths, addresses, versions, identifiers, words in capitals. */
export const hardWords = (text: string): string[] =>
  withoutCjk(text)
    .split(/\s+/)
    .map((token) => token.replace(opening, '').replace(closing, '').replace(ownedBy, ''))
    .filter((token) => token !== '' && isHard(token) && !bareNumber.test(token) && !numbersOnly.test(token))

const isHeld = ({ literal: said }: GuardedAnswer, word: string): boolean =>
  heldIn(said, literalForm(word)) !== undefined

/** Whether a word is the initials of words beside each other: `PR` for a pull request. */
function isInitials(word: string, said: string): boolean {
  if (!/^\p{Lu}{2,6}$/u.test(word)) return false
  const letters = [...word.toLowerCase()]
  return new RegExp(`(?<!\\p{L})${letters.map((letter) => `${letter}\\p{L}+`).join('[\\s-]+')}`, 'u').test(said)
}

function stands(of: GuardedAnswer, token: string): boolean {
  if (isHeld(of, token) || (isAcronym.test(token) && isHeld(of, `${token}s`))) return true
  if (
    /^\p{Lu}[\p{Lu}\d]+s$/u.test(token) &&
    (isHeld(of, token.slice(0, -1)) || isInitials(token.slice(0, -1), of.literal))
  )
    return true
  if (isInitials(token, of.literal)) return true
  if (isAddress(token)) return false
  const parts = token.split(/[-/_:#=,+.]+/u).filter((part) => part.length > 1 || /\d/.test(part))
  // Plain words joined by a slash or hyphen need no check to the letter.
  if (parts.length > 1 && /^[\p{Ll}/-]+$/u.test(token)) return true
  return parts.length > 1 && !/\d\.\d/.test(token) && parts.every((part) => isHeld(of, part))
}

/** Refuses code, quoted words, paths, addresses, versions or identifiers that the lines do not have to the letter. */
export const literalsStand: Guard = (of) => {
  const lost =
    of.literals.find((literal) => !isHeld(of, literal)) ??
    hardWords(of.bare).find(
      (token) => of.evidence.vocabulary.unit(token.toLowerCase()) === undefined && !stands(of, token),
    )
  return lost === undefined ? undefined : `${lost.slice(0, 80)} does not stand in its lines or their headings`
}
