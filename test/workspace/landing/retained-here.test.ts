import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../../support/notes.js'
import { indexFolder } from '../../support/index-place.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, checkout, withRepo, type Repo } from '../../support/with-repo.js'
import type { Workspace } from '../../../src/index.js'
import type { FactId } from '../../../src/model/fact.js'
import { openedAt } from '../../../src/workspace/session/opened.js'
import { forgetLanded, notePageLines, noteRetained } from '../../../src/workspace/landing/retained-here.js'

const page = 'bank/evidence.md'
const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes flying', 'W @Ana: Lives in Graz'))
    repo.commit(day(5), retain('B @Peter: Took the night train'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)
const bullet = { text: 'Flew to Rome', entities: ['Peter'], kind: 'B', on: '2025-11-20' }
const idOf = async (workspace: Workspace, question: string): Promise<string> =>
  (await workspace.recall(question)).results[0]!.id
const head = (repo: Repo, path: string): string => repo.git('show', `HEAD:${path}`)
const commits = (repo: Repo): number => Number(repo.git('rev-list', '--count', 'HEAD'))

describe('lines that judge and retire left uncommitted', () => {
  test.each(['retain', 'judge', 'retire'] as const)(
    'land with the bullets that wait, as one commit, by %s, and nothing that a person typed lands',
    (verb) =>
      begun(async (repo) => {
        const before = commits(repo)
        await repo.use(async (workspace) => {
          const [flying, train, graz] = [
            await idOf(workspace, 'likes flying'),
            await idOf(workspace, 'night train'),
            await idOf(workspace, 'Graz'),
          ]
          const { retained } = await workspace.retain([bullet])
          await workspace.judge([
            { fact: retained[0]!.id, belief: flying, verdict: 'supports', why: 'he flew' },
            { fact: train, belief: flying, verdict: 'weakens' },
          ])
          await workspace.retire({ fact: graz, why: 'he moved' })
          repo.append(page, `- not ^${train} for ^aaaaaaaaaa\n`)
          repo.append(day(20), '- W @Ana: Typed by hand\n')
          const landing = {
            retain: () => workspace.retain([], { commit: true }),
            judge: () => workspace.judge([], { commit: true }),
            retire: () => workspace.retire({ fact: graz }, { commit: true }),
          }
          const { commit, brought, waiting } = await landing[verb]()
          expect([commit, waiting]).toEqual([repo.git('rev-parse', 'HEAD'), []])
          expect(brought.filter((line) => line.includes(' supports ') || line.includes(' weakens '))).toHaveLength(2)
          expect(commits(repo)).toBe(before + 1)
          expect(head(repo, page)).toContain(`^${retained[0]!.id} supports ^${flying}`)
          expect(head(repo, page)).not.toContain('aaaaaaaaaa')
          expect(head(repo, page)).toMatch(/^---\njudged: 2025-11-20\n---\n/)
          expect(head(repo, 'bank/world.md')).toContain(`- retired ^${graz}: `)
          expect(head(repo, day(20))).toBe('## Retain\n- B @Peter: Flew to Rome')
          expect(repo.read(page)).toContain('aaaaaaaaaa')
          expect(await workspace.retain([], { commit: true })).toMatchObject({ commit: null, brought: [], waiting: [] })
        })
        await expectSameAsRebuild(repo)
      }),
  )

  test('wait on where their fact is in no commit and not landed by this one, and land with it', () =>
    begun((repo) =>
      repo.use(async (workspace) => {
        const flying = await idOf(workspace, 'likes flying')
        repo.write(day(20), retain('B @Peter: Flew to Oslo'))
        const oslo = await idOf(workspace, 'Oslo')
        const judged = await workspace.judge([{ fact: oslo, belief: flying, verdict: 'supports' }], { commit: true })
        expect(judged).toMatchObject({ written: true, commit: null, waiting: [expect.stringContaining('supports')] })
        const left = await workspace.retain([{ ...bullet, on: '2025-11-19' }], { commit: true })
        expect([left.commit !== null, left.brought, left.waiting]).toEqual([true, [], judged.lines])
        repo.git('add', day(20))
        repo.git('commit', '-q', '-m', 'by hand')
        expect(await workspace.judge([], { commit: true })).toMatchObject({ brought: judged.lines, waiting: [] })
        expect(head(repo, page)).toContain(`^${oslo} supports ^${flying}`)
        expect(repo.git('status', '--porcelain', page)).toBe('')
      }),
    ))

  test('land by the same answer, or the same no, given with a commit, but not where a person staged their page', () =>
    begun((repo) =>
      repo.use(async (workspace) => {
        const [flying, train] = [await idOf(workspace, 'likes flying'), await idOf(workspace, 'night train')]
        const answers = [{ fact: train, belief: flying, verdict: 'weakens' as const }]
        await workspace.judge(answers)
        repo.git('add', page)
        repo.append(page, '\nmine\n')
        repo.git('add', page)
        const { commit, waiting } = await workspace.retain([bullet], { commit: true })
        expect([commit === null, waiting.length]).toEqual([false, 1])
        repo.git('restore', '--staged', page)
        expect((await workspace.judge(answers, { commit: true })).commit).not.toBeNull()
        expect(head(repo, page)).toContain(`^${train} weakens ^${flying}`)
        expect(head(repo, page)).not.toContain('mine')
      }),
    ))
})

test('what another process notes while a landing forgets its own stays noted, and what landed is forgotten', () =>
  begun(async (repo) => {
    const opened = openedAt({ cwd: repo.root, environment: repo.environment, here: true }, checkout)
    try {
      await opened.synced(async (store) => {
        const graz = (await repo.use((workspace) => idOf(workspace, 'Graz'))) as FactId
        noteRetained(opened.session, [graz, 'aaaaaaaaaa' as FactId])
        notePageLines(opened.session, page, '', '- ^bbbbbbbbbb supports ^cccccccccc\n')
        const forgetting = forgetLanded(opened.session, store)
        // It has read what was noted and not yet written what is left.
        noteRetained(opened.session, ['dddddddddd' as FactId])
        notePageLines(opened.session, page, '', '- ^eeeeeeeeee supports ^cccccccccc\n')
        await forgetting
        const noted = repo.read(`${indexFolder}/retained`).split('\n')
        expect(noted).toEqual(['dddddddddd', expect.stringMatching(/^bank\/evidence\.md [0-9a-f]{64}$/), ''])
        await forgetLanded(opened.session, store)
        expect(repo.exists(`${indexFolder}/retained`)).toBe(false)
      })
    } finally {
      opened.close()
    }
  }))

test('a page that HEAD holds as no text keeps no bullet from landing', () =>
  begun((repo) =>
    repo.use(async (workspace) => {
      const [flying, train] = [await idOf(workspace, 'likes flying'), await idOf(workspace, 'night train')]
      await workspace.judge([{ fact: train, belief: flying, verdict: 'weakens' }])
      const said = repo.read(page)
      repo.commit(page, Buffer.from([0xff, 0xfe, 0x00]))
      repo.write(page, said)
      expect(await workspace.retain([bullet], { commit: true })).toMatchObject({ waiting: [], brought: [] })
      expect(head(repo, day(20))).toBe('## Retain\n- B @Peter: Flew to Rome')
    }),
  ))

test('what a landed bullet ended is told with the place of that line, and nothing before a commit holds the bullet', () =>
  begun((repo) =>
    repo.use(async (workspace) => {
      const moved = { text: 'No longer lives in Graz', entities: ['Ana'], on: '2025-11-20' }
      const stopped = { text: 'No longer likes flying', entities: ['Peter'], on: '2025-11-20' }
      const first = await workspace.retain([moved])
      expect([first.ended, first.detached]).toEqual([[], false])
      const { ended, retained, waited, detached } = await workspace.retain([stopped, bullet], { commit: true })
      expect(ended).toEqual([
        expect.objectContaining({ content: 'Lives in Graz', source: `${day(1)}#L3`, by: waited[0]!.id }),
        expect.objectContaining({ content: 'Likes flying', source: `${day(1)}#L2`, by: retained[0]!.id }),
      ])
      expect(detached).toBe(false)
    }),
  ))

test('a commit on a detached HEAD says that it is of no branch', () =>
  begun((repo) =>
    repo.use(async (workspace) => {
      repo.git('checkout', '-q', '--detach')
      expect(await workspace.retain([], { commit: true })).toMatchObject({ commit: null, detached: false })
      const { commit, detached } = await workspace.retain([bullet], { commit: true })
      expect([commit, detached]).toEqual([repo.git('rev-parse', 'HEAD'), true])
    }),
  ))

test('the command line prints what the bullets of a commit ended, and that the commit is of no branch', () =>
  begun((repo) => {
    repo.git('checkout', '-q', '--detach')
    const { stdout } = repo.memory('retain', 'No longer lives in Graz', '--entity', 'Ana', '--commit')
    expect(stdout).toMatch(new RegExp(`\\^\\w{10} ends \\^\\w{10}: Lives in Graz  ${day(1)}#L3\\n`))
    expect(stdout).toContain('That commit is of no branch: HEAD is detached.')
  }))

describe('a bullet whose commit fails', () => {
  const stop: Record<string, (repo: Repo) => () => void> = {
    'another command holds the index': (repo) => {
      repo.write('.git/index.lock', '')
      return () => repo.remove('.git/index.lock')
    },
    'Git knows no author': (repo) => {
      const kept = repo.git('config', 'user.name')
      repo.git('config', 'user.name', '')
      return () => void repo.git('config', 'user.name', kept)
    },
  }
  test.each(Object.keys(stop))('stays written, and the error says so: %s', (why) =>
    begun((repo) =>
      repo.use(async (workspace) => {
        const mend = stop[why]!(repo)
        await expect(workspace.retain([bullet], { commit: true })).rejects.toThrow(/^written, not committed: /)
        mend()
        expect(repo.read(day(20))).toBe('## Retain\n- B @Peter: Flew to Rome\n')
        const waited = [{ bullet: '- B @Peter: Flew to Rome' }]
        expect(await workspace.retain([], { commit: true })).toMatchObject({ waited })
      }),
    ),
  )

  test('stays written where there is no commit yet to build upon', () =>
    withRepo((repo) =>
      repo.use(async (workspace) => {
        repo.git('update-ref', '-d', 'HEAD')
        await expect(workspace.retain([bullet], { commit: true })).rejects.toThrow(
          /^written, not committed: there is no commit yet/,
        )
        expect(repo.read(day(20))).toBe('## Retain\n- B @Peter: Flew to Rome\n')
      }),
    ))
})
