import { rmSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { RetainEntry, RetainReport } from '../../../src/index.js'
import { jsonOf } from '../../cli/design-example.js'
import { indexOf } from '../../support/index-place.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, memoryCommand, withRepo, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)
const now = ['--now', '2025-11-20']
const log = 'memory/2025-11-20.md'
const retained = (repo: Repo, ...args: string[]): RetainReport & object =>
  jsonOf<RetainReport & object>(repo, 'retain', ...now, ...args)
const refused = (repo: Repo, ...args: string[]): string => {
  const { status, stderr } = repo.memory('retain', ...now, ...args)
  expect(status).toBe(2)
  return stderr
}

describe('memory retain', () => {
  test('writes an edit of the log of today, and answers with its place and what it may bear on', () =>
    begun((repo) => {
      const {
        retained: made,
        written,
        commit,
      } = retained(repo, 'Drank tea all day', '--entity', '@Peter', '--kind', 'B')
      expect(repo.read(log)).toBe('## Retain\n- B @Peter: Drank tea all day\n')
      expect({ written, commit, source: made[0]!.source }).toEqual({ written: true, commit: null, source: `${log}#L2` })
      expect(made[0]!.packet?.beliefs.map(({ content }) => content)).toEqual(['Likes coffee'])
      expect(jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'tea', ...now).results[0]!.id).toBe(made[0]!.id)
    }))

  test('names the beliefs that share a word with the bullet, five at most, and says how many more there are', () =>
    withRepo((repo) => {
      const drinks = ['tea', 'rum', 'milk', 'cocoa', 'water', 'cider', 'juice']
      const beliefs = drinks.map((drink) => `O(c=0.8) @Peter: Drinks ${drink} with the choir`)
      repo.commit(day(1), retain(...beliefs, 'O(c=0.8) @Peter: Prefers short meetings', 'O(c=0.7) @Bo: Is tall'))
      const told = (text: string, who: string): string[] =>
        repo.memory('retain', ...now, text, '--entity', who).stdout.split('\n')
      const near = told('Left the choir', 'Peter')
      expect(near.filter((line) => /^ +\^.*with the choir/.test(line))).toHaveLength(5)
      expect(near).toContain('        and on 3 more, which memory judge lists')
      expect(near.join('\n')).not.toContain('short meetings')
      const far = told('Prefers the train', 'Peter')
      expect(far).toContain('        may bear on 8 beliefs, which memory judge lists')
      expect(far.join('\n')).not.toContain('What does each do')
      expect(told('Lives in Graz', 'Bo')).toContain('        may bear on 1 belief, which memory judge lists')
      const { retained: made } = retained(repo, 'Hates short meetings', '--entity', 'Peter', '--kind', 'B')
      expect([made[0]!.near.length, made[0]!.packet!.beliefs.length]).toEqual([1, 8])
    }))

  test('says from which day on judge lists it, where all before a later day is judged', () =>
    begun((repo) => {
      repo.commit('bank/evidence.md', '---\njudged: 2025-11-15\n---\n\n# Evidence\n')
      const { stdout } = repo.memory('retain', ...now, 'Took the train', '--entity', 'Peter', '--on', '2025-11-10')
      expect(stdout).toContain('may bear on 1 belief, which memory judge --since 2025-11-10 lists\n')
      expect(repo.memory('judge', '--json', '--since', '2025-11-10').stdout).toContain('Took the train')
      const { retained: made } = retained(repo, 'Took the tram', '--entity', 'Peter')
      expect(made[0]!.since).toBe(null)
    }))

  test('with every attribute says what the grammar says', () =>
    begun((repo) => {
      const fact = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'coffee').results[0]!.id
      const args = ['Prefers tea', '--confidence', '0.85', '--entity', 'Peter', '--until', '2026-03-18']
      retained(repo, ...args, '--weakens', `^${fact}`, '--on', '2025-11-19')
      expect(repo.read('memory/2025-11-19.md')).toBe(
        `## Retain\n- O(c=0.85, until=2026-03-18, weakens=^${fact}) @Peter: Prefers tea\n`,
      )
    }))

  test('commits the new lines alone, beside what is staged and what is being written in the same log', () =>
    begun(async (repo) => {
      repo.write('staged.txt', 'mine\n')
      repo.git('add', 'staged.txt')
      repo.write(day(1), `${repo.read(day(1))}\nhalf a sent`)
      const { commit } = retained(repo, 'Sings in a choir', '--entity', 'Ana', '--on', '2025-11-01', '--commit')
      expect(repo.git('rev-parse', 'HEAD')).toBe(commit)
      expect(repo.git('show', '--format=%s', '--name-only', 'HEAD').split('\n').filter(Boolean)).toEqual([
        'memory: retain Sings in a choir',
        day(1),
      ])
      expect(repo.git('show', `HEAD:${day(1)}`)).not.toContain('half a sent')
      expect(repo.read(day(1))).toMatch(/- W @Ana: Sings in a choir\n\nhalf a sent$/)
      expect(repo.git('diff', '--cached', '--name-only')).toBe('staged.txt')
      await expectSameAsRebuild(repo)
    }))

  test('a commit says the first words of its first bullet on one line, and never a credential', () =>
    begun((repo) =>
      repo.use(async (workspace) => {
        const messageOf = async (...texts: string[]): Promise<[subject: string, body: string]> => {
          const entries = texts.map((text) => ({ text, entities: ['Ana'], on: '2025-11-02' }))
          await workspace.retain(entries, { commit: true, asIs: true })
          return [repo.git('show', '-s', '--format=%s', 'HEAD'), repo.git('show', '-s', '--format=%b', 'HEAD').trim()]
        }
        expect(await messageOf('Sings in a choir', 'Owns a boat', 'Drinks tea')).toEqual([
          'memory: retain 3 bullets about Ana',
          '- W @Ana: Sings in a choir\n- W @Ana: Owns a boat\n- W @Ana: Drinks tea',
        ])
        const [long] = await messageOf(`# Sails from Trieste to ${'Split and '.repeat(9)}Bari, with a friend`)
        expect(long).toBe('memory: retain # Sails from Trieste to Split and Split and Split and Split…')
        expect(long.length).toBeLessThanOrEqual('memory: retain '.length + 61)
        const [wide] = await messageOf('她每天早上在维也纳的老咖啡馆里喝一大杯热茶然后走路去银行上班晚上再去合唱团唱歌')
        expect(wide).toMatch(/^memory: retain 她每天.{20,28}…$/u)
        const [safe] = await messageOf('Likes \u001b[31mred\u202e boats\u2028and oars')
        expect(safe).toBe('memory: retain Likes [31mred boats and oars')
        const token = `ghp_${'a1B2'.repeat(9)}`
        expect(await messageOf(`Key is ${token}`)).toEqual(['memory: retain 1 bullet', ''])
        expect(await messageOf('The root password of web1 is Tr0ub4dor&3', 'Owns a kayak')).toEqual([
          'memory: retain 2 bullets about Ana',
          '- W @Ana: Owns a kayak\nand 1 more',
        ])
        expect(repo.git('log', '--format=%B')).not.toMatch(/ghp_|Tr0ub4dor/)
      }),
    ))

  test.each([
    ['O(c=0.7) @Lena: Likes violins', {}, '- O(c=0.70) @Lena: Likes violins'],
    ['- O @Lena: Likes violins', {}, '- O @Lena: Likes violins'],
    ['W(until=2026-01-01) @Lena @Bo: Rent a hall', {}, '- W(until=2026-01-01) @Lena @Bo: Rent a hall'],
    ['@Lena: Likes violins', { confidence: 0.7 }, '- O(c=0.70) @Lena: Likes violins'],
    ['B @Lena: Tuned a violin', { kind: 'experience', entities: ['lena'] }, '- B @lena: Tuned a violin'],
    ['O(c=0.7) @Lena: Likes violins', { entities: ['Bo'], confidence: 0.7 }, '- O(c=0.70) @Bo @Lena: Likes violins'],
    ['O Canada is the anthem', { entities: ['Canada'] }, '- W @Canada: O Canada is the anthem'],
    ['B-flat @Lena plays best', { entities: ['Lena'] }, '- W @Lena: B-flat @Lena plays best'],
    ['- 5 degrees at night', { entities: ['Graz'] }, '- W @Graz: - 5 degrees at night'],
  ])('takes %j apart, where it is written as a log has it', (text, more, line) =>
    begun((repo) =>
      repo.use(
        async (workspace) => {
          await workspace.retain([{ text, ...more }])
          expect(repo.read(log)).toBe(`## Retain\n${line}\n`)
        },
        { now: new Date('2025-11-20T12:00:00Z') },
      ),
    ),
  )

  test('refuses a bullet whose letter or attributes cannot be read, or say otherwise than the options', () =>
    begun((repo) => {
      expect(refused(repo, 'X @Lena: Likes violins')).toContain('kind must be one of W, B, O, S, got X: write W')
      expect(refused(repo, 'O(c=7) @Lena: Likes violins')).toContain('confidence must be 0 to 1, got 7')
      expect(refused(repo, 'O(c=0.7) @Lena: Likes violins', '--confidence', '0.9')).toContain(
        'its words say confidence 0.7, and confidence is 0.9: say it once',
      )
      expect(refused(repo, 'O @Lena: Likes violins', '--kind', 'W')).toContain('its words say kind opinion')
      expect(refused(repo, 'W(of=^aaaaaaaaaa) @Lena: Likes violins')).toContain(
        'suggested, of and on are no attributes',
      )
      expect(repo.exists(log)).toBe(false)
    }))

  test('commits what was written before without a commit, where the same is asked for with one', () =>
    begun(async (repo) => {
      retained(repo, 'Sings in a choir', '--entity', 'Ana')
      retained(repo, 'Owns a boat', '--entity', 'Ana')
      const once = repo.read(log)
      const { written, commit } = retained(repo, 'sings in a choir', '--entity', 'Ana', '--commit')
      expect([written, commit]).toEqual([true, repo.git('rev-parse', 'HEAD')])
      expect(repo.git('show', `HEAD:${log}`)).toBe(once.trimEnd())
      expect(repo.read(log)).toBe(once)
      expect(retained(repo, 'Sings in a choir', '--entity', 'Ana', '--commit')).toMatchObject({ written: false })
      await expectSameAsRebuild(repo)
    }))

  test('a commit lands as one what earlier calls left, in every log, and nothing of what a person writes there', () =>
    begun(async (repo) => {
      for (const text of ['Sings in a choir', 'Owns a boat']) retained(repo, text, '--entity', 'Ana')
      retained(repo, 'Has a cat', '--entity', 'Bo', '--on', '2025-11-01')
      repo.append(log, '- W @Ana: Typed by ha')
      repo.append(day(1), '\nhalf a sent')
      const standing = [repo.read(log), repo.read(day(1))]
      const { retained: made, waited, commit } = retained(repo, 'Rows', '--entity', 'Ana', '--commit')
      expect([made.length, waited.map(({ bullet, source }) => `${bullet} ${source}`)]).toEqual([
        1,
        [`- W @Bo: Has a cat ${day(1)}#L4`, `- W @Ana: Sings in a choir ${log}#L2`, `- W @Ana: Owns a boat ${log}#L3`],
      ])
      expect(repo.git('show', '--format=%s%n%b', '--name-only', commit!).split('\n').filter(Boolean)).toEqual([
        'memory: retain 4 bullets about Ana, Bo',
        '- W @Bo: Has a cat',
        '- W @Ana: Sings in a choir',
        '- W @Ana: Owns a boat',
        '- W @Ana: Rows',
        day(1),
        log,
      ])
      expect(repo.git('show', `HEAD:${log}`)).toBe(
        '## Retain\n- W @Ana: Sings in a choir\n- W @Ana: Owns a boat\n- W @Ana: Rows',
      )
      expect(repo.git('show', `HEAD:${day(1)}`)).not.toContain('half a sent')
      expect([repo.read(log).replace('- W @Ana: Rows\n', ''), repo.read(day(1))]).toEqual([
        expect.stringContaining('Typed by ha'),
        standing[1],
      ])
      await expectSameAsRebuild(repo)
    }))

  test('with no bullet a commit lands what waits, once, also where the index was lost; nothing waits afterwards', () =>
    begun((repo) => {
      const before = Number(repo.git('rev-list', '--count', 'HEAD'))
      for (let each = 1; each <= 5; each++) retained(repo, `Owns boat ${each}`, '--entity', 'Ana')
      const { id } = retained(repo, 'Owns boat 6', '--entity', 'Ana').retained[0]!
      repo.memory('retire', id)
      rmSync(indexOf(repo))
      const { written, waited } = retained(repo, '--commit')
      expect([written, waited.length]).toEqual([true, 5])
      expect(retained(repo, '--commit')).toMatchObject({ written: false, commit: null, waited: [], retained: [] })
      expect(repo.memory('retain', '--commit').stdout).toBe('Nothing was committed.\n')
      expect(Number(repo.git('rev-list', '--count', 'HEAD'))).toBe(before + 1)
      expect(repo.git('status', '--porcelain', 'memory')).toBe('')
    }))

  test('an empty text, or options without one, are no wish to commit what waits; nor is a bullet lost beside --stdin', () =>
    begun((repo) => {
      retained(repo, 'Owns a boat', '--entity', 'Ana')
      const before = repo.git('rev-parse', 'HEAD')
      for (const args of [[''], [' '], ['--kind', 'opinion'], ['--entity', 'Ana'], ['--until', '2026-01-01']]) {
        const { status, stderr } = repo.memory('retain', '--commit', ...args)
        expect([status, stderr]).toEqual([2, expect.stringContaining('there is nothing to retain')])
      }
      for (const [args, named] of [
        [['Rows'], 'a text'],
        [['--entity', 'Ana'], '--entity'],
      ] as const)
        expect(repo.memory('retain', '--stdin', ...args).stderr).toContain(`${named} does not go with --stdin`)
      expect(repo.git('rev-parse', 'HEAD')).toBe(before)
    }))

  test('a commit that has nothing to land says so, and of each line of a page that waits on', () =>
    begun((repo) => {
      const { retained: wrote } = retained(repo, 'Likes coffee less', '--entity', 'Peter', '--confidence', '0.4')
      const [{ id, packet }] = wrote as unknown as [{ id: string; packet: { beliefs: [{ id: string }] } }]
      repo.write('answers.json', JSON.stringify([{ fact: id, belief: packet.beliefs[0].id, verdict: 'weakens' }]))
      repo.append(log, '\n')
      repo.git('add', log)
      const judged = repo.memory('judge', '--from', 'answers.json', '--commit').stdout
      expect(judged).toContain('Waits on, for what it is about is in no commit')
      const fact = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'Graz').results[0]!.id
      expect(repo.memory('retire', `^${fact}`, '--commit').stdout).toContain(`or its page is staged: - ^${id} weakens`)
      expect(repo.memory('retire', `^${fact}`, '--commit').stdout).toMatch(/Waits on[^\n]*\nNothing was committed\.\n$/)
    }))

  test('what waits in a log that somebody has staged waits on, and keeps nothing else from its commit', () =>
    begun((repo) => {
      retained(repo, 'Has a cat', '--entity', 'Bo', '--on', '2025-11-01')
      repo.append(day(1), '\nMine.\n')
      repo.git('add', day(1))
      expect(retained(repo, 'Rows', '--entity', 'Ana', '--commit')).toMatchObject({ written: true, waited: [] })
      const { status, stderr } = repo.memory('retain', '--commit')
      expect([status, stderr]).toEqual([2, expect.stringContaining(`${day(1)} is staged`)])
      repo.git('restore', '--staged', day(1))
      expect(retained(repo, '--commit')).toMatchObject({ waited: [{ bullet: '- W @Bo: Has a cat' }] })
    }))

  test('what is retired does not stand: on another day it is written again', () =>
    begun((repo) => {
      const id = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'Graz').results[0]!.id
      repo.memory('retire', '--commit', `^${id}`)
      expect(refused(repo, 'Lives in Graz', '--entity', 'Ana', '--on', '2025-11-01')).toContain(
        `^${id} stands at ${day(1)}#L3, and is retired`,
      )
      const again = retained(repo, 'Lives in Graz', '--entity', 'Ana')
      expect([again.written, again.retained[0]!.twin]).toEqual([true, null])
    }))

  test('what stands without an attribute that is asked for is not taken for the same', () =>
    begun((repo) => {
      const [fact] = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'Graz').results
      const args = ['Lives in Graz', '--entity', 'Ana', '--until', '2026-01-01']
      expect(refused(repo, ...args, '--on', '2025-11-01')).toContain(
        `it stands at ${day(1)}#L3 without until=2026-01-01: change that line, or give another day`,
      )
      expect(retained(repo, ...args).written).toBe(true)
      expect(repo.read(log)).toBe('## Retain\n- W(until=2026-01-01) @Ana: Lives in Graz\n')
      expect(retained(repo, ...args)).toMatchObject({ written: false, retained: [{ twin: { source: `${log}#L2` } }] })
      expect(retained(repo, 'Moved to Wels', '--entity', 'Ana', '--was', `^${fact!.id}`).written).toBe(true)
      expect(refused(repo, 'Likes coffee', '--entity', 'Peter', '--confidence', '0.3', '--on', '2025-11-01')).toContain(
        'without c=0.30',
      )
      repo.commit('boat.ts', '')
      expect(refused(repo, ...args.slice(0, 3), '--on', '2025-11-01', '--at', 'boat.ts')).toContain(
        'without at=boat.ts',
      )
    }))

  test('a name that no mention can hold is refused with one that can', () =>
    begun((repo) => {
      expect(refused(repo, 'Lives in Derry', '--entity', 'Ann<e>')).toContain('got "Ann<e>": write Anne')
      retained(repo, 'Sent a bill', '--entity', 'Globex Inc.')
      retained(repo, 'Has moved to the lake', '--entity', 'Yahoo!')
      retained(repo, 'Lives in Derry', '--entity', "O'Neill")
      expect(repo.read(log)).toBe(
        '## Retain\n- W @Globex-Inc: Sent a bill\n- W @"Yahoo!": Has moved to the lake\n- W @O\'Neill: Lives in Derry\n',
      )
    }))

  test('said twice is written once, and of the world nothing is said again in other words', () =>
    begun((repo) => {
      retained(repo, 'Sings in a choir', '--entity', 'Ana')
      const once = repo.read(log)
      const again = retained(repo, 'sings in a  choir', '--entity', 'Ana')
      expect([again.written, again.retained[0]!.twin?.content]).toEqual([false, 'Sings in a choir'])
      const twin = retained(repo, 'Ana lives in Graz.', '--entity', 'Ana')
      expect([twin.written, twin.retained[0]!.twin?.content]).toEqual([false, 'Lives in Graz'])
      expect(repo.read(log)).toBe(once)
      expect(retained(repo, 'Ana lives in Graz.', '--entity', 'Ana', '--as-is').written).toBe(true)
    }))

  test.each([
    ['Runs on Debian 12', 'Runs Debian 12'],
    ['Runs Debian 12', 'Runs on the Debian 12'],
    ['Meets Bo on Mondays', 'Meets Bo Mondays'],
    ['Speaks Italian with Bo', 'Speaks in Italian with Bo'],
  ])('knows %j again in %j', (standing, said) =>
    begun((repo) => {
      retained(repo, standing, '--entity', 'web1')
      expect(retained(repo, said, '--entity', 'web1')).toMatchObject({
        written: false,
        retained: [{ source: null, twin: { content: standing } }],
      })
    }),
  )

  test('takes what differs in a number, a name, a denial or where to for another thing', () =>
    begun((repo) =>
      repo.use(async (workspace) => {
        const said = ['Runs on Debian 12', 'Runs on Debian 13', 'Does not run on Debian 12', 'Runs without Debian 12']
        const more = ['Runs for Bo on Mondays', 'Runs with Bo on Mondays', 'Runs on Tuesdays', 'Moved to Graz']
        const last = ['Moved from Graz', 'Calls Mia', 'Calls on Mia', 'Runs under Debian 12', 'Runs on Fedora 12']
        for (const text of [...said, ...more, ...last])
          expect([text, (await workspace.retain([{ text, entities: ['web1'] }])).written]).toEqual([text, true])
      }),
    ))

  test('writes an opinion that stands on an earlier day again, for that is evidence, and names its twin', () =>
    begun((repo) => {
      const { written, retained: made } = retained(repo, 'Likes coffee', '--confidence', '0.9', '--entity', 'Peter')
      expect([written, made[0]!.twin?.source]).toEqual([true, `${day(1)}#L2`])
    }))

  test.each([
    ['Likes rain', [], 'it is about nobody'],
    ['She likes rain', ['--entity', 'Ana', '--entity', 'Mia'], 'it begins with She: name whom it means'],
    ['He now lives in Paris.', ['--entity', 'Ben'], 'leave it out, “Now lives in Paris.”'],
    ['Ellos viven en Graz', ['--entity', 'Ana'], 'leave it out, “Viven en Graz”'],
    ['His knee hurts', ['--entity', 'Ben'], 'it begins with His: name whom it means'],
    ['ok', ['--entity', 'Ana'], 'it says nothing that anybody would look for'],
    ['Maybe something about stuff.', ['--entity', 'Ana'], 'it says nothing that anybody would look for'],
    ['^abcdefghij', ['--entity', 'Ana'], 'it says nothing'],
    ['🎉!', ['--entity', 'Ana'], 'it says nothing'],
    ['TODO: ask Elke', ['--entity', 'Elke'], 'it is a task'],
    ['Does she like rain?', ['--entity', 'Ana'], 'it is a question'],
    ['## Retain', ['--entity', 'Ana'], 'it is a heading'],
    ['~~struck~~ ^abcdefghij', ['--entity', 'Ana'], 'it is struck through'],
    ['| a | b |', ['--entity', 'Ana'], 'it is a row of a table'],
    ['I like rain', ['--entity', 'Ana'], 'it begins with I: name whom it means'],
    ['Likes \u202eniar', ['--entity', 'Ana'], 'it holds U+202E at character 7, which nobody sees: leave it out'],
    ['Likes rain \u{e0041}\u{e0042}', ['--entity', 'Ana'], 'it holds U+E0041 at character 12'],
    ['Likes rain', ['--entity', 'A\u3164na'], 'it holds U+3164 at character 2'],
    ['Flew home yesterday', ['--entity', 'Ana'], 'write 2025-11-19, or give the day it is noted on'],
    ['Flies home next Friday', ['--entity', 'Ana'], 'write 2025-11-21, or give the day'],
    ['Likes rain a lot. Her brother plays the cello.', ['--entity', 'Ana'], 'it says 2 things'],
    [
      'Lives in Graz and works as a baker',
      ['--entity', 'Ana'],
      'it says 2 things, “Lives in Graz” and “works as a baker”: write each as a bullet of its own',
    ],
    [`Key is ghp_${'a1B2'.repeat(9)}`, ['--entity', 'Ana'], 'what looks like a credential (GitHub Token'],
    ['The root password of web1 is Tr0ub4dor&3', ['--entity', 'web1'], 'what looks like a credential (a password)'],
    ['Opens web1 as admin (pw: hunter2)', ['--entity', 'Ana'], 'what looks like a credential (a password)'],
    ['Visits Rome this week', ['--entity', 'Ana'], 'write 2025-11-17 to 2025-11-23'],
    ['Gave a talk in Rome', ['--entity', 'Ana', '--on', '2025-12-24'], 'is still to come: note it today'],
    [`Likes ${'rain and '.repeat(50)}snow`, ['--entity', 'Ana'], 'it has 460 characters: say it in 400'],
  ])('refuses %j, with the reason, unless it is to be as it is', (text, args, why) =>
    begun((repo) => {
      const before = repo.files()
      expect(refused(repo, text, ...args)).toContain(why)
      expect(repo.files()).toEqual(before)
      expect(retained(repo, text, ...args, '--as-is').written).toBe(true)
    }),
  )

  test.each([
    ['I fixed the build with Ana', ['--entity', 'build', '--kind', 'B']],
    ['Flew home yesterday', ['--entity', 'Ana', '--on', '2025-11-18']],
    ['Saw Dr. Weber about her knee', ['--entity', 'Ana']],
    ['Replies within 2 h, e.g. by mail', ['--entity', 'Ana']],
    ['Wants a password of 12 characters: the policy is ISO27001', ['--entity', 'Ana']],
    ['The password is required since v2', ['--entity', 'Ana']],
    ['她喜欢喝茶', ['--entity', 'Ana']],
    ['Sings', ['--entity', 'Ana']],
    ['No', ['--entity', 'Dr-No', '--as-is']],
    ['Done is a band that Ana likes', ['--entity', 'Ana']],
    ['Asks what the harbour costs', ['--entity', 'Ana']],
    ['Works with Ana and Bo on the harbour tool', ['--entity', 'Mia']],
    ['Sells and repairs bicycles', ['--entity', 'Mia']],
  ])('takes %j', (text, args) =>
    begun((repo) => {
      expect(retained(repo, text, ...args).written).toBe(true)
    }),
  )

  test.each([
    [['Likes rain', '--entity', 'Ana', '--was', '^aaaaaaaaaa'], 'was=^aaaaaaaaaa replaces nothing'],
    [['Hates it', '--entity', 'Peter', '--contradicts', '^aaaaaaaaaa'], 'the nearest belief is ^'],
    [['Likes rain', '--entity', 'Ana', '--kind', 'X'], 'kind must be one of world'],
    [['Likes rain', '--entity', 'Ana', '--confidence', '7'], '--confidence takes a number from 0 to 1'],
    [['Likes rain', '--entity', 'Ana', '--kind', 'W', '--confidence', '0.5'], 'only an opinion has a confidence'],
    [['Likes rain', '--entity', 'Ana', '--on', 'Friday'], 'on must be a day'],
    [['two\nlines', '--entity', 'Ana'], 'text must be one line'],
    [['Likes rain', '--entity', 'A<b>', '--as-is'], 'got "A<b>": write Ab'],
    [[], 'say what is so'],
  ])('%j is refused whole: %s', (args, why) =>
    begun((repo) => {
      const before = repo.files()
      expect(refused(repo, ...args)).toContain(why)
      expect(repo.files()).toEqual(before)
    }),
  )

  test.each([
    [{ text: 'Likes \uD83C', entities: ['Ana'] }, /^nothing was written: text holds half a character/],
    [{ text: 'Likes rain', entities: ['Ana\uDF89'] }, /^nothing was written: a name holds half a character/],
  ])('%j, which no file can hold, is refused whole', (entry, why) =>
    begun(async (repo) => {
      const before = repo.files()
      await expect(repo.open().retain([entry], { asIs: true })).rejects.toThrow(why)
      expect(repo.files()).toEqual(before)
    }),
  )

  test('of two bullets of one call that state the same, the second has to say no more than the first', () =>
    begun(async (repo) => {
      const memory = repo.open()
      const first = { text: 'Owns a kayak', entities: ['Ana'], until: '2027-01-01' }
      const before = repo.files()
      await expect(memory.retain([{ ...first, until: undefined }, first])).rejects.toThrow(
        'nothing was written: bullet 2: bullet 1 states it without until=2027-01-01: give both as one, or give another day',
      )
      expect(repo.files()).toEqual(before)
      const report = await memory.retain([first, { ...first, until: undefined }])
      expect(new Set(report.retained.map(({ id, source }) => `${id} ${source}`)).size).toBe(1)
    }))

  test('what was forgotten is not written again', () =>
    begun((repo) => {
      const { id } = retained(repo, 'Drinks gin', '--entity', 'Ana', '--commit').retained[0]!
      expect(repo.memory('forget', id).status).toBe(0)
      expect(refused(repo, 'Drinks gin', '--entity', 'Ana')).toContain(`^${id} was forgotten`)
    }))

  test('of many of which one is wrong none is written', () =>
    begun((repo) => {
      const before = repo.files()
      const given = [{ text: 'Likes rain', entities: ['Ana'] }, { text: 'Likes snow' }, { txt: 'x' }]
      const lines = given.map((each) => JSON.stringify(each)).join('\n')
      const { status, stderr } = repo.run(
        '/bin/sh',
        '-c',
        `printf '%s' "$1" | "$2" "$3" retain --stdin`,
        'sh',
        lines,
        process.execPath,
        memoryCommand,
      )
      expect([status, stderr]).toEqual([2, expect.stringContaining('bullet 3: has no field "txt"')])
      expect(repo.files()).toEqual(before)
    }))

  test('in a repository without a commit writes the first log', () =>
    withRepo(
      (repo) => {
        repo.memory('init')
        expect(repo.memory('retain', 'Likes rain', '--entity', 'Ana', ...now).status).toBe(0)
        expect(repo.read(log)).toBe('## Retain\n- W @Ana: Likes rain\n')
      },
      { unborn: true },
    ))

  test('a dry run says what would be written, and writes nothing', () =>
    begun((repo) => {
      const before = repo.files()
      expect(retained(repo, 'Likes rain', '--entity', 'Ana', '--dry-run')).toMatchObject({
        written: false,
        retained: [{ bullet: '- W @Ana: Likes rain', source: null }],
      })
      expect(repo.files()).toEqual(before)
    }))
})

test('whatever is asked is read back as it was, or nothing is written', () =>
  begun(async (repo) => {
    const memory = repo.open({ now: new Date('2025-11-20T12:00:00Z') })
    const piece = fc.constantFrom(
      'tea',
      ' ',
      '`a<b`',
      '<b>',
      '&amp;',
      '@Ana',
      ':',
      '(c=1)',
      '- ',
      '**',
      '[x](y)',
      '#',
      '\\',
      '“',
      '茶',
      '|',
      '<!--',
      '`',
      'O(',
      '^k3f9a2c1x7',
      '·',
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    const entry = fc.record({
      text,
      kind: fc.constantFrom('W', 'B', 'O', 'S'),
      entities: fc.uniqueArray(fc.constantFrom('Ana', 'Tom Okafor', '@Bo', '李雷', 'warelay'), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    try {
      let taken = 0
      await fc.assert(
        fc.asyncProperty(entry, async (asked: RetainEntry) => {
          const before = repo.exists(log) ? repo.read(log) : ''
          const report = await memory.retain([asked], { asIs: true }).catch(() => undefined)
          if (!report?.written) return expect(repo.exists(log) ? repo.read(log) : '').toBe(before)
          taken++
          const [made] = report.retained
          const shown = await memory.show(made!.source!)
          if (shown.what !== 'place') throw new Error(shown.what)
          const said = shown.facts.find(({ id }) => id === made!.id)!
          expect(said.content).toBe(asked.text.trim().replace(/\s+/g, ' '))
          const names = asked.entities!.map((name) => name.replace('@', '').replace(' ', '-'))
          expect(said.entities.slice(0, names.length)).toEqual(names)
        }),
        { seed: 73, numRuns: Number(process.env['LAW_RUNS'] ?? 60) },
      )
      expect(taken).toBeGreaterThan(20)
    } finally {
      memory.close()
    }
  }))
