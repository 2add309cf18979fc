import { entityKey } from '../model/entity.js'
import type { Fact } from '../model/fact.js'
import { kinds, retainKinds } from '../model/kind.js'
import type { Problem } from '../model/note.js'
import type { Store } from '../store/store.js'
import type { Malformed, ParsedBullet } from './parse-bullet.js'

/** `@Tom Okafor:`, `@H,@I:`, `@P (0.9):` at the start of a statement, but not `@Peter said:`. */
const unended = /^@([^\s:：,;&(]+(?:\s+\p{Lu}[^\s:：,;&(]*|\s*[,;&]\s*@?[^\s:：,;&(]+|\s*\([^()]*\))*)\s*[:：](?:\s|$)/u
/** Names longer than this are none. */
const longest = 200

const names = retainKinds.flatMap((kind) => [kinds[kind].letter, kind]).join('|')
/** `**W** @N`, `World @N:`, `[ ] W @N`, `W@N:`: a typed bullet in other clothes. */
const disguised = new RegExp(
  `^(?:\\[[ xX]\\]\\s+)?[*_\`]*(${names})[*_\`]*(?:\\([^)]*\\))?[*_\`]*\\s*(?:@|[:：]\\s*@)`,
  'iu',
)

/** `W @Peter: …`, `O(c=0.9) @Peter: …`: what nobody writes by chance. */
const typed = `[${retainKinds.map((kind) => kinds[kind].letter).join('')}](?:\\([^)]{0,80}\\))?\\s+@[^\\s:：]{1,80}\\s*[:：]`
const typedBullet = new RegExp(`^${typed}`, 'u')
const dashed = new RegExp(`(?:^|\\s)[-*+](?=${typed})`, 'u')

/** Whether a bullet reads as a typed one does. */
export const looksTyped = (markdown: string): boolean => typedBullet.test(markdown)

/** `- Hates tiles. -W @Lena: Has no car.`: without a blank behind its dash a bullet is more of what stands above it. */
export const lintDash = (markdown: string): Malformed | undefined =>
  dashed.test(markdown)
    ? {
        message: 'a dash without a blank behind it begins no bullet: what follows is read as more of this text',
        hint: 'write - W @Name: with a blank behind the dash',
      }
    : undefined

/**
 * Whether a bullet of a Retain section, read as the grammar says, was meant
 * otherwise. It stays what it is; `memory status` says what to look at.
 */
export function lintBullet(markdown: string, parsed: ParsedBullet): Malformed | undefined {
  if (parsed.what === 'fact' && parsed.bullet.leading === 0) {
    const found = unended.exec(parsed.bullet.text.slice(0, longest))
    return found
      ? {
          message: `no name is taken from @${found[1]}: a space or another sign ends a mention before its colon`,
          hint: mentionsMeant(parsed.bullet.kind, found[1]!),
        }
      : undefined
  }
  const letter = parsed.what === 'narrative' ? disguised.exec(markdown)?.[1] : undefined
  if (letter === undefined) return undefined
  const kind = retainKinds.find((name) => name === letter.toLowerCase() || kinds[name].letter === letter.toUpperCase())!
  return {
    message: 'looks like a typed bullet, and is read as plain text',
    hint: `write ${kinds[kind].letter} @Name: at its start`,
  }
}

/** A generated line that a person left so that it cannot be read. */
export const misreadEdit = (path: string, line: number, { message, hint }: Malformed): Problem => ({
  path,
  line,
  message: `${notRead}${message}`,
  hint,
  kind: 'malformed',
})

const notRead = 'this edit is not read: '
export const isMisreadEdit = ({ message }: Problem): boolean => message.startsWith(notRead)

/** What `@Tom Okafor:` and the like were meant to say. */
function mentionsMeant(kind: (typeof retainKinds)[number], found: string): string {
  const { letter, confidence } = kinds[kind]
  const stated = /^(.*\S)\s*\(\s*(?:c\s*=\s*)?(0?\.\d+|[01])\s*\)$/u.exec(found)
  if (stated) return confidence ? `write ${letter}(c=${stated[2]}) @${stated[1]}:` : `write ${letter} @${stated[1]}:`
  if (/[,;&]/.test(found)) {
    const each = found.split(/\s*[,;&]\s*/).map((name) => `@${name.replace(/^@/, '').replace(/\s+/g, '-')}`)
    return `write ${letter} ${each.join(' ')}:`
  }
  return /^[\p{L}\p{N}_./ -]+$/u.test(found) ? `write ${letter} @${found.trim().replace(/\s+/g, '-')}:` : ''
}

/** `Peter: …`, `Tom Okafor: …` at the start of a statement. */
const spoken = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}_\-./]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}_\-./]*){0,3})\s*[:：](?:\s|$)/u

/** `@Peter`, where somebody may have forgotten the `@`; undefined for a statement that begins otherwise. */
export function mentionForgotten({ kind, leading, of, text }: Fact): string | undefined {
  if (kind === 'passage' || leading > 0 || of !== null) return undefined
  return spoken.exec(text.slice(0, longest))?.[1]?.replaceAll(' ', '-')
}

/** Whether a name is spelled just so in a mention, or on an entity's page: `note:` is a word although there is a @Note. */
export function isSpelled(store: Store, name: string): boolean {
  const key = entityKey(name)
  if (store.spellings(key).includes(name)) return true
  const { canonical, pageOf } = store.entities()
  const page = store.entityPage(pageOf(canonical(key)) ?? '')
  return page !== null && [page.name, ...page.aliases].includes(name)
}

/**
 * Facts about nobody that begin with somebody's name: `- W Peter: Lives in
 * Lisbon`. What is known is asked of the index, so this is told by who reads it
 * and never kept with a note.
 */
export const forgottenMentions = (store: Store, facts: readonly Fact[]): Problem[] =>
  facts.flatMap((fact) => {
    const name = mentionForgotten(fact)
    if (name === undefined || !isSpelled(store, name)) return []
    const { path, first: line } = fact.source
    const message = `is a fact about nobody, and begins with the name of ${name}`
    return [{ path, line, message, hint: `write ${kinds[fact.kind].letter} @${name}:`, kind: 'doubtful' as const }]
  })
