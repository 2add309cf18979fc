import { MemoryError } from '../model/error.js'

/**
 * A line that says no to a fact says the fact once more.
 *
 * @throws MemoryError bad-argument where that would be a credential, with what takes it out instead
 */
export async function refuseSecret(fact: string, line: string): Promise<void> {
  const { credentialsIn } = await import('./credentials.js')
  if (credentialsIn('bank/world.md', line).length === 0) return
  throw new MemoryError(
    'bad-argument',
    `${fact} seems to hold a credential, which a line about it would write once more: memory forget ${fact} takes it out`,
  )
}
