import { describe, expect, test } from '@jest/globals'
import type { Shown } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const page = 'bank/opinions.md'
const land = (repo: Repo, subject: string): void => {
  repo.git('add', 'bank')
  repo.git('commit', '-q', '-m', subject)
}
/** One belief that a second day confirms and a third denies; every change of its page is a commit. */
function story(repo: Repo): void {
  const days = [
    ['first pages', 'O(c=0.8) @Peter: Likes tea'],
    ['tea is sure', 'O(c=0.9) @Peter: Likes tea'],
    ['coffee', 'O @Anna: Prefers coffee'],
    ['no tea', 'W @Peter: Does not like tea'],
  ] as const
  for (const [at, [subject, bullet]] of days.entries()) {
    repo.commit(day(at + 1), retain(bullet))
    land(repo, subject)
  }
}
const withStory = beginningWith(story, { hooks: true })

type Fact = Extract<Shown, { what: 'fact' }>
const teaLine = (repo: Repo): number =>
  repo
    .read(page)
    .split('\n')
    .findIndex((line) => line.includes('tea ·')) + 1
const tea = (repo: Repo): string => `${page}:${teaLine(repo)}`
const historyOf = (repo: Repo, reference: string): NonNullable<Fact['history']> =>
  jsonOf<Fact & object>(repo, 'show', reference).history!
const told = ({ commits }: NonNullable<Fact['history']>): unknown[] =>
  commits.map(({ subject, before, after }) => [subject, before, after])

const whole = [
  ['no tea', 0.81, 0.65],
  ['tea is sure', 0.8, 0.81],
  ['first pages', null, 0.8],
]

describe('the commits that changed a belief', () => {
  test('are told newest first, by id, by line of a page and by citation; what left its line alone is none of them', () =>
    withStory((repo) => {
      const shown = jsonOf<Fact & object>(repo, 'show', tea(repo))
      expect(told(shown.history!)).toEqual(whole)
      expect(shown.history!.ends).toBeNull()
      for (const { commit, day: written, page: where } of shown.history!.commits) {
        expect(repo.git('show', '-s', '--format=%as', commit)).toBe(written)
        expect(where).toBe(page)
      }
      for (const reference of [`^${shown.fact.id}`, `${page} ^${shown.fact.id}`])
        expect(jsonOf(repo, 'show', reference)).toEqual(shown)
      const { stdout } = repo.memory('show', shown.fact.id)
      const [last] = shown.history!.commits
      expect(stdout).toContain(`        ${last!.commit.slice(0, 10)}  ${last!.day}  0.81 → 0.65  no tea\n`)
      expect(stdout).toMatch(/^ {8}\w{10} {2}2025-\d\d-\d\d {9}0\.80 {2}first pages$/m)
    }))

  test('are none for a citation that moves, and one for an edit, other words and a line that goes', () =>
    withStory((repo) => {
      const { id } = jsonOf<Fact & object>(repo, 'show', tea(repo)).fact
      repo.commit(day(2), `# Moved down\n\n${repo.read(day(2))}`)
      land(repo, 'only a citation')
      repo.write(page, repo.read(page).replace(/c=0\.65(.*tea ·)/, 'c=0.20$1'))
      land(repo, 'edited')
      repo.write(page, repo.read(page).replace('Likes tea ·', 'Loves tea ·'))
      land(repo, 'reworded')
      expect(repo.memory('retire', id, '--why', 'who knows').status).toBe(0)
      land(repo, 'retired')
      if (repo.git('status', '--porcelain', 'bank') !== '') land(repo, 'gone')
      const { commits } = historyOf(repo, id)
      expect(told({ commits, ends: null })).toEqual([
        ['gone', 0.2, null],
        ['reworded', 0.2, 0.2],
        ['edited', 0.65, 0.2],
        ...whole,
      ])
      expect(commits.map(({ reworded }) => reworded ?? false)).toEqual([false, true, false, false, false, false])
    }))

  test('are none for a confidence that cannot be read; a line that was struck out is gone', () =>
    withStory((repo) => {
      const { id } = jsonOf<Fact & object>(repo, 'show', tea(repo)).fact
      const line = repo.read(page)
      for (const wrong of ['O(c=7)', 'O(c=0,4)', 'O(c=30%)', 'W(c=0.5)', 'O(c=0.4']) {
        repo.write(page, line.replace(/O\(c=0\.65\)(.*tea ·)/, `${wrong}$1`))
        land(repo, `unreadable: ${wrong}`)
      }
      repo.write(page, line.replace(/^- (O\(.*?tea)( ·.*)$/m, '- ~~$1~~$2'))
      land(repo, 'struck')
      if (repo.git('status', '--porcelain', 'bank') !== '') land(repo, 'adopted')
      expect(told(historyOf(repo, id))).toEqual([['struck', 0.65, null], ...whole])
    }))

  test('end where a shallow clone ends, which makes no line look new', () =>
    withStory((repo) => {
      const shallow = repo.at('shallow')
      repo.git('clone', '-q', '--depth', '3', `file://${repo.root}`, shallow.root)
      const history = historyOf(shallow, tea(shallow))
      expect(told(history)).toEqual([['no tea', 0.81, 0.65]])
      expect(history.ends).toContain('shallow')
      expect(shallow.memory('show', tea(shallow)).stdout).toMatch(/^ {8}\(.*shallow clone\)$/m)
    }))

  test('are not fetched into a partial clone, which says that it does not hold them', () =>
    withStory((repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--filter=blob:none', `file://${repo.root}`, partial.root)
      const objects = partial.files('.git/objects')
      const history = historyOf(partial, tea(partial))
      expect(history.commits).toEqual([])
      expect(history.ends).toContain('does not hold all older pages')
      expect(partial.files('.git/objects')).toEqual(objects)
    }))

  test('are found in a workspace below the top, and in a linked worktree', () =>
    withStory((repo) => {
      const linked = repo.at('linked')
      repo.git('worktree', 'add', '-q', linked.root)
      expect(told(historyOf(linked, tea(linked)))).toEqual(whole)
      repo.git('mv', 'memory', 'bank', '-k', '.')
      for (const folder of ['memory', 'bank']) {
        repo.write('notes/.keep', '')
        repo.git('mv', folder, `notes/${folder}`)
      }
      repo.git('commit', '-q', '-m', 'moved')
      const below = repo.at('repo/notes').with({ MEMORY_WORKSPACE: repo.path('notes') })
      expect(told(historyOf(below, tea(below)))).toEqual([['moved', null, 0.65]])
    }))

  test('are looked for without running anything that a repository configures, whatever its settings', () =>
    withStory((repo) => {
      const canary = repo.path('../canary')
      const script = repo.path('../run.sh')
      repo.write('../run.sh', `#!/bin/sh\ntouch '${canary}'\ncat\n`)
      repo.run('chmod', '+x', script)
      const settings = [
        ['diff.external', script],
        ['diff.page.command', script],
        ['diff.page.textconv', script],
        ['gpg.program', script],
        ['log.showSignature', 'true'],
        ['core.pager', script],
        ['pager.log', script],
        ['core.fsmonitor', script],
        ['log.follow', 'true'],
        ['log.showRoot', 'false'],
        ['diff.renames', 'copies'],
        ['diff.relative', 'true'],
        ['color.ui', 'always'],
        ['format.pretty', 'fuller'],
        ['i18n.logOutputEncoding', 'UTF-16'],
      ] as const
      for (const [name, value] of settings) repo.git('config', name, value)
      repo.write('.git/info/attributes', '*.md diff=page\n')
      expect(told(historyOf(repo, tea(repo)))).toEqual(whole)
      expect(repo.exists('../canary')).toBe(false)
    }))

  test('are as many as one can read, and no history is too long to ask', () =>
    withStory((repo) => {
      const before = repo.read(page)
      const line = before.split('\n')[teaLine(repo) - 1]!
      const head = repo.git('rev-parse', 'HEAD')
      const commits = Array.from({ length: 1040 }, (_, at) => {
        const text =
          before.replace(line, line.replace(/c=\d\.\d\d/, `c=0.${10 + (Math.min(at, 30) % 20)}`)) + '\n'.repeat(at)
        const from = at === 0 ? `from ${head}\n` : ''
        return `commit refs/heads/long\ncommitter T <t@example.com> ${1_764_300_000 + at} +0000\ndata 5\nnew ${at % 10}\n${from}M 100644 inline ${page}\ndata ${Buffer.byteLength(text)}\n${text}\n`
      })
      repo.write('../stream', commits.join(''))
      repo.run('sh', '-c', 'git fast-import --quiet <../stream')
      repo.git('checkout', '-q', 'long')
      repo.git('reset', '-q', '--hard')
      const history = historyOf(repo, tea(repo))
      expect(history.commits).toEqual([])
      expect(history.ends).toContain('1000 commits')
      repo.git('checkout', '-q', '--detach', 'long~1005')
      const near = historyOf(repo, tea(repo))
      expect(near.commits).toHaveLength(20)
      expect(near.ends).toContain('newest 20')
    }))
})

describe('a fact that is over', () => {
  test('names what took its place and from when on; a retired one who retired it, where, and why', () =>
    withStory((repo) => {
      repo.commit(day(5), retain('W @Peter: Lives in Graz'))
      land(repo, 'pages')
      const line =
        repo
          .read('bank/world.md')
          .split('\n')
          .findIndex((each) => each.includes('Graz ·')) + 1
      const { id } = jsonOf<Fact & object>(repo, 'show', `bank/world.md#L${line}`).fact
      repo.commit(day(6), retain(`W(was=^${id}) @Peter: Lives in Wels`))
      const shown = jsonOf<Fact & object>(repo, 'show', id)
      expect(shown).toMatchObject({
        fact: { until: '2025-11-06' },
        replacedBy: { timestamp: '2025-11-06', content: 'Lives in Wels', source: 'memory/2025-11-06.md#L2' },
        retiredBy: null,
        history: null,
      })
      expect(repo.memory('show', id).stdout).toContain(
        `replaced by ^${shown.replacedBy!.id} on 2025-11-06: Lives in Wels  memory/2025-11-06.md#L2\n`,
      )
      const opinion = jsonOf<Fact & object>(repo, 'show', tea(repo)).fact.id
      expect(repo.memory('retire', opinion, '--why', 'asked --> him').status).toBe(0)
      land(repo, 'retired')
      const { retiredBy } = jsonOf<Fact & object>(repo, 'show', opinion)
      const [path, at] = retiredBy!.source.split('#L')
      expect(repo.git('show', `HEAD:${path}`).split('\n')[Number(at) - 1]).toContain(`- retired ^${opinion}`)
      expect(retiredBy!.why).toBe('asked --> him')
      expect(repo.memory('show', opinion).stdout).toContain(`retired at ${retiredBy!.source}: asked --> him\n`)
    }))

  test('struck through on its page is retired by that line, without a reason', () =>
    withStory((repo) => {
      const at = teaLine(repo)
      const opinion = jsonOf<Fact & object>(repo, 'show', tea(repo)).fact.id
      repo.write(page, repo.read(page).replace(/^- (O.*tea · .*) <!--/m, '- ~~$1~~ <!--'))
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-am', 'struck')
      expect(jsonOf<Fact & object>(repo, 'show', opinion).retiredBy).toEqual({ source: `${page}#L${at}`, why: null })
    }))
})
