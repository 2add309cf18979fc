import { symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { MarkReport, RecallAnswer, RetainReport, SuggestPackets, Suggestions } from '../../../src/index.js'
import { jsonOf } from '../../cli/design-example.js'
import { githubToken } from '../../support/credentials.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const log = day(11)
const narrative = `# A day

Rovira charges 80 euros an hour.

Marlene prefers green tea to coffee.
`
const begun = beginningWith((repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Rovira: Charges nobody on Sundays', 'W @Rovira: Lives in Graz'))
  repo.write(log, narrative)
  repo.write(day(12), 'For Marlene from Rovira: a parcel. Then Marlene and Rovira left.\n')
  repo.write(day(13), 'A letter for Marlene from Rovira.\n')
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'logs')
  repo.init()
})
const now = ['--now', '2025-11-20']
const time = ['--since', '2025-11', ...now]
const suggest = <T extends object>(repo: Repo, ...args: string[]): T =>
  jsonOf<T & object>(repo, 'suggest', ...args, ...now)
const written = (repo: Repo, ...args: string[]): RetainReport =>
  suggest<RetainReport>(repo, '--since', '2025-11', '--write', ...args)
const ids = (report: RetainReport): string[] => report.retained.map(({ id }) => id)
const refused = (repo: Repo, ...args: string[]): string => {
  const before = repo.git('status', '--porcelain')
  const { status, stderr } = repo.memory('suggest', ...args, ...now)
  expect([status, repo.git('status', '--porcelain')]).toEqual([2, before])
  return stderr
}

test('the message of a commit that keeps suggestions leaves out those that hold a credential', () =>
  begun(async (repo) => {
    const [drawn] = written(repo, '--dry-run').retained
    const [passage] = /\^\w{10}/.exec(drawn!.bullet)!
    const safe = `W(suggested=${passage}) @Rovira: Charges 80 euros`
    repo.commit(
      log,
      `${narrative}\n${retain(safe, `W(suggested=${passage}) @Rovira: Has the token ${githubToken} now`)}`,
    )
    expect(suggest<MarkReport>(repo, 'keep', '--all', '--commit').decided).toHaveLength(2)
    const message = 'memory: keep 2 suggestions\n\n- W @Rovira: Charges 80 euros\nand 1 more'
    expect(repo.git('log', '-1', '--format=%B').trim()).toBe(message)
  }))

describe('memory suggest --write', () => {
  test('writes what it would print below Retain, marked with its passages, once, and commits where it is asked', () =>
    begun((repo) => {
      const { suggestions } = suggest<Suggestions>(repo, ...time.slice(0, 2))
      expect(suggestions).toHaveLength(2)
      const dry = written(repo, '--dry-run')
      expect([dry.written, repo.git('status', '--porcelain')]).toEqual([false, ''])
      const { retained, commit } = written(repo)
      expect(commit).toBeNull()
      expect(retained.map(({ bullet }) => bullet)).toEqual([
        `- W(suggested=^${suggestions[0]!.passages[0]}) @Rovira: Rovira charges 80 euros an hour.`,
        `- O(c=0.80, suggested=^${suggestions[1]!.passages[0]}) @Marlene: Marlene prefers green tea to coffee.`,
      ])
      expect(repo.read(log)).toBe(`${narrative}\n## Retain\n${retained.map(({ bullet }) => `${bullet}\n`).join('')}`)
      expect(written(repo)).toMatchObject({ retained: [], written: false })
      repo.git('checkout', '--', log)
      expect(written(repo, '--commit').commit).toBe(repo.git('rev-parse', 'HEAD').trim())
      expect(repo.git('status', '--porcelain', 'memory')).toBe('')
    }))

  test('is recalled, shown and counted as what it is, moves nothing, ends nothing, and stands in no brief and no export', () =>
    begun(async (repo) => {
      const before = await repo.use((workspace) => workspace.beliefs({ since: '2025-01-01' }))
      const wide = (): string => repo.memory('export', 'okf', '--json', ...now).stdout
      const brief = jsonOf<{ text: string }>(repo, 'brief', ...now).text
      const marked = [
        'W(suggested=^k3f9a2c1x7) @Rovira: Moved from Graz to Wels',
        'O(suggested=^k3f9a2c1x7) @Rovira: No longer charges nobody on Sundays',
      ]
      repo.commit(day(14), retain(...marked), 'suggestions')
      const { results } = jsonOf<{ results: { origin: string; content: string; until?: string }[] }>(
        repo,
        'recall',
        'where does Rovira live, Graz or Wels',
        ...now,
      )
      expect(results.find(({ content }) => content.startsWith('Moved'))!.origin).toBe('suggested')
      expect(results.find(({ content }) => content === 'Lives in Graz')).not.toHaveProperty('until')
      expect(repo.memory('recall', 'Wels', ...now).stdout).toContain('(suggested)')
      expect((await repo.use((workspace) => workspace.beliefs({ since: '2025-01-01' }))).changes).toEqual(
        before.changes,
      )
      expect(jsonOf(repo, 'status', ...now)).toMatchObject({ suggested: 2 })
      expect(repo.memory('status', ...now).stdout).toContain('suggested  2 bullets neither kept nor dropped')
      expect(jsonOf<{ text: string }>(repo, 'brief', ...now).text).not.toContain('Wels')
      expect(brief).not.toContain('Wels')
      expect(wide()).not.toContain('Wels')
      repo.memory('reflect', ...now)
      const page = repo.read('bank/entities/Rovira.md')
      expect(page.slice(page.indexOf('## Suggested'))).toContain('Moved from Graz to Wels')
      expect(page.slice(0, page.indexOf('## Suggested'))).not.toContain('Wels')
      await expectSameAsRebuild(repo)
    }))

  test('is not judged, and who answers for one is told to keep it first', () =>
    begun((repo) => {
      repo.commit(day(14), retain('W(suggested=^k3f9a2c1x7) @Rovira: Is seen in Wels on Sundays'))
      const { packets } = jsonOf<{ packets: object[] }>(repo, 'judge', ...now)
      expect(JSON.stringify(packets)).not.toContain('Wels')
      const [fact, belief] = ['Wels', 'nobody'].map(
        (word) => jsonOf<{ results: { id: string }[] }>(repo, 'recall', word, ...now).results[0]!.id,
      )
      repo.write('../answers.json', JSON.stringify([{ fact, belief, verdict: 'contradicts' }]))
      const { status, stderr } = repo.memory('judge', '--from', '../answers.json', ...now)
      expect([status, stderr]).toEqual([2, expect.stringContaining(`memory suggest keep ^${fact} comes first`)])
    }))

  test('does not stand in the way of who states the same in other words, and says how to keep it to who does in the same', () =>
    begun((repo) => {
      const [id] = ids(written(repo))
      const { status, stderr } = repo.memory(
        'retain',
        'Rovira charges 80 euros an hour.',
        '--entity',
        'Rovira',
        '--on',
        '2025-11-11',
        ...now,
      )
      expect([status, stderr]).toEqual([2, expect.stringContaining(`memory suggest keep ^${id} states it`)])
      expect(repo.memory('retain', 'Rovira charges 80 euros an hour', '--entity', 'Rovira', ...now).status).toBe(0)
    }))
})

describe('memory suggest keep and drop', () => {
  test('state a suggestion, whose own was= and the like count from then on', () =>
    begun(async (repo) => {
      const { results } = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'Lives in Graz', ...now)
      const was = results[0]!.id
      repo.commit(day(14), retain(`W(was=^${was}, suggested=^k3f9a2c1x7) @Rovira: Lives in Wels`))
      expect(jsonOf(repo, 'show', was)).toMatchObject({ replacedBy: null })
      const [waiting] = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'Wels', ...now).results
      const { commit } = suggest<MarkReport>(repo, 'keep', `^${waiting!.id}`, '--commit')
      expect(commit).toBe(repo.git('rev-parse', 'HEAD').trim())
      expect(repo.git('show', '--format=', '--name-only', 'HEAD').trim()).toBe(day(14))
      expect(repo.read(day(14))).toBe(retain(`W(was=^${was}, from=^k3f9a2c1x7) @Rovira: Lives in Wels`))
      expect(jsonOf(repo, 'show', was)).toMatchObject({ replacedBy: { id: waiting!.id } })
      await expectSameAsRebuild(repo)
    }))

  test('are done once, tell what stands so already, and what was drafted, kept or dropped is not offered again', () =>
    begun((repo) => {
      const [first, second] = ids(written(repo)) as [string, string]
      repo.git('commit', '-qam', 'suggestions')
      const offered = (): string[] =>
        suggest<SuggestPackets>(repo, '--passages', '--since', '2025-11').packets.map(({ text }) => text)
      expect(offered()).not.toContain('Rovira charges 80 euros an hour.')
      expect(suggest<MarkReport>(repo, 'keep', first, '--dry-run')).toMatchObject({
        written: false,
        decided: [{ id: first }],
      })
      expect(suggest<MarkReport>(repo, 'keep', first)).toMatchObject({ written: true, already: [] })
      expect(suggest<MarkReport>(repo, 'drop', second)).toMatchObject({ written: true, decided: [{ id: second }] })
      const standing = repo.read(log)
      expect(standing).toMatch(
        /## Retain\n- W\(from=\^[0-9a-z]{10}\) @Rovira: Rovira charges 80 euros an hour\.\n<!-- not suggested: \^[0-9a-z]{10} -->\n$/,
      )
      expect(suggest<MarkReport>(repo, 'keep', first)).toMatchObject({ written: false, already: [first] })
      expect(suggest<MarkReport>(repo, 'drop', second)).toMatchObject({ written: false, already: [second] })
      expect(repo.read(log)).toBe(standing)
      expect(suggest<Suggestions>(repo, '--since', '2025-11').suggestions).toEqual([])
      expect(offered().join()).not.toMatch(/Rovira charges|green tea/)
      repo.git('commit', '-qam', 'decided')
      expect(suggest<Suggestions>(repo, '--since', '2025-11').suggestions).toEqual([])
    }))

  test('change nothing where one id is no suggestion’s, and say what would be right', () =>
    begun((repo) => {
      const { retained } = written(repo)
      const [id] = retained.map((each) => each.id)
      const [, passage] = /suggested=\^([0-9a-z]{10})/.exec(retained[0]!.bullet)!
      const stated = jsonOf<{ results: { id: string }[] }>(repo, 'recall', 'Lives in Graz', ...now).results[0]!.id
      expect(refused(repo, 'keep', `^${id}`, '^0000000000')).toContain(
        'nothing that waits to be kept has the id ^0000000000: those that wait are ^',
      )
      expect(refused(repo, 'keep', passage!)).toContain(`^${passage} is a passage: what was drafted from it is ^${id}`)
      expect(refused(repo, 'drop', stated)).toContain(`memory retire ^${stated} says no to it`)
      expect(refused(repo, 'drop', 'x')).toContain('an id is as in ^k3f9a2c1x7, got x')
      expect(refused(repo, 'keep')).toContain('takes ids (^k3f9a2c1x7), or --all')
      expect(refused(repo, 'keep', `^${id}`, '--all')).toContain('takes ids (^k3f9a2c1x7), or --all')
      expect(refused(repo, 'keep', `^${id}`, '--on', '2025-11-11')).toContain('go with suggest keep --all')
      expect(refused(repo, 'hold')).toContain('suggest takes keep or drop before ids, or pass before places, got hold')
      expect(refused(repo, '--mark')).toContain('--mark does not go with what is only printed')
      expect(refused(repo, '--entities', '--commit')).toContain('--commit goes with --entities --write')
      expect(refused(repo, '--entities', '--branch')).toContain('--branch goes with --entities --write')
    }))

  test('take all of a time, and commit what no commit has had yet as an edit', () =>
    begun((repo) => {
      repo.write(day(12), `${repo.read(day(12))}\n${retain('W(suggested=^k3f9a2c1x7) @Rovira: Rows')}`)
      expect(ids(written(repo))).toHaveLength(2)
      expect(suggest<MarkReport>(repo, 'drop', '--all', '--on', '2025-11-12').decided).toMatchObject([
        { said: 'W @Rovira: Rows' },
      ])
      const head = repo.git('rev-parse', 'HEAD')
      expect(suggest<MarkReport>(repo, 'keep', '--all', '--commit')).toMatchObject({
        decided: [{}, {}],
        written: true,
        commit: null,
      })
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      expect(repo.read(log)).not.toContain('suggested=')
      expect(suggest<MarkReport>(repo, 'keep', '--all')).toMatchObject({ decided: [], written: false })
    }))

  test('write through no link, whatever it leads to', () =>
    begun((repo) => {
      const [id] = ids(written(repo))
      repo.git('commit', '-qam', 'suggestions')
      const text = repo.read(log)
      repo.write('elsewhere.md', text)
      repo.remove(log)
      symlinkSync(repo.path('elsewhere.md'), repo.path(log))
      expect(repo.memory('suggest', 'keep', id!, ...now).status).toBe(2)
      expect(repo.read('elsewhere.md')).toBe(text)
    }))

  test('stand beside what another branch wrote in the same log', () =>
    begun(async (repo) => {
      repo.init()
      const [first, second] = ids(written(repo, '--commit')) as [string, string]
      repo.git('checkout', '-qb', 'other')
      repo.append(log, '- W @Ana: Sings\n')
      repo.git('commit', '-qam', 'ana')
      repo.git('checkout', '-q', '-')
      suggest<MarkReport>(repo, 'keep', first, '--commit')
      suggest<MarkReport>(repo, 'drop', second, '--commit')
      repo.git('merge', '-q', '--no-edit', 'other')
      expect(suggest<Suggestions>(repo, '--since', '2025-11').suggestions).toEqual([])
      expect(repo.read(log)).toContain('- W @Ana: Sings')
      await expectSameAsRebuild(repo)
    }))
})

describe('memory suggest --from --mark', () => {
  test('marks what an agent hands back with the passages on its lines, whatever it says of them', () =>
    begun((repo) => {
      const bullet = {
        cites: `${log}#L3-L5`,
        text: 'Rovira and Marlene talk of prices',
        entities: ['Rovira', 'Marlene'],
        suggested: ['0000000000'],
      }
      repo.write('../bullets.json', JSON.stringify([bullet]))
      const { retained } = suggest<RetainReport>(repo, '--from', '../bullets.json', '--mark')
      expect(retained[0]!.bullet).toMatch(/^- W\(suggested=\^[0-9a-z]{10}\+\^[0-9a-z]{10}\) @Rovira @Marlene: /)
      expect(retained[0]!.bullet).not.toContain('0000000000')
    }))
})

/** With its notices, which a person reads on stderr. */
const recalled = (repo: Repo, question: string, entity: string): Pick<RecallAnswer, 'results' | 'notices'> =>
  JSON.parse(repo.memory('recall', question, '--entity', entity, '--json', ...now).stdout) as RecallAnswer

describe('memory suggest --entities', () => {
  test('lists names that come again and that no bullet has, with their days, lines and places, and makes no page', () =>
    begun((repo) => {
      const found = suggest<{ entities: object[] }>(repo, '--entities')
      expect(found.entities).toEqual([
        {
          name: 'Marlene',
          tag: 'Marlene',
          days: 3,
          lines: 3,
          cites: [`${log}#L5`, `${day(12)}#L1`],
          told: 0,
          deservesPage: false,
        },
      ])
      repo.memory('reflect', ...now)
      expect(repo.exists('bank/entities/Marlene.md')).toBe(false)
      const { results, notices } = recalled(repo, 'a parcel, a letter', 'Marlene')
      expect(results.map(({ content }) => content)).toEqual(
        expect.arrayContaining([expect.stringContaining('a parcel'), expect.stringContaining('A letter')]),
      )
      expect(notices).toContain('no bullet has the name marlene: what is found are lines that say it')
      expect(recalled(repo, 'a parcel', 'Zeno "* OR')).toMatchObject({
        results: [],
        notices: [expect.stringContaining('nothing is called')],
      })
    }))

  const toldOf = beginningWith((repo) => {
    repo.write('MEMORY.md', '- **Marlene** — runs the tea house at the bridge with her sister\n')
    for (const each of [1, 2, 3, 4])
      repo.write(
        day(each),
        `We met Marlene at noon.\n\nDecision: Marlene gets ${each} boxes of the tea from plantation ${'abcd'[each - 1]}\n`,
      )
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'logs')
    repo.init()
  })
  const page = 'bank/entities/Marlene.md'

  test('--write makes a page for whom the logs tell enough of, which tells it with its places, and nothing else', () =>
    toldOf((repo) => {
      const dry = jsonOf<{ pages: string[] }>(repo, 'suggest', '--entities', '--write', '--dry-run', ...now)
      expect([dry.pages, repo.exists(page)]).toEqual([[page], false])
      jsonOf(repo, 'suggest', '--entities', '--write', ...now)
      const text = repo.read(page)
      expect(text).toContain('- [MEMORY](../../MEMORY.md?plain=1#L1) Marlene — runs the tea house')
      expect(text.match(/^- .*Decision: Marlene gets \d boxes/gm)).toHaveLength(4)
      expect(repo.git('status', '--porcelain', '-uall').trim()).toBe(`?? ${page}`)
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'pages')
      expect(repo.read(page)).toBe(text)
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(suggest<{ entities: object[] }>(repo, '--entities').entities).toEqual([])
      return expectSameAsRebuild(repo)
    }))

  test.each(['--commit', '--branch'])('--write %s lands the same page as a commit of its own', (how) =>
    toldOf((repo) => {
      const before = repo.git('rev-parse', 'HEAD').trim()
      const { commit, pages } = jsonOf<{ commit: string; pages: string[] }>(
        repo,
        'suggest',
        '--entities',
        '--write',
        how,
        ...now,
      )
      expect(pages).toEqual([page])
      expect(repo.git('rev-parse', `${commit}^`).trim()).toBe(before)
      expect(repo.git('log', '-1', '--format=%B', commit)).toContain('Marlene: 5 lines mentioned')
      expect(repo.git('show', `${commit}:${page}`)).toContain('Marlene — runs the tea house')
      expect(repo.git('rev-parse', how === '--commit' ? 'HEAD' : 'memory/names').trim()).toBe(commit)
      expect(repo.git('status', '--porcelain')).toBe('')
    }),
  )

  test('an empty file in bank/entities is a word for a page: a commit of it fills it, and a later log changes a line', () =>
    toldOf((repo) => {
      repo.commit(page, '')
      expect(repo.read(page)).toContain('Decision: Marlene gets 4 boxes')
      repo.git('commit', '-qam', 'filled')
      repo.commit(day(5), 'Lesson: Marlene pays at the end of each month and never before\n')
      const changed = repo.git('diff', '--numstat', 'bank').trim().split('\t')
      expect(changed).toEqual(['1', '0', page])
      return expectSameAsRebuild(repo)
    }))

  test('are found in Chinese too', () =>
    begun((repo) => {
      repo.commit('memory/2025-11-19.md', '# 星期三\n\n小明搬到了杭州，三月开始上班。\n')
      expect(recalled(repo, '杭州', '小明').results.map(({ content }) => content)).toEqual([
        '小明搬到了杭州，三月开始上班。',
      ])
    }))
})
