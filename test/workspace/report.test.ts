import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { credentials } from '../support/credentials.js'

const [secretLike] = credentials['npm'] as readonly [string]
const now = new Date('2025-11-27T12:00:00Z')

/** A belief is stated, confirmed and denied; a fact ends; a task, a suggestion, a slip and an expectation wait. */
const withReport = beginningWith((repo: Repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea.', 'W @Peter: Lives in Graz.', 'O @Anna: Is brave.'))
  repo.commit(day(5), retain('O(c=0.9) @Peter: Likes tea.', 'B @Anna @Peter: Went to Graz together.'))
  repo.commit(
    day(24),
    `- [ ] mend the boat\n- [ ] call Anna\n\n${retain('W @Peter: Does not like tea.', 'W @Peter: Moved from Graz to Wels.', 'X @Peter: Is no kind.')}`,
  )
  repo.commit(day(25), `- [x] call Anna\n\n${retain('S @Anna @Peter: Are often in Wels.')}`)
  repo.commit(
    'memory/expect.yml',
    '- ask: where does Peter live\n  says: "@Peter: Lives in Graz."\n- ask: what does Peter like\n  never: memory/2025-11-01.md#L99\n',
  )
})

describe('a report', () => {
  test('tells what changed, with the lines that did it, and who wrote them', () =>
    withReport(async (repo) => {
      const { changes, window, commit, counts } = await repo.open({ now }).report()
      expect(commit).toBe(repo.git('rev-parse', 'HEAD'))
      expect(window).toEqual({ start: '2025-11-20', end: '2025-11-28' })
      expect(changes.told.map(({ change, content, before, after }) => [change, content, before, after])).toEqual([
        ['moved', 'Likes tea.', 0.81, 0.65],
        ['ended', 'Lives in Graz.', null, null],
      ])
      const [moved, ended] = changes.told
      expect(moved!.steps).toMatchObject([
        { effect: 'contradicts', content: 'Does not like tea.', source: `${day(24)}#L5`, writer: { author: 'Tester' } },
      ])
      expect(ended).toMatchObject({ until: '2025-11-24', source: `${day(1)}#L3` })
      expect(ended!.steps).toMatchObject([
        { effect: 'ends', content: 'Moved from Graz to Wels.', source: `${day(24)}#L6` },
      ])
      expect(counts).toMatchObject({ beliefs: 2, entities: 2, recent: { world: 2, observation: 1 } })
    }))

  test('has of each belief every step that moved it, of those first that moved', () =>
    withReport(async (repo) => {
      const { beliefs } = await repo.open({ now }).report()
      expect(beliefs.total).toBe(2)
      expect(beliefs.told.map(({ content, confidence }) => [content, confidence])).toEqual([
        ['Likes tea.', 0.65],
        ['Is brave.', 0.7],
      ])
      expect(
        beliefs.told[0]!.steps.map(({ timestamp, effect, confidence }) => [timestamp, effect, confidence]),
      ).toEqual([
        ['2025-11-01', 'states', 0.8],
        ['2025-11-05', 'restates', 0.81],
        ['2025-11-24', 'contradicts', 0.65],
      ])
    }))

  test('has the newest facts first, and who is named with whom', () =>
    withReport(async (repo) => {
      const { timeline, entities, ties, weeks } = await repo.open({ now }).report()
      expect(timeline.total).toBe(8)
      expect(timeline.told.map(({ when }) => when)).toEqual(
        timeline.told.map(({ when }) => when).toSorted((a, b) => (a! < b! ? 1 : -1)),
      )
      expect(timeline.told[0]).toMatchObject({ content: 'Are often in Wels.', source: `${day(25)}#L4` })
      expect(entities.told).toMatchObject([
        { name: 'Peter', facts: 7, recent: 3, first: '2025-11-01', last: '2025-11-25' },
        { name: 'Anna', facts: 3, recent: 1 },
      ])
      expect(ties.told).toEqual([{ one: 0, other: 1, facts: 2 }])
      expect([weeks.length, weeks.at(-1)]).toEqual([53, { start: '2025-11-21', facts: 3 }])
      expect(weeks.slice(-4).map(({ facts }) => facts)).toEqual([5, 0, 0, 3])
    }))

  test('says what waits, and what memory is expected to answer', () =>
    withReport(async (repo) => {
      const { open, expectations } = await repo.open({ now }).report()
      expect(open.tasks.told.map(({ content, source }) => [content, source])).toEqual([
        ['mend the boat', `${day(24)}#L1`],
      ])
      expect(open.doubts.told.map(({ source }) => source)).toEqual([`${day(24)}#L7`])
      expect(open.verdicts.total).toBeGreaterThan(0)
      expect(expectations?.told).toMatchObject([
        { asked: 'where does Peter live', holds: false, why: 'it ended on 2025-11-24', source: 'memory/expect.yml#L1' },
        { asked: 'what does Peter like', expected: 'never memory/2025-11-01.md#L99', holds: true },
      ])
    }))

  test('is of what is committed alone, and the same for the same commit and day', () =>
    withReport(async (repo) => {
      const before = await repo.open({ now }).report()
      repo.write(day(26), retain('W @Carl: Is new.'))
      repo.write('memory/expect.yml', '')
      expect(await repo.open({ now }).report()).toEqual(before)
      expect(repo.git('status', '--porcelain').split('\n')).toHaveLength(2)
    }))

  test('as of a commit is that of the commit', () =>
    withReport(async (repo) => {
      const commit = repo.git('rev-parse', 'HEAD~3')
      const then = await repo.open({ now }).report({ asOf: 'HEAD~3', since: '2025-11' })
      expect(then).toMatchObject({ commit, expectations: null, open: { tasks: { total: 0 } } })
      expect(then.changes.told.map(({ change, content }) => [change, content])).toEqual([
        ['new', 'Likes tea.'],
        ['new', 'Is brave.'],
      ])
    }))

  test('leads to the lines on the host of origin, without who enters there, below the folder of the workspace', () =>
    withReport(async (repo) => {
      repo.git('remote', 'add', 'origin', 'https://me:secret@github.com/me/notes.git')
      const commit = repo.git('rev-parse', 'HEAD')
      const report = await repo.open({ now }).report()
      expect(report.host).toEqual({
        name: 'github.com',
        before: `https://github.com/me/notes/blob/${commit}`,
        behind: '?plain=1#L{line}',
      })
      expect(JSON.stringify(report)).not.toContain('secret')
      expect((await repo.open({ now }).report({ links: 'https://git.example.org/notes/' })).host?.before).toBe(
        'https://git.example.org/notes',
      )
      await expect(repo.open({ now }).report({ links: 'javascript:alert(1)' })).rejects.toThrow(
        /links takes an address/,
      )
    }))

  test('of a workspace below the top leads below the top, and names places from the workspace', () =>
    withRepo(async (repo) => {
      repo.git('remote', 'add', 'origin', 'git@codeberg.org:me/all.git')
      repo.commit(`my notes/${day(24)}`, retain('W @Peter: Lives in Graz.'))
      const below = repo.at('repo/my notes')
      const { host, timeline } = await below.open({ workspace: below.root, now }).report()
      expect(host?.before).toBe(`https://codeberg.org/me/all/src/commit/${repo.git('rev-parse', 'HEAD')}/my%20notes`)
      expect(timeline.told[0]!.source).toBe(`${day(24)}#L2`)
    }))

  test('takes two names of one for one, and a fact of two places for one', () =>
    withRepo(async (repo) => {
      repo.commit('bank/entities/Peter.md', '---\naliases: [Pete]\n---\n')
      repo.commit(day(24), retain('W @Peter: Lives in Graz.', 'W @Pete @Anna: Has a boat.'))
      repo.commit('memory/2025-11-24-evening.md', retain('W @Peter: Lives in Graz.'))
      const { entities, counts } = await repo.open({ now }).report()
      expect(entities.told).toMatchObject([
        { name: 'Peter', facts: 2, page: 'bank/entities/Peter.md' },
        { name: 'Anna', facts: 1, page: null },
      ])
      expect(counts).toMatchObject({ entities: 2, recent: { world: 2 } })
    }))

  test('tells a page by its line, and a person’s word by the line that says it', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(20), retain('O(c=0.8) @Peter: Likes tea.'))
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        repo.write('bank/opinions.md', repo.read('bank/opinions.md').replace('O(c=0.80)', 'O(c=0.30)'))
        repo.git('commit', '-q', '-a', '-m', 'less')
        repo.git('commit', '-q', '-a', '-m', 'adopted')
        const { changes } = await repo.open({ now }).report()
        const set = changes.told[0]!.steps.at(-1)!
        expect(set).toMatchObject({ effect: 'anchors', confidence: 0.3 })
        const [path, at] = set.source.split('#L')
        expect(repo.git('show', `HEAD:${path!}`).split('\n')[Number(at) - 1]).toContain('O(c=0.30, of=^')
      },
      { hooks: true },
    ))

  test('holds no credential, nor half of one that is cut', () =>
    withRepo(async (repo) => {
      repo.commit(day(24), retain(`W @Peter: ${'x '.repeat(290)}The token is ${secretLike} today.`))
      const report = await repo.open({ now }).report()
      expect(JSON.stringify(report)).not.toContain(secretLike.slice(0, 12))
      expect(report.timeline.told[0]!.content).toContain('[masked')
    }))

  test('of nothing, and of a workspace before its first commit, is a report too', async () => {
    await withRepo(async (repo) => {
      expect(await repo.open({ now }).report()).toMatchObject({ changes: { total: 0 }, expectations: null })
    })
    await withRepo(
      async (repo) => {
        expect(await repo.open({ now }).report()).toMatchObject({ commit: null, host: null, timeline: { total: 0 } })
      },
      { unborn: true },
    )
  })

  test('refuses a day that has not come, and what is no day', () =>
    withReport(async (repo) => {
      await expect(repo.open({ now }).report({ since: '2030' })).rejects.toThrow(/takes a day that has come/)
      await expect(repo.open({ now }).report({ since: 'whenever' })).rejects.toThrow(/--since takes a date/)
    }))
})
