import { MemoryError } from '../../model/error.js'

/**
 * Refuses a line about a fact, such as its retirement, that would repeat a credential.
 *
 * @throws MemoryError bad-argument where `line` or `why` holds one
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

/** The indexes of the texts that hold a likely credential. */
export async function withSecret(texts: readonly string[]): Promise<ReadonlySet<number>> {
  if (texts.every((text) => text === '')) return new Set()
  const { credentialsIn } = await import('./credentials.js')
  const holds = (text: string): boolean => credentialsIn('bank/evidence.md', text).length > 0
  // Checks all at once first: nearly always none holds any.
  if (!holds(texts.join('\n'))) return new Set()
  return new Set(texts.flatMap((text, at) => (holds(text) ? [at] : [])))
}
