import { expect, test } from '@jest/globals'
import { corpusOf } from '../../../src/openclaw/corpus.js'
import { credentials, githubToken } from '../../support/credentials.js'
import { day } from '../../support/notes.js'
import { tinyModel } from '../../support/tiny-model.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'
import { said, withDoor } from '../../mcp/door.js'

/** Joined here, so that this file holds none that a scanner of this repository would stop at. */
const drawn = ['8f3a9c2e', '1b7d4f60'].join('')
const password = ['Sommer', '2026x'].join('')
const inAddress = ['eel7', 'xoo2q'].join('')
const [aws] = credentials['aws']!
const [key] = credentials['privatekey']!
const planted = [githubToken, drawn, password, inAddress, aws!]

const fill = (repo: Repo): void => {
  repo.write('MEMORY.md', `# Memory\n\n## Rules\n\nThe deploy key of the bot is ${githubToken}.\n`)
  repo.git('add', 'MEMORY.md')
  repo.commit(
    day(3),
    [
      '# Log',
      '',
      `Mara keeps the wifi Passwort: ${password} on a sheet in the harbour office.`,
      '',
      `Mara likes the harbour bot, whose token is ${githubToken} for now.`,
      '',
      `## Harbour bot with API_KEY=${drawn}`,
      '',
      'Runs every night.',
      '',
      '```',
      key!,
      '```',
      '',
      '## Retain',
      `- O(c=0.8) @Mara: Likes the harbour token ${githubToken} best`,
      `- W @Mara @bot: The harbour backup key is ${aws}`,
      `- W: The harbour database is postgres://app:${inAddress}@db.acme.dev:5432/main`,
      '',
    ].join('\n'),
  )
  repo.commit(
    day(5),
    `## Retain\n- O(c=0.9) @Mara: Does not like the harbour token ${githubToken} best\n- B @Mara: Set the harbour api_key = ${drawn}\n`,
  )
  repo.git('add', 'bank')
  repo.git('commit', '-q', '-m', 'pages')
}

const withCredentials = beginningWith(fill, { hooks: true })

/** No part that would help anybody. */
function expectNone(what: string, text: string): void {
  const held = [...planted, ...key!.split('\n').filter((line) => !line.startsWith('-----'))].filter((secret) =>
    text.includes(secret),
  )
  expect([what, held.map((secret) => secret.slice(0, 6))]).toEqual([what, []])
}

test('no page holds a credential, and pages are settled, verified, and those of a rebuild', () =>
  withCredentials((repo) => {
    const pages = repo.files('bank')
    expect(pages.size).toBeGreaterThan(3)
    for (const [path, text] of pages) expectNone(path, text)
    expect(repo.read('bank/world.md')).toContain('The harbour backup key is [masked: AWS Access Key ID]')
    expect(repo.read('bank/entities/Mara.md')).toContain('[masked: GitHub Token]')
    expect(repo.git('log', '-1', '--format=%B')).toContain('[masked: ')
    expectNone('message', repo.git('log', '-1', '--format=%B'))
    expect(repo.memory('verify', '--strict')).toMatchObject({ status: 0 })
    expect(repo.memory('rebuild').status).toBe(0)
    expect(repo.memory('reflect').status).toBe(0)
    expect(repo.git('status', '--porcelain')).toBe('')
    expectNone('export', repo.memory('export', '../okf').stdout)
    for (const [path, text] of repo.at('okf').files()) expectNone(path, text)
  }))

test('a confidence, words or a no that a person writes on such a line is theirs, and brings no credential to the page', () =>
  withCredentials((repo) => {
    const page = 'bank/opinions.md'
    const line = /^- O\(c=[\d.]+\)(.*\[masked: GitHub Token\] best.*)$/m
    repo.write(page, repo.read(page).replace(line, '- O(c=0.33)$1'))
    const world = 'bank/world.md'
    repo.write(world, repo.read(world).replace('The harbour backup key is', 'The old harbour backup key was'))
    repo.git('commit', '-qam', 'edits')
    const adopted = repo.read(page)
    expectNone(page, adopted)
    expect(adopted).toMatch(/## Curated\n\n- O\(c=0\.33, of=\^\w+, on=[^)]*\) @Mara: .*\[masked: GitHub Token\] best\n/)
    expect(adopted.match(/^- O\(c=0\.33\) @Mara/m)).not.toBeNull()
    expectNone(world, repo.read(world))
    expect(repo.read(world)).toContain('The old harbour backup key was [masked: AWS Access Key ID]')
    repo.git('commit', '-qam', 'adopted')
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(repo.memory('verify', '--strict')).toMatchObject({ status: 0 })
    const before = repo.files('bank')
    expect(repo.memory('rebuild').status + repo.memory('reflect').status).toBe(0)
    expect(repo.files('bank')).toEqual(before)
  }))

test('no answer of the command line, as text or as JSON, holds one', () =>
  withCredentials((repo) => {
    const id = /"id": ?"(\w{10})"/.exec(repo.memory('recall', 'harbour backup key', '--json').stdout)![1]!
    const asked = [
      ['recall', 'harbour'],
      ['recall', 'harbour', '--context', '3'],
      ['recall', 'harbour bot', '--explain', '-k', '50'],
      ['recall', githubToken],
      ['brief'],
      ['brief', '--budget', '20000'],
      ['log', '--since', '2025-11-01'],
      ['log', '--beliefs', '--since', '2025-11-01'],
      ['show', `^${id}`],
      ['show', 'Mara'],
      ['show', `${day(3)}#L5`],
      ['show', day(3)],
      ['core'],
      ['judge', '--next', '5'],
      ['suggest', '--since', '2025-11-01'],
      ['suggest', '--passages', '--since', '2025-11-01'],
      ['suggest', '--entities'],
      ['status'],
    ]
    for (const args of asked)
      for (const more of [[], ['--json']]) {
        const { status, stdout, stderr } = repo.memory(...args, ...more)
        expect([args, status]).toEqual([args, 0])
        // A question is told again as it was asked.
        expectNone([...args, ...more].join(' '), (stdout + stderr).replaceAll(args.at(-1)!, ''))
      }
    expect(repo.memory('recall', 'harbour backup key').stdout).toContain(
      'The harbour backup key is [masked: AWS Access Key ID]',
    )
  }))

test('no draft is made of a sentence that holds one', () =>
  withCredentials((repo) => {
    const { suggestions } = JSON.parse(repo.memory('suggest', '--since', '2025-11-01', '--json').stdout) as {
      suggestions: readonly { readonly text: string }[]
    }
    expect(suggestions.filter(({ text }) => /token|Passwort|masked/.test(text))).toEqual([])
  }))

test("no tool of an agent's answers with one, in its text or in its structure", () =>
  withCredentials((repo) =>
    withDoor(
      repo,
      async ({ call }) => {
        const calls: [string, Record<string, unknown>][] = [
          ['recall', { question: 'harbour' }],
          ['brief', { budget: 5000 }],
          ['show', { what: 'Mara' }],
          ['log', { since: '2025-11-01' }],
          ['status', {}],
          ['core', {}],
          ['judge', {}],
          ['suggest', {}],
        ]
        for (const [name, given] of calls) {
          const answer = await call(name, given)
          expectNone(name, said(answer) + JSON.stringify(answer.structuredContent ?? {}))
        }
        expect(said(await call('recall', { question: 'harbour backup key' }))).toContain('[masked: AWS Access Key ID]')
      },
      '--structured',
    ),
  ))

test('OpenClaw is given none, of an answer or of a file, whose lines keep their numbers', () =>
  withCredentials(async (repo) => {
    const corpus = corpusOf(() => ({ folder: repo.root, packageRoot: undefined }))
    expectNone('search', JSON.stringify(await corpus.search({ query: 'harbour' } as never)))
    const got = await corpus.get({ lookup: day(3) } as never)
    expectNone('get', got!.content)
    expect(got!.content.split('\n')).toHaveLength(repo.read(day(3)).split('\n').length)
  }))

test('no server that makes vectors is sent one', () =>
  withCredentials(async (repo) => {
    const model = await tinyModel()
    try {
      await repo.use((memory) => memory.embed({ provider: 'ollama', model: 'tiny', url: model.url }))
      await repo.use((memory) => memory.recall('harbour backup'))
      expect(model.asked.some((text) => text.includes('[masked: AWS Access Key ID]'))).toBe(true)
      expectNone('embed', model.asked.join('\n'))
    } finally {
      await model.close()
    }
  }))
