import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { designExample, designLog } from '../cli/design-example.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { fits, replay, stepsOf } from './transcript.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const checkout = join(folder, '../..')

/** What a transcript's `<!-- workspace: … -->` names: the files that stand there, not committed. */
const workspaces: Readonly<Record<string, (repo: Repo) => void>> = {
  empty: () => undefined,
  'the example of DESIGN 4': (repo) => repo.write(designLog, designExample),
  'examples/workspace': (repo) => cpSync(join(checkout, 'examples/workspace'), repo.root, { recursive: true }),
}

describe('every transcript is what really happens (UPDATE=1 writes what happens into it)', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

  test.each(names)('%s', (name) =>
    withRepo(
      (repo) => {
        const document = readFileSync(join(folder, name), 'utf8')
        const workspace = /^<!-- workspace: (.*) -->$/m.exec(document)?.[1] ?? ''
        const prepare = workspaces[workspace]
        if (!prepare) throw new Error(`${name}: the workspace is one of ${Object.keys(workspaces).join(', ')}`)
        prepare(repo)
        const replayed = replay(document, shell(repo))
        if (process.env['UPDATE'] === '1') writeFileSync(join(folder, name), replayed)
        else expect(replayed).toBe(document)
      },
      { unborn: true },
    ),
  )
})

/** A shell as a person sees it: both streams in order, the folder kept from one command to the next. */
function shell(repo: Repo): (command: string) => string[] {
  const bin = repo.at('bin').root
  const whereabouts = repo.at('whereabouts').root
  mkdirSync(bin)
  for (const name of ['memory', 'memory-rebuild']) symlinkSync(join(checkout, 'bin', `${name}.js`), join(bin, name))
  writeFileSync(whereabouts, repo.root)
  const there = repo.with({
    PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
    GIT_AUTHOR_DATE: '2025-11-27T20:00:00Z',
    GIT_COMMITTER_DATE: '2025-11-27T20:00:00Z',
    WHEREABOUTS: whereabouts,
  })
  return (command) => {
    const before = 'exec 2>&1; cd "$(cat "$WHEREABOUTS")"; trap \'pwd >"$WHEREABOUTS"\' EXIT'
    const { status, stdout } = there.run('/bin/sh', '-c', `${before}\n${command}\n`)
    const lines = stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n')
    return status === 0 ? lines : [...lines, `[exit ${status}]`]
  }
}

describe('a transcript', () => {
  const block = (text: string): string => `Words.\n\n\`\`\`console\n${text}\n\`\`\`\n`

  test('that still holds is returned unchanged', () => {
    const document = block('$ echo one\none\n$ true\n$ cat <<END\n> a\n>\n> b\n> END\na [..]\n...\nlast')
    const answers: Record<string, string[]> = {
      'echo one': ['one'],
      true: [],
      'cat <<END\na\n\nb\nEND': ['a long story', 'of', 'many lines', 'last'],
    }
    expect(replay(document, (command) => answers[command]!)).toBe(document)
  })

  test('that does not hold shows what was printed, and keeps the lines that fit', () => {
    const printed = ['at [1]', 'The index stands for 0123456789: 1 note.', 'new']
    expect(replay(block('$ x\nat [..]\nold'), () => printed)).toBe(
      block('$ x\nat [..]\nThe index stands for [..]: 1 note.\nnew'),
    )
  })

  test('reads every sign but its two placeholders as itself', () => {
    expect(fits(['a.c (x) [y] *'], ['a.c (x) [y] *'])).toBe(true)
    expect(fits(['a.c'], ['abc'])).toBe(false)
    expect(fits(['[..]'], ['a', 'b'])).toBe(false)
    expect(fits(['...'], [])).toBe(true)
  })

  test('begins each block with a command', () => {
    expect(() => stepsOf('output without a command')).toThrow('a console block begins with "$ "')
  })
})
