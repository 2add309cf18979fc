/** So many characters that look drawn at random, the same ones each time. */
const letters = (count: number, alphabet = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9'): string =>
  Array.from({ length: count }, (_, at) => alphabet[(at * at + 7 * at) % alphabet.length]).join('')

/** `{"email":…}` as 1Password has it: Base64 that ends in `fQ`. */
const account = (): string => {
  const json = JSON.stringify({ email: `${letters(60)}@example.net`, secretKey: letters(41) })
  const padded = json.replace('{', `{${' '.repeat((4 - (json.length % 3)) % 3)}`)
  return Buffer.from(padded).toString('base64')
}

const pem = (name: string, lines: number): string =>
  [
    `-----BEGIN ${name}-----`,
    `MII${letters(61)}`,
    ...Array.from({ length: lines }, () => letters(64)),
    `-----END ${name}-----`,
  ].join('\n')

/**
 * A credential of each rule, by the rule's name, as somebody writes it in a
 * log. None opens anything; joined here, so that this file holds none that a
 * scanner of this repository would stop at.
 */
export const credentials: Readonly<Record<string, readonly string[]>> = {
  aws: [`AKIA${letters(16, 'Q3EGX7MZ2LBWPKTJ')}`, letters(40)],
  privatekey: [pem(['RSA', 'PRIVATE', 'KEY'].join(' '), 12), pem(['PRIVATE', 'KEY'].join(' '), 4)],
  npm: [`npm_${letters(36)}`],
  basicauth: [`https://deploy:${letters(12)}@ci.acme.dev`],
  slack: [
    `xoxb-1234567890-${letters(24)}`,
    ['https://hooks.slack.com', 'services', 'T0AB', 'B0CD', letters(24)].join('/'),
  ],
  sendgrid: [`SG.${letters(22)}.${letters(43)}`],
  shopify: [`shpat_${letters(32)}`],
  github: [`ghp_${letters(36)}`, `github_pat_${letters(82)}`],
  openai: [`sk-${letters(20)}T3Blbk${'FJ'}${letters(20)}`],
  anthropic: [`sk-ant-api03-${letters(93)}AA`],
  linear: [`lin_api_${letters(40)}`],
  '1password': [`ops_${account()}`],
  'database-connection-string': [`postgres://app:${letters(10)}@db.acme.dev:5432/main`],
}

/** How it stands in a line: the secret key of AWS is known by its name alone. */
export const written = (secret: string): string =>
  secret === credentials['aws']![1] ? `AWS_SECRET_ACCESS_KEY=${secret}` : secret

export const githubToken = credentials['github']![0]!
