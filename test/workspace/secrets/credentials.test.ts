import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { credentialsIn } from '../../../src/workspace/secrets/credentials.js'
import { retain, day } from '../../support/notes.js'
import { beginningWith, checkout } from '../../support/with-repo.js'

const found = (text: string): string[] => credentialsIn('memory/log.md', text).map(({ secret }) => secret)
/** Joined here, so that this file holds none that a scanner of this repository would stop at. */
const [drawn, long] = [['8f3a9c2e', '1b7d4f60'].join(''), ['sk', 'live', '1234567890abcdefghijklmn'].join('-')]

describe('what looks like a credential', () => {
  test.each([
    `api_key = ${long}`,
    `apiKey: ${drawn}`,
    `API_KEY=${drawn}`,
    `"apiKey": "${drawn}"`,
    `| API key | ${drawn} |`,
    `**API key**: \`${drawn}\``,
    `client_secret => ${drawn}`,
    'DB_PASSWORD=Tr0ub4dor3',
    'password = "hunter2x"',
    'The password is currently: hunter22x1',
    'Passwort ist aktuell: Sommer2026!',
    'The root password was changed, is Tr0ub4dor9',
    `postgres://app:${drawn}@db.acme.dev:5432/main`,
    'redis://:p4ssw0rdx@cache:6379/0',
    `Authorization: Bearer ${drawn}`,
    `curl -H "Authorization: Basic ${'dXNlcjpw'}YXNzd29yZA=="`,
    ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N'].join('.'),
    ['-----BEGIN OPENSSH', 'PRIVATE KEY-----'].join(' '),
    ['glpat', 'abcdefghij1234567890'].join('-'),
    ['sk', 'test', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
    'Passwort: Sommer2026!',
    'Das Kennwort für den Router lautet Sommer2026!',
    'La contraseña es Verano2026',
    `Il token è ${drawn}`,
    'Wachtwoord: Zomer2026!',
    'şifre: Yaz2026abc',
    '密码：Tr0ub4dor3',
    'Wifi 的密码是Tr0ub4dor3',
    `GitHub token of the bot: ${drawn}`,
  ])('is %j', (text) => expect(found(text)).not.toEqual([]))

  test.each([
    'The API key is in the vault',
    'token budget = 1500',
    'password: see 1Password',
    'Password: 1Password',
    'The password is required since v2',
    'Wants a password of 12 characters: the policy is ISO27001',
    'API_KEY=${API_KEY}',
    'export TOKEN=<your-token>',
    'password: ********',
    'token: claude-opus-4-6',
    'token = nextToken()',
    'password = db.Column(db.String(120))',
    'The release token: release-2025',
    'Uses access tokens that expire after 3600 seconds',
    'The access key was 20251127T101500Z',
    'primary key = user_id',
    'postgres://user:password@localhost/db',
    'Authorization: Bearer <token>',
    'Cache key: memory/2025-11-27.md',
    `Commit ${'8f3a9c2e1b7d4f60'.repeat(2)}aabbccdd`,
    'Passwort steht in 1Password',
    'La chiave API è nel vault',
    '密码在保险库里',
  ])('is not %j', (text) => expect(found(text)).toEqual([]))

  test('stands in no example, and in none of the documentation', () => {
    for (const folder of [
      'examples',
      'docs',
      'test/fixtures/grammar',
      'test/fixtures/recall',
      'test/fixtures/openclaw',
    ])
      for (const entry of readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true }))
        if (entry.isFile() && entry.name.endsWith('.md')) {
          const path = join(entry.parentPath, entry.name)
          expect([path, found(readFileSync(path, 'utf8'))]).toEqual([path, []])
        }
  })
})

const begun = beginningWith((repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes flying'))
  repo.commit(day(5), retain('B @Peter: Took the night train'))
})

test('no verb writes one: a core block, its reason, a bullet, a reason for an answer or a retirement', () =>
  begun((repo) =>
    repo.use(async (workspace) => {
      const head = repo.git('rev-parse', 'HEAD')
      const said = `api_key = ${long}`
      const { packets } = await workspace.open()
      const [{ fact, beliefs }] = packets as [(typeof packets)[0]]
      const entry = { text: `The ${said}`, entities: ['Peter'] }
      const calls: (() => Promise<unknown>)[] = [
        () => workspace.editCore({ edit: 'append', block: 'Rules', text: said }),
        () => workspace.editCore({ edit: 'append', block: 'Rules', text: 'Tea' }, { reason: said, commit: true }),
        () => workspace.retain([entry]),
        () => workspace.retainSuggested([{ text: entry.text, cites: `${day(5)}#L2` }]),
        () => workspace.judge([{ fact: fact.id, belief: beliefs[0]!.id, verdict: 'weakens', why: said }]),
        () => workspace.retire({ fact: fact.id, why: said }),
      ]
      for (const [at, call] of calls.entries())
        expect([at, await call().catch((cause: Error) => cause.message)]).toEqual([
          at,
          expect.stringContaining('credential'),
        ])
      expect([repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')]).toEqual([head, ''])
    }),
  ))

test('a reason is named where it holds one, and not the fact; a name that holds one is in no bullet', () =>
  begun((repo) =>
    repo.use(async (workspace) => {
      const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
      const { packets } = await workspace.open()
      const said = await workspace
        .retire({ fact: packets[0]!.fact.id, why: token })
        .catch((cause: Error) => cause.message)
      expect(said).toBe('why holds what looks like a credential: leave that out')
      const entry = { text: 'Sings in a choir', entities: ['Peter', token] }
      await expect(workspace.retain([entry])).rejects.toThrow('it holds what looks like a credential')
      expect(repo.git('status', '--porcelain')).toBe('')
    }),
  ))
