import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Secret, SecretSearch } from '../../src/index.js'
import { likelySecrets, ruleSet } from '../../src/workspace/secrets/secret-rules.js'
import { growth, linear } from '../support/growth.js'
import { credentials, githubToken, written } from '../support/credentials.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const all = Object.entries(credentials).flatMap(([rule, secrets]) => secrets.map((secret) => ({ rule, secret })))

/** Each credential under a heading of its own, in a bullet or, with its lines, in a code block. */
const logOf = (secrets: readonly string[]): string =>
  secrets
    .map(
      (secret, at) =>
        `\n## Part ${at}\n\n${secret.includes('\n') ? `\`\`\`\n${secret}\n\`\`\`` : `- Use ${written(secret)} now`}\n`,
    )
    .join('')
const log = logOf(all.map(({ secret }) => secret))

const lineOf = (text: string, secret: string): number => text.slice(0, text.indexOf(secret)).split('\n').length

interface Told {
  readonly found: readonly { readonly name: string; readonly details: readonly string[]; readonly advice?: string }[]
  readonly secrets: SecretSearch
}

/** In a workspace where nothing else is wrong. */
const inWorkspace = beginningWith((repo) => {
  repo.init()
})

function searched(repo: Repo): { status: number; secrets: SecretSearch; lines: readonly string[] } {
  const { status, stdout, stderr } = repo.memory('doctor', '--secrets', '--json')
  expect(stderr).toBe('')
  const { found, secrets } = JSON.parse(stdout) as Told
  return { status, secrets, lines: found.find(({ name }) => name === 'secrets')?.details ?? [] }
}

const places = (found: readonly Secret[]): string[] =>
  found.map(({ path, line, rule, stands }) => `${path}#L${line} ${rule} ${stands}`)

describe('credentials in notes', () => {
  test('of every kind are found by their rule and told with their line, and no output has more than the first four characters', () =>
    inWorkspace((repo) => {
      repo.commit(day(1), log)
      const { status, secrets } = searched(repo)
      expect(status).toBe(1)
      expect(
        secrets.found.map(({ line, rule, starts, length, stands }) => ({ line, rule, starts, length, stands })),
      ).toEqual(
        all.map(({ rule, secret }) => ({
          line: lineOf(log, secret),
          rule,
          starts: secret.slice(0, 4),
          length: secret.length,
          stands: 'both',
        })),
      )
      // So each rule has found something, and a rule that joins them wants a credential here.
      expect([...secrets.rules].toSorted()).toEqual(Object.keys(credentials).toSorted())
      for (const args of [[], ['--json'], ['--fix']]) {
        const { status: exit, stdout, stderr } = repo.memory('doctor', '--secrets', ...args)
        expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' })
        for (const { secret } of all) expect(stdout + stderr).not.toContain(secret.slice(4, 10))
      }
    }))

  test('name what to do next, after which none is left', () =>
    inWorkspace((repo) => {
      const some = [credentials['privatekey']![0]!, credentials['slack']![0]!]
      repo.commit(day(1), logOf(some) + retain(`W @Peter: The token is ${githubToken}`))
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'pages')
      const { secrets, lines } = searched(repo)
      expect(secrets.found.some(({ path }) => path.startsWith('bank/'))).toBe(false)
      expect(secrets.found.filter(({ id }) => id === null)).toEqual([])
      for (const { id } of secrets.found) {
        expect(lines.some((line) => line.endsWith(`  memory forget ^${id}`))).toBe(true)
        expect(repo.memory('forget', `^${id}`).status).toBe(0)
      }
      expect(searched(repo)).toMatchObject({ status: 0, secrets: { found: [], unread: [] } })
      expect(repo.git('log', '-p', '--format=')).toContain(githubToken)
    }))

  test('that only the words before them tell are told too, and of a short one less than half', () =>
    withRepo((repo) => {
      const password = ['Sommer', '2026x'].join('')
      repo.commit(day(1), `The wifi password is ${password} now.\n\nThe token of the bot: ${githubToken}\n`)
      const { secrets, lines } = searched(repo)
      expect(places(secrets.found)).toEqual([`${day(1)}#L1 own both`, `${day(1)}#L3 github both`])
      expect(lines[0]).toMatch(/a password \(own\) {2}So…, 11 characters {2}memory forget \^/)
    }))

  test('that only the working tree holds are to be deleted there', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: One'))
      repo.append(day(1), `- W @Peter: Two ${githubToken}\n`)
      const { secrets, lines } = searched(repo)
      expect(places(secrets.found)).toEqual([`${day(1)}#L3 github working-tree`])
      expect(lines).toEqual([expect.stringMatching(/ghp_…, 40 characters {2}not committed: delete it$/)])
    }))

  test('that only HEAD holds are told with the line that HEAD has', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: One', `W @Peter: Two ${githubToken}`, `W @Peter: Three ${githubToken}`))
      repo.commit('memory/gone.md', `<!-- ${githubToken} -->\n`) // no passage, so nothing to forget
      repo.write(day(1), retain(`W @Peter: Three ${githubToken}`))
      repo.remove('memory/gone.md')
      const { secrets, lines } = searched(repo)
      expect(places(secrets.found)).toEqual([
        `${day(1)}#L2 github both`,
        `${day(1)}#L4 github head`,
        'memory/gone.md#L1 github head',
      ])
      expect(lines[1]).toMatch(/in HEAD only: put it back, then memory forget \^[0-9a-z]{10}$/)
      expect(lines[2]).toMatch(/in HEAD only: commit its deletion$/)
    }))

  test('are the same ones where Git checks out other line ends', () =>
    withRepo((repo) => {
      repo.commit(day(1), log)
      repo.write(day(1), log.replaceAll('\n', '\r\n'))
      expect(new Set(searched(repo).secrets.found.map(({ stands }) => stands))).toEqual(new Set(['both']))
    }))

  test('on pages that were written before these were kept free of them go with the fact that they come from', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain(`W @Peter: The token is ${githubToken}`))
      repo.memory('reflect')
      for (const path of ['bank/entities/Peter.md', 'bank/world.md'])
        repo.write(path, repo.read(path).replace('[masked: GitHub Token]', githubToken))
      const { found } = searched(repo).secrets
      expect(places(found)).toEqual([
        'bank/entities/Peter.md#L11 github working-tree',
        'bank/world.md#L8 github working-tree',
        `${day(1)}#L2 github both`,
      ])
      expect(new Set(found.map(({ id }) => id)).size).toBe(1)
      expect(found[0]!.id).toMatch(/^[0-9a-z]{10}$/)
    }))

  test('are looked for before the first commit, in every Markdown file of ours, indexed or not', () =>
    withRepo(
      (repo) => {
        const files = [
          'MEMORY.md',
          'USER.md',
          'bank/notes.md',
          'memory/.dreams/night.md',
          'memory/old.markdown',
          day(1),
        ]
        for (const path of files) repo.write(path, `Token ${githubToken}\n`)
        for (const path of ['notes.md', 'memory/token.txt']) repo.write(path, `Token ${githubToken}\n`)
        const { secrets } = searched(repo)
        expect(places(secrets.found)).toEqual(files.toSorted().map((path) => `${path}#L1 github working-tree`))
        expect(secrets.files).toBe(files.length)
      },
      { unborn: true },
    ))

  test('that were deleted and committed are left to history: none is found', () =>
    inWorkspace((repo) => {
      repo.commit(day(1), retain(`W @Peter: The token is ${githubToken}`))
      repo.commit(day(1), retain('W @Anna: Has no token'))
      expect(searched(repo)).toMatchObject({ status: 0, secrets: { found: [] } })
    }))
})

describe('a search for secrets', () => {
  test('that finds none says what it read, and by which rules', () =>
    inWorkspace((repo) => {
      repo.commit(day(1), 'Likes tea\n')
      repo.write(day(2), 'Likes cake\n')
      const { status, stdout } = repo.memory('doctor', '--secrets')
      expect(status).toBe(0)
      expect(stdout).toMatch(
        /^ok {3}secrets: none in 2 files, by 13 rules of secretlint \d+\.\d+\.\d+ \(aws, privatekey, .*\), and by forms and words of our own\n$/m,
      )
      expect(repo.memory('doctor').stdout).not.toContain('secret')
    }))

  test('reports how far it is', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.write(day(2), retain('W @Peter: Likes cake'))
      const told: string[] = []
      const progress = (what: string, done: number, total: number): void => void told.push(`${what} ${done}/${total}`)
      await repo.use((workspace) => workspace.secrets(), { progress })
      expect(told.slice(-2)).toEqual(['Searching 1/2', 'Searching 2/2'])
    }))

  test('is silenced by nothing in the workspace, and runs nothing from it', () =>
    withRepo((repo) => {
      const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', disabled: true }]
      const planted = `require('node:fs').writeFileSync(${JSON.stringify(repo.path('../ran'))}, '')`
      repo.write('.secretlintrc.json', JSON.stringify({ rules }))
      for (const name of ['.secretlintrc.js', '.secretlintrc.cjs']) repo.write(name, `${planted}\nmodule.exports = {}`)
      repo.write('.secretlintignore', '**\n')
      repo.write('node_modules/@secretlint/secretlint-rule-preset-recommend/index.js', planted)
      repo.commit(day(1), `<!-- secretlint-disable -->\n${githubToken} <!-- secretlint-disable-line -->\n`)
      expect(places(searched(repo).secrets.found)).toEqual([`${day(1)}#L2 github both`])
      expect(repo.at('.').exists('ran')).toBe(false)
    }))

  test('finds what stands among bytes that are no text, and shows none of them', () =>
    withRepo((repo) => {
      const path = 'memory/\u001b[31mred\u202e.md'
      const around = Buffer.from([0x0a, 0xff, 0xfe, 0x00, 0x1b, 0x5d, 0xe2, 0x80, 0xae, 0x20])
      repo.commit(path, Buffer.concat([around, Buffer.from(githubToken), around]))
      const { secrets } = searched(repo)
      expect(places(secrets.found)).toEqual([`${path}#L2 github both`])
      for (const args of [[], ['--json']]) {
        const { stdout } = repo.memory('doctor', '--secrets', ...args)
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
      }
    }))

  test('reads a note as large as the index reads, and says which it did not read', () =>
    inWorkspace((repo) => {
      const line = `${'Currently in Marrakech for the birthday of Andy. '.repeat(200)}\n`
      const large = line.repeat(Math.floor((5_000_000 - 100) / line.length)) + `${githubToken}\n`
      repo.commit('memory/large.md', large)
      repo.commit('memory/larger.md', large + line)
      const { status, secrets, lines } = searched(repo)
      expect(places(secrets.found)).toEqual([`memory/large.md#L${large.split('\n').length - 1} github both`])
      const why = `${large.length + line.length} bytes, the limit is 5000000`
      expect({ status, unread: secrets.unread }).toEqual({ status: 1, unread: [{ path: 'memory/larger.md', why }] })
      expect(lines.at(-1)).toBe(`memory/larger.md  not read: ${why}`)
      repo.remove('memory/large.md')
      repo.git('commit', '-q', '-am', 'log')
      // Nobody can say that there is none in what was not read.
      expect(searched(repo)).toMatchObject({ status: 1, secrets: { found: [] } })
    }))

  test('stand on the line on which their bullet is, also below a progress bar, and are told with its id', () =>
    inWorkspace((repo) => {
      repo.commit(day(1), `Fetched 10%\rFetched 90%\rFetched\n${retain(`W @Peter: Token ${githubToken}`)}`)
      const { secrets } = searched(repo)
      expect(places(secrets.found)).toEqual([`${day(1)}#L5 github both`])
      expect(secrets.found[0]!.id).not.toBeNull()
      expect(repo.memory('show', `^${secrets.found[0]!.id}`).stdout).toContain(`${day(1)}#L5`)
    }))

  test('a file that no commit holds and whose name is no UTF-8 is told as not read', () =>
    inWorkspace((repo) => {
      repo.commit(day(1), 'Likes tea\n')
      const name = Buffer.from(repo.path('memory/caf\u00e9.md'), 'latin1')
      try {
        writeFileSync(name, `Token ${githubToken}\n`)
      } catch {
        return // a file system that has no such names
      }
      const { status, secrets } = searched(repo)
      const unread = [{ path: 'memory/caf\ufffd.md', why: 'its name is not UTF-8' }]
      expect({ status, found: secrets.found, unread: secrets.unread }).toEqual({ status: 1, found: [], unread })
    }))

  test('names what a partial clone does not hold, and says of a line there no more than it knows', () =>
    withRepo((repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      repo.commit(day(1), `Token ${githubToken}\n`)
      repo.commit(day(2), 'Likes tea\n')
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${repo.root}`, partial.root)
      partial.write(day(1), `A token: ${githubToken}\n`)
      const { status, secrets } = searched(partial)
      expect(status).toBe(1)
      expect(places(secrets.found)).toEqual([`${day(1)}#L1 github both`])
      expect(secrets.unread.map(({ path, why }) => `${path} ${why}`)).toEqual([
        `${day(1)} this clone does not hold its bytes`,
        `${day(2)} this clone does not hold its bytes`,
      ])
    }))

  test.each([
    ['what resembles a SendGrid key', ` SG.${'_'.repeat(128)}.${'_'.repeat(300)}`],
    ['what resembles a private key', `${['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' ')}${'A\n'.repeat(6000)}`],
    ['beginnings of tokens', '1ghp_ 1lin_api_ 1ops_ey xoxb-1-'],
    ['addresses with half a password', 'https://a:b'],
    ['tokens', `${githubToken}\n`],
  ])('takes no longer than the text is long, however much of it is %s', (_what, piece) => {
    const make = (size: number): string => piece.repeat(Math.ceil(size / piece.length))
    expect(growth(make, (text) => likelySecrets(day(1), text), 100_000)).toBeLessThan(linear)
  })
})

describe('what only looks like a credential is passed over:', () => {
  test.each([
    [
      'the example keys of AWS',
      `AKIAIOSFODNN7${'EXAMPLE'} and aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'EXAMPLEKEY'}`,
    ],
    ['an account number', 'account: 1234-5678-9012'],
    ['Base64 in a code block', `\`\`\`\n${Buffer.from(log).toString('base64')}\n\`\`\``],
    ['hashes and ids', `${'0123456789abcdef'.repeat(4)} 550e8400-e29b-41d4-a716-446655440000 ^k3f9a2c1x7`],
    ['placeholders', 'https://user:${PASSWORD}@host.dev postgres://user:password@localhost/db ghp_… sk-… npm_xxx'],
    ['a public key', `ssh-ed25519 ${'AAAAC3NzaC1lZDI1NTE5'.repeat(3)} peter@host`],
    ['a private key that was cut out', `${['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' ')}\n...\n`],
  ])('%s', (_what, text) => {
    expect(likelySecrets(day(1), text)).toEqual([])
  })

  test('a password in plain words is not known for one: rules know forms', () => {
    expect(likelySecrets(day(1), 'The password of the router is correct horse battery staple, PIN 4711.')).toEqual([])
  })
})

test('the rules are those of the version that is named', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(ruleSet).toBe(`secretlint ${dependencies['@secretlint/secretlint-rule-preset-recommend']}`)
})
