import { describe, expect, test } from '@jest/globals'
import {
  answerWithoutCredentials,
  credentialsFound,
  linesWithoutCredentials,
  withoutCredentials,
} from '../../src/credentials/without.js'
import { likelySecrets } from '../../src/workspace/secrets/secret-rules.js'
import { credentials, githubToken, written } from '../support/credentials.js'
import { growth, linear } from '../support/growth.js'

const all = Object.entries(credentials).flatMap(([rule, secrets]) => secrets.map((secret) => ({ rule, secret })))
/** Joined here, so that this file holds none that a scanner of this repository would stop at. */
const drawn = ['8f3a9c2e', '1b7d4f60'].join('')

describe('a text without its credentials', () => {
  test.each(all)('of $rule has nothing left that the library of rules finds, which it does not load', ({ secret }) => {
    const told = withoutCredentials(`Use ${written(secret)} now`)
    expect(told).toMatch(/^Use .*\[masked: [^\]]+\].* now$/s)
    expect(likelySecrets('memory/log.md', told)).toEqual([])
    for (const part of secret.match(/[A-Za-z0-9]{16,}/g) ?? []) expect(told).not.toContain(part)
  })

  test('says the rest word for word, and what kind stood there', () => {
    expect(withoutCredentials(`Rotated ${githubToken} (old: ${githubToken}).`)).toBe(
      'Rotated [masked: GitHub Token] (old: [masked: GitHub Token]).',
    )
    expect(withoutCredentials(`The API_KEY is ${drawn}, the other Passwort: Sommer2026!`)).toBe(
      'The API_KEY is [masked: a key or token], the other Passwort: [masked: a password]!',
    )
    expect(withoutCredentials(`redis://app:${drawn}@cache:6379/0`)).toBe(
      'redis://app:[masked: a password in an address]@cache:6379/0',
    )
  })

  test('finds one behind a name in bold, as most notes write it, and one by a service’s own sign', () => {
    for (const name of ['**API Key:**', '**API Key**:', '__Token:__', '*api_key:*', '- **API key：**'])
      expect(withoutCredentials(`${name} ${drawn}`)).toBe(`${name} [masked: a key or token]`)
    expect(withoutCredentials('**Passwort:** Sommer2026!')).toBe('**Passwort:** [masked: a password]!')
    for (const sign of ['acme_sk_', 'sk-', 'acme-token-'])
      expect(withoutCredentials(`It is ${sign}${drawn}${drawn}.`)).toBe('It is [masked: a key or token].')
    const mixed = ['s3dE8fTq', 'Zx0Lm4RkPw2Va7'].join('')
    expect(withoutCredentials(`The API key stands in .env (${mixed}), for now`)).toBe(
      'The API key stands in .env ([masked: a key or token]), for now',
    )
    expect(withoutCredentials('user: ann, password: 25851069')).toBe('user: ann, password: [masked: a password]')
    for (const text of [
      'the token refresh is in commit 8f3a9c2e1b7d4f608f3a9c2e1b7d4f608f3a9c2e',
      'password reset: 20251127',
      'a token for ReneTeacherOpenclawWorkspace2026',
    ])
      expect(withoutCredentials(text)).toBe(text)
    for (const text of ['risk-20251127abcdefghijklmnopqrstu', 'task_key_names_are_long_enough_for_this_one'])
      expect(withoutCredentials(text)).toBe(text)
  })

  test('keeps its place behind letters that are longer when small', () => {
    expect(withoutCredentials(`İİİİ password: ${drawn}`)).toBe('İİİİ password: [masked: a password]')
  })

  test('is the same text where it holds none, and a name alone is none', () => {
    for (const text of ['Lives in Graz', 'The API key is in the vault', 'v2.1.0-beta of token-service, key: see vault'])
      expect(withoutCredentials(text)).toBe(text)
  })

  test('hides a private key with its body, broken off or whole, and no word behind it', () => {
    const [whole] = credentials['privatekey']!
    const broken = whole!.slice(0, whole!.indexOf('-----END'))
    for (const key of [whole!, broken])
      expect(withoutCredentials(`Before\n${key}\nand after it.`)).toMatch(
        /^Before\n\[masked: a private key\]\s*and after it\.$/,
      )
    expect(linesWithoutCredentials(`${broken}\nQw==\n\nQw== stays`)).toContain('Qw== stays')
    const lines = `Before\n${whole!}\nAfter`
    expect(linesWithoutCredentials(lines).split('\n')).toHaveLength(lines.split('\n').length)
    expect(linesWithoutCredentials(lines)).toMatch(/^Before\n(?:\[masked: a private key\]\n)+After$/)
  })

  test('is told of every text in an answer, which is given back as it is where it holds none', () => {
    const answer = { results: [{ content: `token: ${drawn}`, score: 1, entities: ['Peter'], until: undefined }] }
    expect(answerWithoutCredentials(answer)).toEqual({
      results: [{ content: 'token: [masked: a key or token]', score: 1, entities: ['Peter'], until: undefined }],
    })
    const plain = { results: [{ content: 'Lives in Graz' }], map: new Map([['a', 1]]) }
    expect(answerWithoutCredentials(plain)).toBe(plain)
  })

  test.each([
    ['a password after a password', 'password: '],
    ['beginnings of private keys', `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')} `],
    ['an address', 'https://a:'],
    ['one word', 'a1'],
    ['keys that do not end', 'sk-aT3BlbkFJ'],
    ['names and blanks', 'api key is '],
  ])('takes time that grows with its length: %s', (_, part) => {
    expect(growth((length) => part.repeat(Math.ceil(length / part.length)), credentialsFound, 4000)).toBeLessThan(
      linear,
    )
  })
})
