import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageRoot, packageVersion } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { linted, packed, readWorkflow, Runner, type Event } from './runner.js'

const path = '.github/workflows/memory-reflect.yml'
const name = 'memory/reflect'
const page = 'bank/opinions.md'
const template = readFileSync(join(packageRoot, 'templates/github/reflect.yml'), 'utf8')

const event = (repo: Repo, more: Event = {}): Event => ({
  'github.server_url': 'https://host.example',
  'github.repository': 'me/notes',
  'github.sha': repo.git('rev-parse', 'HEAD'),
  'github.ref_name': 'main',
  'github.token': 'none',
  ...more,
})

let tarball = ''
const published = beginningWith((repo) => {
  const remote = repo.at('remote.git')
  expect(repo.memory('init', '--with', 'github').stdout).toContain(`${path} written: commit and push it`)
  repo.git('add', '.github')
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'O(c=0.6) @Anna: Likes coffee'))
  repo.git('clone', '-q', '--bare', repo.root, remote.root)
  repo.git('remote', 'add', 'origin', remote.root)
  tarball = relative(repo.root, packed(repo))
})

/** A workspace with the workflow, published, and a package to install. */
const withHost = (
  work: (given: {
    repo: Repo
    run: (job: string, more?: Event, branch?: string, open?: number) => Runner & { ran: Ran }
  }) => Promise<void> | void,
): Promise<void> =>
  published(async (repo) => {
    let runs = 0
    const run = (job: string, more: Event = {}, branch = 'main', open?: number): Runner & { ran: Ran } => {
      const runner = new Runner(repo, String(runs++), repo.at('remote.git').root, branch, repo.path(tarball))
      if (open !== undefined) runner.openPullRequest(open)
      const ran = runner.run(readWorkflow(repo.read(path)), job, event(runner.checkout, more))
      return Object.assign(runner, { ran })
    }
    await work({ repo, run })
  })

describe('templates/github/reflect.yml', () => {
  test('is a workflow that actionlint has nothing to say against', () => {
    expect(linted(template)).toEqual([])
    expect(linted(template.replace('runs-on: ubuntu-latest', 'runs_on: x'))).not.toEqual([])
  })

  test('gives each job only what it needs, and no expression reaches a shell', () => {
    const { permissions, jobs } = readWorkflow(template)
    expect(permissions).toEqual({})
    expect(Object.fromEntries(Object.entries(jobs).map(([job, spec]) => [job, spec.permissions]))).toEqual({
      reflect: { contents: 'write', 'pull-requests': 'write' },
      merge: { contents: 'write' },
      verify: { contents: 'read' },
    })
    expect(template).not.toContain('pull_request_target')
    for (const { steps } of Object.values(jobs)) {
      for (const { run, uses } of steps) {
        expect(run ?? '').not.toContain('${{')
        expect(uses ?? 'actions/x@v1').toMatch(/^actions\/[a-z-]+@v\d+$/)
      }
    }
    expect(jobs['verify']!.steps[0]!.with).toMatchObject({ 'persist-credentials': false })
  })
})

describe('memory init --with github', () => {
  test('is safe to repeat, brings our own file up to date, and leaves a changed one alone', () =>
    withRepo((repo) => {
      repo.init('--with', 'github')
      const text = repo.read(path)
      expect(text).toContain(`PACKAGE: 'workspace-memory@${packageVersion}'`)
      expect(text).toContain("MEMORY_WORKSPACE: '.'")
      expect(repo.memory('init', '--with', 'github').stdout).not.toContain(path)
      expect(repo.read(path)).toBe(text)
      repo.write(path, text.replaceAll('\n', '\r\n'))
      repo.init('--with', 'github')
      expect(repo.read(path)).toBe(text)
      const changed = text.replace("'17 4 * * *'", "'0 6 * * 1'")
      repo.write(path, changed)
      expect(repo.memory('init', '--with', 'github').stdout).toContain(`${path} is not as memory init wrote it`)
      expect(repo.read(path)).toBe(changed)
    }))

  test('stands at the top of the repository and names the folder of the workspace', async () => {
    await withRepo((repo) => {
      repo.write("the team's notes/README.md", 'Notes.\n')
      repo.init('--workspace', "the team's notes", '--with', 'github')
      expect(repo.exists('.memory')).toBe(false)
      expect(readWorkflow(repo.read(path)).env['MEMORY_WORKSPACE']).toBe("the team's notes")
      expect(linted(repo.read(path))).toEqual([])
    })
  })
})

describe('the workflow, run by a shell against a bare remote', () => {
  test('opens one pull request, keeps a reviewer’s edit while the base moves on, and ends with the squash', () =>
    withHost(async ({ repo, run }) => {
      const first = run('reflect')
      expect(first.ran).toMatchObject({ status: 0 })
      expect(first.calls.map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual(['pr list', 'pr create'])
      expect(first.calls[1]).toMatch(/--head memory\/reflect --base main --title reflect \d{4}-\d\d-\d\d --body-file/)
      expect(first.body).toContain('### New (2)')
      expect(first.body).toContain(
        `https://host.example/me/notes/blob/${repo.git('rev-parse', 'HEAD')}/memory/2025-11-01.md?plain=1#L2`,
      )

      // Again, with nothing new: the same commit, the same pull request.
      repo.git('fetch', '-q', 'origin')
      const tip = repo.git('rev-parse', `origin/${name}`)
      const again = run('reflect', {}, 'main', 7)
      expect(again.ran).toMatchObject({ status: 0 })
      expect(again.calls[1]).toMatch(/^pr edit 7 --body-file /)
      repo.git('fetch', '-q', 'origin')
      expect(repo.git('rev-parse', `origin/${name}`)).toBe(tip)

      // Rita edits on the pull request's branch; Tom logs on the base.
      const rita = repo.at('rita')
      repo.git('clone', '-q', '--branch', name, repo.git('remote', 'get-url', 'origin'), rita.root)
      rita.commit(page, rita.read(page).replace('c=0.80', 'c=0.30'), 'too sure')
      rita.git('push', '-q', 'origin', name)
      expect(run('verify', { 'github.head_ref': name }, name).ran).toMatchObject({ status: 1 })
      repo.commit(day(2), retain('W @Anna: Has a cat'))
      repo.git('push', '-q', 'origin', 'main')
      const third = run('reflect', {}, 'main', 7)
      expect(third.ran).toMatchObject({ status: 0 })
      expect(third.body).toContain('### Edited on this branch (1)')
      expect(run('verify', { 'github.head_ref': name }, name).ran).toMatchObject({ status: 0 })

      // The host squashes; the next run has nothing left to say.
      repo.git('fetch', '-q', 'origin')
      repo.memory('reflect', '--discard')
      repo.git('merge', '-q', '--squash', `origin/${name}`)
      repo.git('commit', '-q', '-m', 'reflect')
      expect(repo.read(page)).toMatch(/^- O\(c=0\.30\) @Peter: Likes tea · /m)
      repo.git('push', '-q', 'origin', 'main')
      const last = run('reflect')
      expect(last.ran).toMatchObject({ status: 0, stdout: expect.stringContaining('Every page is as the logs say.') })
      expect(last.calls).toEqual([])
      repo.git('fetch', '-q', 'origin')
      expect(repo.git('rev-parse', `origin/${name}`)).toBe(repo.git('rev-parse', 'main'))
      expect(repo.memory('verify', '--strict')).toMatchObject({ status: 0 })
      expect(await last.checkout.digest()).toBe(await repo.digest())
      await expectSameAsRebuild(repo)
    }))

  test('never overwrites what was pushed to the branch meanwhile', () =>
    withHost(({ repo, run }) => {
      run('reflect')
      repo.commit(day(2), retain('W @Anna: Has a cat'))
      repo.git('push', '-q', 'origin', 'main')
      const url = repo.git('remote', 'get-url', 'origin')
      const rita = repo.at('rita')
      repo.git('clone', '-q', '--branch', name, url, rita.root)
      rita.commit(page, rita.read(page).replace('c=0.80', 'c=0.30'), 'too sure')
      // She pushes right when the pages are verified.
      const text = repo.read(path)
      repo.write(
        path,
        text.replace(
          'memory verify --strict)',
          `memory verify --strict && git -C '${rita.root}' push -q origin ${name})`,
        ),
      )
      const { ran, calls } = run('reflect')
      expect(ran).toMatchObject({ status: 1, stderr: expect.stringContaining('stale info') })
      expect(calls).toEqual([])
      repo.git('fetch', '-q', 'origin')
      expect(repo.git('rev-parse', `origin/${name}`)).toBe(rita.git('rev-parse', 'HEAD'))
    }))

  test('installs from the lockfile where package.json names the package', () =>
    withHost(({ repo, run }) => {
      repo.write(
        'package.json',
        JSON.stringify({ private: true, dependencies: { 'workspace-memory': 'file:ours.tgz' } }),
      )
      repo.run('cp', repo.path(tarball), repo.path('ours.tgz'))
      expect(repo.run('npm', 'install', '--package-lock-only', '--offline', '--no-audit', '--no-fund').status).toBe(0)
      repo.write('.gitignore', 'node_modules/\n')
      repo.git('add', 'package.json', 'package-lock.json', 'ours.tgz', '.gitignore')
      repo.git('commit', '-q', '-m', 'name the package')
      repo.git('push', '-q', 'origin', 'main')
      const { ran, checkout, calls } = run('reflect')
      expect(ran).toMatchObject({ status: 0 })
      expect(checkout.exists('node_modules/.bin/memory')).toBe(true)
      expect(calls).toHaveLength(2)
    }))

  test('verifies a branch of logs although its pages are behind, and fails for what is really wrong', () =>
    withHost(({ repo, run }) => {
      repo.memory('reflect', '--commit')
      repo.git('push', '-q', 'origin', 'main')
      repo.git('switch', '-q', '-c', 'topic')
      repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
      repo.git('push', '-q', 'origin', 'topic')
      expect(run('verify', { 'github.head_ref': 'topic' }, 'topic').ran).toMatchObject({ status: 0 })
      repo.commit(page, `${repo.read(page).replace(/ <!-- \^.*$/m, '')}`, 'a comment lost')
      repo.git('push', '-q', 'origin', 'topic')
      expect(run('verify', { 'github.head_ref': 'topic' }, 'topic').ran).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('without its comment'),
      })
    }))

  test('brings a branch up to date as a clone does: logs with both sides’ lines, pages regenerated', () =>
    withHost(({ repo, run }) => {
      repo.memory('reflect', '--commit')
      repo.git('push', '-q', 'origin', 'main')
      repo.git('switch', '-q', '-c', 'topic')
      repo.append(day(1), '- W @Anna: Said on topic\n')
      repo.git('commit', '-q', '-a', '-m', 'log')
      repo.git('push', '-q', 'origin', 'topic')
      repo.git('switch', '-q', '--discard-changes', 'main')
      repo.append(day(1), '- W @Anna: Said on main\n')
      repo.git('commit', '-q', '-a', '-m', 'log')
      repo.git('push', '-q', 'origin', 'main')
      // What a host does: neither union nor driver.
      expect(repo.tryGit('merge-tree', '--write-tree', 'origin/main', 'origin/topic').status).toBeLessThan(2)
      expect(run('merge', { 'inputs.merge': 'main' }).ran).toMatchObject({ status: 1 })
      expect(run('merge', { 'inputs.merge': '--all' }).ran).toMatchObject({ status: 128 })
      const { ran, checkout } = run('merge', { 'inputs.merge': 'topic' })
      expect(ran).toMatchObject({ status: 0 })
      repo.git('fetch', '-q', 'origin')
      expect(repo.git('show', `origin/topic:${day(1)}`)).toContain('Said on topic\n- W @Anna: Said on main')
      expect(repo.git('show', 'origin/topic:bank/world.md')).toMatch(
        /Said on main[^]*Said on topic|Said on topic[^]*Said on main/,
      )
      expect(checkout.memory('verify', '--strict')).toMatchObject({ status: 0 })
    }))
})
