import { likelySecrets } from './secret-rules.js'
import { secretsNamed, secretsOfForm } from './secrets-named.js'

/** What looks like a credential, by the form that its issuer gave it or by the words in front of it. */
export interface Credential {
  /** The whole of it: never to be shown. */
  readonly secret: string
  /** `GitHub Token`, `a password` */
  readonly kind: string
}

/**
 * What nothing that we write may hold unless somebody has looked at it: each once, in no order. What stands in files
 * already is looked for by its form alone (`memory doctor --secrets`).
 *
 * @param path where it is to stand
 */
export function credentialsIn(path: string, text: string): Credential[] {
  const kinds = new Map([
    ...[...secretsNamed(text), ...secretsOfForm(text)].map(({ secret, kind }) => [secret, kind] as const),
    ...likelySecrets(path, text).map(({ secret, kind }) => [secret, kind] as const),
  ])
  kinds.delete('')
  return [...kinds].map(([secret, kind]) => ({ secret, kind }))
}
