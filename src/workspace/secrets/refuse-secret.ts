import { MemoryError } from '../../model/error.js'

/**
 * A line that says no to a fact says the fact once more.
 *
 * @throws MemoryError bad-argument where that would be a credential, with what takes it out instead, or its reason holds one
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
  // Asked of all at once: hardly ever does one.
  if (!holds(texts.join('\n'))) return new Set()
  return new Set(texts.flatMap((text, at) => (holds(text) ? [at] : [])))
}
