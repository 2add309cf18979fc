import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout } from '../support/with-repo.js'
import { readWorkflow, type Workflow } from './runner.js'

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')

interface CompositeAction {
  readonly runs: {
    readonly using: string
    readonly steps: readonly { name: string; run: string; shell: string; env?: Readonly<Record<string, string>> }[]
  }
}
const actionOf = (name: string): CompositeAction => parse(read(`actions/${name}/action.yml`)) as CompositeAction
const reflecting = readWorkflow(read('templates/github/reflect.yml'))
const stepsOf = ({ jobs }: Workflow, job: string): readonly { name?: string; run?: string; env?: object }[] =>
  jobs[job]!.steps.filter(({ run, name }) => run !== undefined && name !== 'Install')

describe('an action for each that a workflow may want', () => {
  test('there are three, and they install alike: what the lock file names, else the version that the action is of', () => {
    expect(readdirSync(join(checkout, 'actions')).toSorted()).toEqual(['impact', 'reflect', 'verify'])
    const [first, ...others] = ['impact', 'reflect', 'verify'].map((name) => actionOf(name).runs.steps[0])
    expect(first!.name).toBe('Install')
    for (const other of others) expect(other).toEqual(first)
  })

  // What these do on a host is run in reflect.test.ts, from the workflow.
  test.each(['reflect', 'verify'])('%s does what that job of our workflow does, word for word', (name) => {
    const { using, steps } = actionOf(name).runs
    expect(using).toBe('composite')
    expect(steps.slice(1)).toEqual(stepsOf(reflecting, name).map((step) => ({ ...step, shell: 'bash' })))
    for (const { run } of steps) expect(run).not.toContain('${{')
  })
})

interface PreCommitHook {
  readonly id: string
  readonly entry: string
  readonly files: string
  readonly pass_filenames: boolean
}
const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly PreCommitHook[]
const begun = beginningWith((repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
  repo.memory('reflect', '--commit')
})

describe('hooks for pre-commit', () => {
  test('are commands of ours, begun for what memory is made of and for nothing else', () => {
    expect(hooks.map(({ id }) => id)).toEqual(['memory-verify', 'memory-expect'])
    for (const { entry, files, pass_filenames } of hooks) {
      const [program, command] = entry.split(' ')
      expect([program, commands.some(({ name }) => name === command), pass_filenames]).toEqual(['memory', true, false])
      const begins = (path: string): boolean => new RegExp(files).test(path)
      expect(
        ['memory/2025-11-01.md', 'notes/bank/world.md', 'MEMORY.md', 'memory/expect.yml'].filter(begins),
      ).toHaveLength(4)
      expect(['src/memory.ts', 'MY-MEMORY.md', 'docs/bank.md'].filter(begins)).toEqual([])
    }
  })

  test('let a sound workspace pass, and stop a page that says what no log does', () =>
    begun((repo) => {
      const statuses = (): (number | null)[] =>
        hooks.map(({ entry }) => repo.memory(...entry.split(' ').slice(1)).status)
      expect(statuses()).toEqual([0, 0])
      const page = 'bank/opinions.md'
      repo.write(page, repo.read(page).replace('?plain=1#L2', '?plain=1#L9').replace('2025-11-01.md', '2025-11-09.md'))
      expect(statuses()).toEqual([1, 0])
      expect(repo.git('status', '--porcelain')).toBe(` M ${page}`)
    }))
})
