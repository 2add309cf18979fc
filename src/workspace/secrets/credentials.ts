import { credentialsFound } from '../../credentials/without.js'
import type { FoundCredential } from '../../credentials/found.js'
import { likelySecrets } from './secret-rules.js'

/** What looks like a credential, by the form that its issuer gave it or by the words in front of it. */
export type Credential = Pick<FoundCredential, 'secret' | 'kind'>

/**
 * The likely credentials in a text, each once, in no order.
 *
 * @param path where the text is to stand
 */
export function credentialsIn(path: string, text: string): Credential[] {
  const kinds = new Map(
    [...credentialsFound(text), ...likelySecrets(path, text)].map(({ secret, kind }) => [secret, kind] as const),
  )
  kinds.delete('')
  return [...kinds].map(([secret, kind]) => ({ secret, kind }))
}
