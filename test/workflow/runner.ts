import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { memoryCommand, type Ran, type Repo } from '../support/with-repo.js'

/** As much of a workflow as is run here. */
export interface Workflow {
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

  /** Run a job's shell steps as a host does, the first failing one last. */
  run(workflow: Workflow, job: string, event: Event): Ran {
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
  const manifest = { name: 'workspace-memory', version: '0.1.0', bin: { memory: 'memory.mjs' } }
  folder.write('package.json', JSON.stringify(manifest))
  folder.write('memory.mjs', `#!/usr/bin/env node\nawait import(${JSON.stringify(memoryCommand)})\n`)
  const done = folder.run('npm', 'pack', '--silent', '--pack-destination', folder.root)
  if (done.status !== 0) throw new Error(done.stderr)
  return folder.path(done.stdout.trim())
}
