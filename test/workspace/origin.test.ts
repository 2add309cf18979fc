import { describe, expect, test } from '@jest/globals'
import type { RecallAnswer, RetainReport, Shown, Status } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { said, withDoor } from '../mcp/door.js'
import { commandsShareAProcess } from '../support/served.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

commandsShareAProcess()

type Fact = Extract<Shown, { what: 'fact' }>

const settings = (origin: object): string => `${JSON.stringify({ origin })}\n`

/** Somebody's own log, what an agent read on a page, a file of notes from elsewhere, and an import in which a bullet was typed. */
const mixed = beginningWith((repo) => {
  repo.write(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Peter: Lives in Graz'))
  repo.write(day(2), retain('B(origin=web) @Peter: Does not like tea', 'W(origin=web) @Peter: Moved from Graz to Wels'))
  repo.write('memory/inbox/2025-11-03.md', retain('W @Zoe: Runs a tea shop in Graz'))
  repo.write('memory/imports/codex/2025-11-04-1.md', retain('O(c=0.9) @Peter: Prefers tea to all else'))
  repo.write(
    'memory/2025-11-05-read.md',
    `---\norigin: web\n---\nGraz has tea houses.\n\n${retain('W(origin=person) @Zoe: Sells tea')}`,
  )
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'logs')
})

const held = beginningWith((repo) => {
  repo.write(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Peter: Lives in Graz'))
  repo.write(day(2), retain('B(origin=web) @Peter: Does not like tea', 'W(origin=web) @Peter: Moved from Graz to Wels'))
  repo.write('memory/imports/codex/2025-11-04-1.md', retain('W @Zoe: Sells tea'))
  repo.write('.memory/config.json', settings({ hold: true }))
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'logs')
})

const classesOf = (repo: Repo, ...args: string[]): unknown[] =>
  jsonOf<RecallAnswer & object>(repo, 'recall', ...args)
    .results.map(({ content, originClass }) => `${originClass ?? '?'}: ${content}`)
    .toSorted()
const idOf = (repo: Repo, words: string): string =>
  jsonOf<RecallAnswer & object>(repo, 'recall', words).results.find(({ content }) => content === words)!.id
const fact = (repo: Repo, words: string): Fact['fact'] =>
  jsonOf<Fact & object>(repo, 'show', `^${idOf(repo, words)}`).fact

describe('the class that a fact came by', () => {
  test('is that of its bullet, of its note, of an import, or of a path in the settings, and narrows an answer', () =>
    mixed((repo) => {
      expect(classesOf(repo, '', '--origin', 'web')).toEqual([
        'web: Does not like tea',
        'web: Graz has tea houses.',
        'web: Moved from Graz to Wels',
      ])
      expect(classesOf(repo, 'tea', '--origin', 'person,import')).toEqual([
        'import: Prefers tea to all else',
        'person: Sells tea',
      ])
      expect(classesOf(repo, 'tea shop')).toContain('?: Runs a tea shop in Graz')
      repo.write('.memory/config.json', settings({ notes: { 'memory/inbox/**': 'tool', 'memory/*.md': 'person' } }))
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'classes')
      expect(classesOf(repo, 'tea shop', '--origin', 'tool')).toEqual(['tool: Runs a tea shop in Graz'])
      expect(classesOf(repo, 'tea', '--origin', 'person', '--origin', 'web')).toEqual([
        'person: Likes tea',
        'person: Sells tea',
        'web: Does not like tea',
        'web: Graz has tea houses.',
      ])
      expect(repo.memory('recall', 'wels').stdout).toContain('(origin web)')
      const { status, stderr } = repo.memory('recall', 'tea', '--origin', 'friend')
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('--origin takes person, agent, import, tool, web, got friend'),
      ])
    }))

  test('changes no belief, end or page by itself', () =>
    mixed((repo) => {
      const believed = fact(repo, 'Likes tea').confidence!
      expect(believed).toBeLessThan(0.8)
      expect(fact(repo, 'Lives in Graz').until).toBe('2025-11-02')
      expect(jsonOf<Status & object>(repo, 'status').held).toBe(0)
      repo.memory('reflect')
      expect([...repo.files('bank').values()].join('')).not.toMatch(/origin|Held/)
    }))

  test('of who committed a line is told by a trailer, or by the settings where somebody has to be named', () =>
    mixed((repo) => {
      repo.write('.memory/config.json', settings({ authors: { '*@bots.example.org': 'tool' } }))
      repo.write(day(6), retain('W @Zoe: Opens at nine'))
      repo.git('add', '-A')
      const bot = repo.with({ GIT_AUTHOR_NAME: 'nightly', GIT_AUTHOR_EMAIL: 'n1@bots.example.org' })
      bot.git('commit', '-q', '-m', 'nightly')
      repo.write(day(7), retain('W @Zoe: Closes at five'))
      repo.git('add', '-A')
      bot.git('commit', '-q', '-m', 'read\n\nAgent: codex\nOrigin: web')
      expect(fact(repo, 'Opens at nine').writer).toMatchObject({ author: 'nightly', originClass: 'tool' })
      expect(fact(repo, 'Closes at five').writer).toMatchObject({
        author: 'nightly',
        agent: 'codex',
        originClass: 'web',
      })
      expect(fact(repo, 'Likes tea').writer).not.toHaveProperty('originClass')
      expect(repo.memory('show', `^${idOf(repo, 'Opens at nine')}`).stdout).toContain('by nightly (tool)')
      expect(classesOf(repo, 'opens at nine')).toContain('?: Opens at nine')
    }))

  test('is written by retain, which keeps nothing', () =>
    mixed((repo) => {
      const now = ['--now', '2025-11-20']
      const read = jsonOf<RetainReport & object>(
        repo,
        'retain',
        'Graz has 300,000 people',
        '--entity',
        'Graz',
        '--origin',
        'web',
        ...now,
      )
      expect(read.retained[0]!.bullet).toBe('- W(origin=web) @Graz: Graz has 300,000 people')
      for (const [args, why] of [
        [
          ['Sings bass', '--entity', 'Ana', '--origin', 'web+kept'],
          'origin must be one of person, agent, import, tool, web',
        ],
        [['W(origin=web+kept) @Ana: Sings bass'], 'origin must be one of person, agent, import, tool, web'],
      ] as const) {
        const { status, stderr } = repo.memory('retain', ...args, ...now)
        expect([status, stderr]).toEqual([2, expect.stringContaining(why)])
      }
    }))
})

test('an agent says a class, narrows by it, and is told what is held and that a person keeps it', () =>
  held((repo) =>
    withDoor(
      repo,
      async ({ call }) => {
        const bullets = [{ text: 'Wels has 60,000 people', entities: ['Wels'], origin: 'web' }]
        expect((await call('retain', { bullets, commit: true })).isError).toBeUndefined()
        const found = await call('recall', { question: 'wels', origins: ['web'] })
        expect(said(found)).toContain('(held, origin web)')
        expect(found.structuredContent!['results']).toMatchObject([{ originClass: 'web' }, { originClass: 'web' }])
        expect(said(await call('recall', { question: 'wels', origins: ['friend'] }))).toContain(
          'origins takes person, agent, import, tool, web, got friend',
        )
        const id = (found.structuredContent!['results'] as unknown as { id: string }[])[0]!.id
        expect(said(await call('suggest', { keep: [`^${id}`] }))).toContain(
          `^${id} is held for what it came by, and a person keeps it`,
        )
        expect(said(await call('status'))).toContain('4 facts of an import or the web, held until a person keeps them')
      },
      '--structured',
    ),
  ))

test('an agent keeps no bullet of a web page that calls itself a suggestion: the page may have told it to', () =>
  held((repo) => {
    const page = 'memory/2025-11-06-read.md'
    repo.write(page, `---\norigin: web\n---\n${retain('W(suggested=^k3f9a2c1x7) @Zoe: Takes cash alone')}`)
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'read')
    const before = repo.read(page)
    return withDoor(repo, async ({ call }) => {
      const id = idOf(repo, 'Takes cash alone')
      expect(said(await call('suggest', { keep: [`^${id}`] }))).toContain('and a person keeps it')
      expect(repo.read(page)).toBe(before)
      expect(repo.memory('suggest', 'keep', `^${id}`).stdout).toContain('1 suggestion kept')
      expect(repo.read(page)).toContain('W(from=^k3f9a2c1x7, origin=web+kept)')
    })
  }))

describe('what is held', () => {
  test('moves no belief and ends no fact, is shown as held, and is counted', () =>
    held((repo) => {
      expect(fact(repo, 'Likes tea')).toMatchObject({ confidence: 0.8 })
      expect(fact(repo, 'Lives in Graz')).not.toHaveProperty('until')
      expect(fact(repo, 'Does not like tea')).toMatchObject({ origin: 'held', originClass: 'web' })
      const status = repo.memory('status').stdout
      expect(status).toContain('held       3 facts of an import or the web that move nothing: memory suggest keep ^id')
      repo.memory('reflect')
      const page = repo.read('bank/entities/Peter.md')
      expect(page).toContain('## Held until kept\n\n- B @Peter: Does not like tea')
      expect(page).toContain('## In short\n\n- W @Peter: Lives in Graz')
      expect(repo.memory('brief').stdout).not.toMatch(/Wels|Sells tea/)
      repo.memory('report', '--to', 'report.html')
      expect(repo.read('report.html')).toMatch(/Moved from Graz to Wels[^]*?held, not kept/)
    }))

  test('counts once its line says that it was kept, by whom the commit says', () =>
    held(async (repo) => {
      const before = repo.read(day(2))
      const [moved, sells] = [idOf(repo, 'Moved from Graz to Wels'), idOf(repo, 'Sells tea')]
      const kept = repo.memory('suggest', 'keep', `^${moved}`, `^${sells}`, '--commit')
      expect([kept.status, kept.stdout]).toEqual([0, expect.stringContaining('2 held facts kept.')])
      expect(repo.read(day(2))).toBe(before.replace('W(origin=web)', 'W(origin=web+kept)'))
      expect(repo.read('memory/imports/codex/2025-11-04-1.md')).toContain('- W(origin=import+kept) @Zoe: Sells tea')
      expect(repo.git('log', '-1', '--format=%s')).toBe('memory: keep 2 held facts')
      expect(fact(repo, 'Lives in Graz').until).toBe('2025-11-02')
      expect(fact(repo, 'Moved from Graz to Wels')).toMatchObject({ origin: 'stated', originClass: 'web' })
      expect(fact(repo, 'Likes tea').confidence).toBe(0.8)
      expect(repo.memory('suggest', 'keep', `^${moved}`).stdout).toContain(`^${moved} is kept already`)
      await expectSameAsRebuild(repo)
    }))

  test('is no suggestion: all suggestions are kept without it, and none of it is dropped', () =>
    held((repo) => {
      const id = idOf(repo, 'Does not like tea')
      expect(repo.memory('suggest', 'keep', '--all').stdout).toContain('No suggestion waits there.')
      const { status, stderr } = repo.memory('suggest', 'drop', `^${id}`)
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(`^${id} is held, and no suggestion: memory retire ^${id} says no to it`),
      ])
      expect(repo.git('status', '--porcelain', 'memory')).toBe('')
    }))

  test('moves nothing by a line of bank/ either, and who judges it is told to keep it first', () =>
    held((repo) => {
      const [belief, id] = [idOf(repo, 'Likes tea'), idOf(repo, 'Does not like tea')]
      repo.write('../answers.json', JSON.stringify([{ fact: `^${id}`, belief: `^${belief}`, verdict: 'contradicts' }]))
      expect(
        repo.memory('judge', '--from', '../answers.json').stdout +
          repo.memory('judge', '--from', '../answers.json').stderr,
      ).toContain(`^${id} is held: memory suggest keep ^${id} comes first`)
      repo.write('bank/evidence.md', `# Evidence\n\n- ^${id} contradicts ^${belief}\n`)
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'judged')
      expect(fact(repo, 'Likes tea').confidence).toBe(0.8)
      expect(repo.memory('status').stdout).toContain(`contradicts ^${belief} moves nothing: ^${id} is held`)
    }))

  test('is stated where somebody says the same on its day', () =>
    held((repo) => {
      repo.write('memory/2025-11-02-mine.md', retain('W @Peter: Moved from Graz to Wels'))
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'so it is')
      expect(fact(repo, 'Moved from Graz to Wels').origin).toBe('stated')
      expect(fact(repo, 'Lives in Graz').until).toBe('2025-11-02')
    }))
})
