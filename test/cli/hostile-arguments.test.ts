import { PassThrough } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { commands } from '../../src/cli/commands.js'
import { everywhere, runCommandLine } from '../../src/cli/run.js'
import { designExample, designLog } from './design-example.js'
import { withRepo, type Repo } from '../support/with-repo.js'

/** What would make Git, a shell or `tar` write a file, were it ever an argument of theirs. */
const attacks = (target: string): string[] => [
  `--output=${target}`,
  `--upload-pack=touch ${target}`,
  `x\n--output=${target};touch ${target};$(touch ${target})`,
]

/** Every way to give a command a text: each of its options, and what stands without one. */
function waysIn(attack: string): string[][] {
  return commands.flatMap(({ name, options, positional }) => {
    const texts = Object.entries({ ...options, ...everywhere }).filter(([, { type }]) => type !== 'boolean')
    const needed = positional.startsWith('<') ? ['x'] : []
    return [
      ...texts.map(([option], at) =>
        at % 2 === 0 ? [name, ...needed, `--${option}=${attack}`] : [name, ...needed, `--${option}`, attack],
      ),
      [name, '--', attack],
      [name, attack],
      [name, '--', 'x', attack],
    ]
  })
}

/** In this process: there are hundreds. */
async function call(repo: Repo, argv: readonly string[], environment = repo.environment): Promise<void> {
  const [stdout, stderr] = [new PassThrough().resume(), new PassThrough().resume()]
  const status = await runCommandLine(argv, {
    cwd: repo.root,
    environment,
    stdin: new PassThrough().end(),
    stdout,
    stderr,
    now: () => new Date('2025-12-01'),
  })
  expect([0, 1, 2]).toContain(status)
}

describe('no text that a command is given is taken for an option or a command by what it runs', () => {
  test('as any argument of any command', () =>
    withRepo(
      async (repo) => {
        repo.commit(designLog, designExample)
        const before = repo.git('for-each-ref')
        const target = repo.path('../written')
        for (const attack of attacks(target))
          for (const argv of waysIn(attack)) {
            await call(repo, argv)
            expect({ argv, written: repo.at('.').exists('written') }).toEqual({ argv, written: false })
          }
        expect(repo.git('for-each-ref')).toBe(before)
        expect(repo.git('status', '--porcelain', '--', ':!bank')).toBe('')
      },
      { hooks: true },
    ))

  test('as a variable of the environment', () =>
    withRepo(async (repo) => {
      repo.commit(designLog, designExample)
      const target = repo.path('../written')
      for (const attack of attacks(target))
        for (const name of ['MEMORY_WORKSPACE', 'OPENCLAW_WORKSPACE_DIR', 'OPENCLAW_PROFILE', 'HOME', 'TZ'])
          for (const command of ['status', 'reflect', 'init']) {
            await call(repo, [command], { ...repo.environment, [name]: attack })
            expect(repo.at('.').exists('written')).toBe(false)
          }
    }))
})
