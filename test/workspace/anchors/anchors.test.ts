import { describe, expect, test } from '@jest/globals'
import type { Result } from '../../../src/index.js'
import { indexFolder } from '../../support/index-place.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { withRepo, type Repo } from '../../support/with-repo.js'

const code = 'export function parse() {\n  return 1\n}\n\nexport const size = 2\n'
const bullets = retain(
  'W(at=src/x.ts) @Parser: Holds all of the parser.',
  'W(at=src/x.ts#parse) @Parser: Reads one line at a time.',
  'W @Parser: Is sized in `src/x.ts`, and not in `src/none.ts`.',
)

/** A repository with code and three bullets about it, in one commit. */
function begun(repo: Repo, folder = ''): void {
  repo.write('src/x.ts', code)
  repo.write(`${folder}${day(1)}`, bullets)
  commitAll(repo)
}

function commitAll(repo: Repo, message = 'more'): void {
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', message)
}

const change = (repo: Repo, from: string, to: string): void => {
  repo.write('src/x.ts', repo.read('src/x.ts').replace(from, to))
  commitAll(repo)
}

const found = async (repo: Repo): Promise<readonly Result[]> =>
  (await repo.use((workspace) => workspace.recall('', { entities: ['Parser'] }))).results

/** `src/x.ts fresh`, `src/x.ts changed 2`, by the order of the log. */
async function told(repo: Repo): Promise<string[]> {
  const results = await found(repo)
  return results
    .toSorted((a, b) => (a.source < b.source ? -1 : 1))
    .map(({ anchors = [] }) =>
      anchors
        .map(({ at, state, commits }) => [at, state, commits].filter((each) => each !== undefined).join(' '))
        .join(', '),
    )
}

describe('the code that a bullet is about', () => {
  test('is told fresh, changed with how often, and gone; a symbol by its own lines', () =>
    withRepo(async (repo) => {
      begun(repo)
      expect(await told(repo)).toEqual(['src/x.ts fresh', 'src/x.ts#parse fresh', 'src/x.ts fresh'])
      change(repo, 'size = 2', 'size = 3')
      expect(await told(repo)).toEqual(['src/x.ts changed 1', 'src/x.ts#parse fresh', 'src/x.ts changed 1'])
      change(repo, 'return 1', 'return 2')
      expect(await told(repo)).toEqual(['src/x.ts changed 2', 'src/x.ts#parse changed 1', 'src/x.ts changed 2'])
      // What is put back is as it was.
      change(repo, 'return 2', 'return 1')
      expect(await told(repo)).toEqual(['src/x.ts changed 3', 'src/x.ts#parse fresh', 'src/x.ts changed 3'])
      change(repo, 'function parse', 'function read')
      expect((await told(repo))[1]).toBe('src/x.ts#parse gone')
      repo.git('mv', 'src/x.ts', 'src/y.ts')
      commitAll(repo)
      expect(await told(repo)).toEqual(['src/x.ts gone', 'src/x.ts#parse gone', 'src/x.ts gone'])
      repo.git('revert', '--no-edit', 'HEAD')
      expect(await told(repo)).toEqual(['src/x.ts changed 6', 'src/x.ts#parse gone', 'src/x.ts changed 6'])
      await expectSameAsRebuild(repo)
    }))

  test('in a submodule is what its commit is: fresh while that stands, then changed, and gone without it', () =>
    withRepo(async (repo) => {
      const library = repo.another('library')
      library.commit('x.ts', code)
      repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'vendor/lib')
      repo.write(
        day(1),
        retain(
          'W(at=vendor/lib/x.ts#parse) @Parser: Reads one line at a time.',
          'W(at=vendor/lib/x.ts) @Parser: Holds all of the parser.',
          'W(at=vendor/none.ts) @Parser: Is nowhere.',
        ),
      )
      commitAll(repo)
      const files = ['vendor/lib/x.ts#parse', 'vendor/lib/x.ts']
      expect(await told(repo)).toEqual([...files.map((file) => `${file} fresh`), 'vendor/none.ts gone'])
      repo.at('repo/vendor/lib').commit('y.ts', 'more')
      commitAll(repo)
      expect(await told(repo)).toEqual([...files.map((file) => `${file} changed 1`), 'vendor/none.ts gone'])
      repo.git('rm', '-q', '-f', 'vendor/lib')
      commitAll(repo)
      expect(await told(repo)).toEqual([...files.map((file) => `${file} gone`), 'vendor/none.ts gone'])
    }))

  test('ranks behind what holds where it is gone, and says so in its score', () =>
    withRepo(async (repo) => {
      repo.write('src/x.ts', code)
      repo.write(
        day(1),
        retain(
          'W(at=src/x.ts) @Parser: Parser reads lines fast.',
          'W @Parser: The manual of the parser speaks of lines, and of much else.',
        ),
      )
      commitAll(repo)
      const asked = async (): Promise<readonly Result[]> =>
        (await repo.use((workspace) => workspace.recall('does the parser read lines fast'))).results.filter(
          ({ kind }) => kind !== 'passage',
        )
      expect((await asked()).map(({ source }) => source)).toEqual([`${day(1)}#L2`, `${day(1)}#L3`])
      repo.git('rm', '-q', 'src/x.ts')
      commitAll(repo)
      const after = await asked()
      expect(after.map(({ source }) => source)).toEqual([`${day(1)}#L3`, `${day(1)}#L2`])
      expect(after[1]!.why.factors.map(({ factor }) => factor)).toContain('anchor')
    }))

  test('counts from the commit that brought the bullet, also where its log was renamed or written to, and anew where the bullet was', () =>
    withRepo(async (repo) => {
      begun(repo)
      change(repo, 'size = 2', 'size = 3')
      repo.git('mv', day(1), 'memory/2025-11-01-parser.md')
      commitAll(repo)
      repo.write('memory/2025-11-01-parser.md', `Words.\n\n${bullets}- W @Other: Is not of it.\n`)
      commitAll(repo)
      expect((await told(repo))[0]).toBe('src/x.ts changed 1')
      // Whoever writes the bullet again has looked.
      repo.write('memory/2025-11-01-parser.md', bullets.replace('all of the parser', 'the whole parser'))
      commitAll(repo)
      expect(await told(repo)).toEqual(['src/x.ts fresh', 'src/x.ts#parse fresh', 'src/x.ts changed 1'])
    }))

  test('counts from the commit that brought the bullet, also below a progress bar in its log', () =>
    withRepo(async (repo) => {
      const log = '# Day\nFetched 10%\rFetched 90%\rFetched\n'
      repo.write('src/x.ts', code)
      repo.write(day(1), log)
      commitAll(repo)
      change(repo, 'size = 2', 'size = 3')
      repo.write(day(1), `${log}${retain('W(at=src/x.ts) @Parser: Holds all of the parser.')}`)
      commitAll(repo)
      expect(await told(repo)).toEqual(['src/x.ts fresh'])
      change(repo, 'size = 3', 'size = 4')
      expect(await told(repo)).toEqual(['src/x.ts changed 1'])
    }))

  test('is not gone where its file has become too large to look for a symbol in it: any change counts then', () =>
    withRepo(async (repo) => {
      begun(repo)
      change(repo, 'size = 2', `size = 2 // ${'x'.repeat(4_000_000)}`)
      expect((await told(repo))[1]).toBe('src/x.ts#parse changed 1')
      change(repo, 'size = 2', 'size = 3')
      expect((await told(repo))[1]).toBe('src/x.ts#parse changed 2')
    }))

  test('is as the history says that is there: squashed into one commit, the bullet came with the code as it is', () =>
    withRepo(async (repo) => {
      begun(repo)
      change(repo, 'size = 2', 'size = 3')
      expect((await told(repo))[0]).toBe('src/x.ts changed 1')
      repo.git('reset', '-q', '--soft', 'HEAD~2')
      commitAll(repo, 'squashed')
      expect(await told(repo)).toEqual(['src/x.ts fresh', 'src/x.ts#parse fresh', 'src/x.ts fresh'])
    }))

  test('is told alike by two clones, one of which merged what the other has', () =>
    withRepo(async (repo) => {
      begun(repo)
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      clone.write(day(2), retain('W(at=src/x.ts#parse) @Parser: Was written in the other clone.'))
      commitAll(clone)
      await told(clone)
      change(repo, 'return 1', 'return 2')
      await told(repo)
      clone.git('pull', '-q', '--no-rebase', '--no-edit')
      repo.git('pull', '-q', clone.root, 'main')
      const both = ['src/x.ts changed 1', 'src/x.ts#parse changed 1', 'src/x.ts changed 1', 'src/x.ts#parse changed 1']
      expect([await told(repo), await told(clone)]).toEqual([both, both])
      const fresh = repo.at('fresh')
      repo.git('clone', '-q', repo.root, fresh.root)
      expect(await told(fresh)).toEqual(both)
    }))

  test('is not known in a clone whose history ends before the bullet came, and known once that is fetched', () =>
    withRepo(async (repo) => {
      begun(repo)
      change(repo, 'size = 2', 'size = 3')
      repo.commit('src/other.ts', '1\n')
      const clone = repo.at('shallow')
      repo.git('clone', '-q', '--depth', '1', `file://${repo.root}`, clone.root)
      expect(await told(clone)).toEqual(['src/x.ts unknown', 'src/x.ts#parse unknown', 'src/x.ts unknown'])
      clone.git('fetch', '-q', '--unshallow')
      expect(await told(clone)).toEqual(['src/x.ts changed 1', 'src/x.ts#parse fresh', 'src/x.ts changed 1'])
    }))

  test('is told in a partial clone as far as it goes, and never wrong', () =>
    withRepo(async (repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      begun(repo)
      change(repo, 'size = 2', 'size = 3')
      const clone = repo.at('partial')
      repo.git('clone', '-q', '--filter=blob:none', `file://${repo.root}`, clone.root)
      // The blob of the code as it was is not here: that it is another one is known, and what it declared is not.
      expect(await told(clone)).toEqual(['src/x.ts changed 1', 'src/x.ts#parse unknown', 'src/x.ts changed 1'])
    }))

  test('is looked up again once a partial clone has the trees to tell: no code is not kept as an answer', () =>
    withRepo(async (repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      begun(repo)
      change(repo, 'size = 2', 'size = 3')
      const clone = repo.at('treeless')
      repo.git('clone', '-q', '--filter=tree:1', `file://${repo.root}`, clone.root)
      expect(await told(clone)).toEqual(['src/x.ts unknown', 'src/x.ts#parse unknown', ''])
      clone.git('log', '-p', '--format=')
      expect(await told(clone)).toEqual(['src/x.ts changed 1', 'src/x.ts#parse fresh', 'src/x.ts changed 1'])
    }))

  test('stands at a path from the top of the repository where the workspace is a folder of it', () =>
    withRepo(async (repo) => {
      begun(repo, 'team/notes/')
      repo.write('team/notes/src/x.ts', 'not meant\n')
      commitAll(repo)
      const inside = repo.at('repo/team/notes').with({ MEMORY_WORKSPACE: repo.path('team/notes') })
      expect(await told(inside)).toEqual(['src/x.ts fresh', 'src/x.ts#parse fresh', 'src/x.ts fresh'])
      change(repo, 'size = 2', 'size = 3')
      expect((await told(inside))[0]).toBe('src/x.ts changed 1')
    }))

  test('is held against HEAD where the bullet is not committed', () =>
    withRepo(async (repo) => {
      begun(repo)
      repo.append(day(1), '- W(at=src/x.ts) @Parser: Waits for a commit.\n- W(at=src/none.ts) @Parser: Waits too.\n')
      repo.write('src/x.ts', 'changed in the working tree\n')
      expect((await told(repo)).slice(3)).toEqual(['src/x.ts fresh', 'src/none.ts gone'])
    }))

  test('is a folder too, and is what was no file before only where somebody says so', () =>
    withRepo(async (repo) => {
      repo.commit('src/deep/x.ts', code)
      repo.commit(
        day(1),
        retain(
          'W(at=src/deep) @Parser: Is a room.',
          'W @Parser: Comes to `src/new.ts`.',
          'W(at=src/new.ts) @Parser: Is to come.',
        ),
      )
      expect(await told(repo)).toEqual(['src/deep fresh', '', 'src/new.ts gone'])
      repo.commit('src/deep/y.ts', '1\n')
      repo.commit('src/new.ts', '1\n')
      expect(await told(repo)).toEqual(['src/deep changed 1', 'src/new.ts changed 1', 'src/new.ts changed 1'])
    }))

  test('is no note of the workspace, and no word that only looks like a path', () =>
    withRepo(async (repo) => {
      repo.commit('run', 'x\n')
      repo.commit(day(1), retain('W @Parser: Is told of in `memory/2025-11-01.md`, by `run`, `1.2.3` and `a/../run`.'))
      expect(await told(repo)).toEqual([''])
    }))

  test('is kept beside the index: lost, damaged or of another history, it is looked up again', () =>
    withRepo(async (repo) => {
      begun(repo)
      change(repo, 'size = 2', 'size = 3')
      const answer = await told(repo)
      const kept = `${indexFolder}/anchors`
      expect(repo.read(kept)).toContain('src/x.ts')
      repo.write(kept, repo.read(kept).replaceAll('"changed"', '"fresh"'))
      expect(await told(repo)).toEqual(answer)
      repo.remove(kept)
      expect(await told(repo)).toEqual(answer)
      await repo.use((workspace) => workspace.rebuild())
      expect(repo.exists(kept)).toBe(false)
      // A commit that was amended away is not gone on from.
      repo.git('commit', '-q', '--amend', '-m', 'another')
      await told(repo)
      repo.git('reset', '-q', '--hard', 'HEAD~1')
      repo.git('reflog', 'expire', '--expire=now', '--all')
      repo.git('gc', '-q', '--prune=now')
      expect(await told(repo)).toEqual(['src/x.ts fresh', 'src/x.ts#parse fresh', 'src/x.ts fresh'])
    }))

  test('costs a hook and a workspace without code nothing', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Parser: Likes `tea` and 1 cup.'))
      await found(repo)
      expect(repo.exists(`${indexFolder}/anchors`)).toBe(false)
      begun(repo)
      repo.init()
      repo.remove(`${indexFolder}/anchors`)
      change(repo, 'size = 2', 'size = 3')
      expect(repo.exists(`${indexFolder}/anchors`)).toBe(false)
    }))

  test('is not told of a past day, and told as of a commit by the history that it has', () =>
    withRepo(async (repo) => {
      begun(repo)
      change(repo, 'size = 2', 'size = 3')
      const asOf = async (then: string): Promise<unknown[]> =>
        (await repo.use((workspace) => workspace.recall('', { entities: ['Parser'], asOf: then }))).results.map(
          ({ anchors }) => anchors?.[0]?.state,
        )
      expect(await asOf('2025-11')).toEqual([undefined, undefined, undefined])
      expect(await asOf('HEAD~1')).toEqual(['fresh', 'fresh', 'fresh'])
      expect((await told(repo))[0]).toBe('src/x.ts changed 1')
    }))

  test('stays in the bracket of its line on a page, and what a person adds there is kept as a remark', () =>
    withRepo(async (repo) => {
      begun(repo)
      await repo.use((workspace) => workspace.reflect())
      const path = 'bank/entities/Parser.md'
      expect(repo.read(path)).toContain('- W(at=src/x.ts#parse) @Parser: Reads one line')
      const page = repo.read(path)
      repo.commit(path, page)
      await repo.use((workspace) => workspace.reflect())
      expect(repo.read(path)).toBe(page)
      repo.commit(path, page.replace('- W @Parser: Is sized', '- W(at=src/y.ts) @Parser: Is sized'))
      await repo.use((workspace) => workspace.reflect())
      expect(repo.read(path)).toMatch(/Remark on \^[0-9a-z]{10}: at=src\/y\.ts/)
      expect(repo.read(path)).toContain('- W @Parser: Is sized')
    }))
})

describe('what lost its code', () => {
  test('is listed by status, counted by a brief, and told by impact before it is merged', () =>
    withRepo(async (repo) => {
      begun(repo)
      repo.git('checkout', '-q', '-b', 'topic')
      repo.git('mv', 'src/x.ts', 'src/y.ts')
      commitAll(repo)
      const impact = await repo.use((workspace) => workspace.impact('main..topic'))
      expect(impact.anchors.map(({ at, source }) => [at, source])).toEqual([
        ['src/x.ts', `${day(1)}#L2`],
        ['src/x.ts#parse', `${day(1)}#L3`],
        ['src/x.ts', `${day(1)}#L4`],
      ])
      expect(impact.headline).toBe('3 bullets lose the code they are about')
      expect(impact.comment).toContain('About code that goes')
      const status = await repo.use((workspace) => workspace.status())
      expect(status.anchors.map(({ at }) => at)).toEqual(['src/x.ts', 'src/x.ts#parse', 'src/x.ts'])
      const brief = await repo.use((workspace) => workspace.brief())
      expect(brief.text).toContain('Code that 2 bullets are about is gone')
      repo.git('checkout', '-q', 'main')
      expect((await repo.use((workspace) => workspace.status())).anchors).toEqual([])
      expect((await repo.use((workspace) => workspace.brief())).text).not.toContain('is gone')
    }))
})

describe('retain with at=', () => {
  test('writes what HEAD has, and refuses what it has not with what is near', () =>
    withRepo(async (repo) => {
      begun(repo)
      const asked = (at: string, ...more: string[]): string => {
        const { status, stdout, stderr } = repo.memory(
          'retain',
          'Reads whole files',
          '--entity',
          'Parser',
          '--at',
          at,
          '--on',
          '2025-11-02',
          ...more,
        )
        return status === 0 ? stdout.split('\n')[0]! : stderr
      }
      expect(asked('lib/x.ts')).toContain('at: HEAD has no lib/x.ts, did you mean src/x.ts?')
      expect(asked('src/x.ts#parser')).toContain('at: src/x.ts declares no parser, did you mean parse?')
      expect(asked('src#parse')).toContain('src is no file')
      expect(asked('../x.ts')).toContain('at must be a path from the top of the repository')
      expect(repo.exists(day(2))).toBe(false)
      expect(asked('./src/x.ts#parse')).toBe('- W(at=src/x.ts#parse) @Parser: Reads whole files')
      expect(asked('src/later.ts', '--as-is')).toContain(`it stands at ${day(2)}#L2 without at=src/later.ts`)
      repo.remove(day(2))
      expect(asked('src/later.ts', '--as-is')).toBe('- W(at=src/later.ts) @Parser: Reads whole files')
      expect(repo.read(day(2))).toContain('at=src/later.ts')
    }))

  test('survives keep: a suggestion with code has it once it is stated', () =>
    withRepo(async (repo) => {
      begun(repo)
      repo.commit(day(3), retain('W(suggested=^k3f9a2c1x7, at=src/x.ts) @Parser: Was drafted.'))
      const [id] = (await repo.use((workspace) => workspace.recall('was drafted'))).results.map((result) => result.id)
      await repo.use((workspace) => workspace.decideSuggested('keep', [id!]))
      expect(repo.read(day(3))).toContain('- W(from=^k3f9a2c1x7, at=src/x.ts) @Parser: Was drafted.')
    }))
})
