import { MemoryError } from '../../model/error.js'

/**
 * Refuses a line that says no to a fact, where it would repeat a credential of the fact.
 *
 * @throws MemoryError bad-argument where the line holds one, with the command that takes it out, or where `why` holds
 * one
 */
export async function refuseSecret(
  { fact, why = '' }: { readonly fact: string; readonly why?: string | undefined },
  line: string,
): Promise<void> {
  const { credentialsIn } = await import('./credentials.js')
  if (credentialsIn('bank/world.md', why).length > 0)
    throw new MemoryError('bad-argument', 'why holds what looks like a credential: leave that out')
  if (credentialsIn('bank/world.md', line).length === 0) return
  throw new MemoryError(
    'bad-argument',
    `${fact} seems to hold a credential, which a line about it would write once more: memory forget ${fact} takes it out`,
  )
}

/** Which of these texts hold what looks like a credential, each by its place in the list. */
export async function withSecret(texts: readonly string[]): Promise<ReadonlySet<number>> {
  if (texts.every((text) => text === '')) return new Set()
  const { credentialsIn } = await import('./credentials.js')
  const holds = (text: string): boolean => credentialsIn('bank/evidence.md', text).length > 0
  // All are checked at once first: hardly ever does one hold any.
  if (!holds(texts.join('\n'))) return new Set()
  return new Set(texts.flatMap((text, at) => (holds(text) ? [at] : [])))
}
