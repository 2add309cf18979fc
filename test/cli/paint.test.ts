import { spawnSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { paintOn, plain } from '../../src/cli/paint.js'
import { retain } from '../support/notes.js'
import { beginningWith, memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

const terminal = { isTTY: true }
const pipe = {}
/** Where `CI` is set, Node takes a terminal for none. */
const xterm = { TERM: 'xterm-256color', CI: undefined }
const isColoured = (stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean =>
  paintOn(stream, environment).place('x') !== 'x'

describe('colours are', () => {
  test.each([
    ['on a terminal', terminal, xterm, true],
    ['not in a pipe or a file', pipe, xterm, false],
    ['not where NO_COLOR is set', terminal, { ...xterm, NO_COLOR: '1' }, false],
    ['not where NODE_DISABLE_COLORS is set', terminal, { ...xterm, NODE_DISABLE_COLORS: '1' }, false],
    ['not on a dumb terminal', terminal, { TERM: 'dumb' }, false],
    ['in a pipe where FORCE_COLOR asks for them', pipe, { FORCE_COLOR: '1' }, true],
    ['not on a terminal where FORCE_COLOR is 0', terminal, { ...xterm, FORCE_COLOR: '0' }, false],
  ])('%s', (_when, stream, environment, expected) => {
    expect(isColoured(stream, environment)).toBe(expected)
  })

  test('closed where they were opened, and never put around nothing', () => {
    const paint = paintOn(terminal, xterm)
    for (const look of Object.values(paint)) {
      expect(look('text')).toMatch(/^\u001b\[\d+mtext\u001b\[\d+m$/)
      expect(look('')).toBe('')
    }
    for (const look of Object.values(plain)) expect(look('text')).toBe('text')
  })
})

/** What `paint` writes; nothing else that a terminal obeys may be left. */
const ours = /\u001b\[(?:1|2|22|31|32|33|36|39)m/g
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/

const withLog = beginningWith((repo) => {
  const bullets = ['O(c=0.9) @Peter: Likes \u001b[31mred\u001b[0m tea', 'X @Peter: No \u001b]0;owned\u0007 kind']
  repo.commit('memory/2025-11-27.md', retain(...bullets))
  repo.memory('sync')
})

const calls = [
  ['recall', 'tea', '--explain'],
  ['show', 'Peter'],
  ['status'],
  ['doctor'],
  ['hooks', 'status'],
  ['verify'],
]

describe('what is coloured says what it says without', () => {
  test.each(calls.map((args) => [args.join(' '), args] as const))('%s', (_name, args) =>
    withLog((repo) => {
      const bare = repo.memory(...args)
      const coloured = repo.with({ FORCE_COLOR: '1' }).memory(...args)
      expect(bare.stdout).not.toContain('\u001b')
      expect(coloured.stdout).toMatch(ours)
      expect(coloured.stdout.replace(ours, '')).toBe(bare.stdout)
      expect(coloured.stdout.replace(ours, '')).not.toMatch(obeyed)
      expect(coloured.status).toBe(bare.status)
    }),
  )

  test('and JSON has no colour, whatever asks for it', () =>
    withLog((repo) => {
      const { stdout } = repo.with({ FORCE_COLOR: '1' }).memory('recall', 'tea', '--json')
      expect(stdout).not.toContain('\u001b')
      expect(JSON.parse(stdout)).toMatchObject({ results: [{ id: '0vbb1x1jqa' }] })
    }))

  test('an error too', () =>
    withLog((repo) => {
      const { stderr } = repo.with({ FORCE_COLOR: '1' }).memory('recal')
      expect(stderr).toMatch(ours)
      expect(stderr.replace(ours, '')).toBe(repo.memory('recal').stderr)
    }))
})

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false
const onATerminal = hasScript ? test : test.skip

describe('on a real terminal', () => {
  const seen = (repo: Repo, variables: NodeJS.ProcessEnv, before = ''): string => {
    const command = `${before}"${process.execPath}" "${memoryCommand}" recall tea`
    const ran = repo.with({ ...xterm, ...variables }).run('script', '-qec', command, repo.path('../typescript'))
    expect(ran.status).toBe(0)
    return ran.stdout.replaceAll('\r\n', '\n')
  }
  onATerminal('recall is coloured, and not where NO_COLOR is set', () =>
    withLog((repo) => {
      const bare = repo.memory('recall', 'tea').stdout
      const coloured = seen(repo, {})
      expect(coloured).toContain('\u001b[36mmemory/2025-11-27.md#L2\u001b[39m')
      expect(coloured.replace(ours, '')).toBe(bare)
      expect(seen(repo, { NO_COLOR: '1' })).toBe(bare)
      expect(seen(repo, { TERM: 'dumb' })).toBe(bare)
    }),
  )

  onATerminal('recall stands within its columns, and is whole in a pipe', () =>
    withRepo((repo) => {
      const words = 'Prefers short replies on WhatsApp, and long ones in files that can be read later'
      repo.commit('memory/2025-11-27.md', retain(`W @Peter: ${words} with tea`))
      expect(seen(repo, { NO_COLOR: '1' }, 'stty cols 40; ').split('\n').slice(0, 4)).toEqual([
        'W       Prefers short replies on',
        '        WhatsApp, and long ones in files',
        '        that can be read later with tea — Peter',
        expect.stringContaining('memory/2025-11-27.md#L2'),
      ])
      expect(repo.memory('recall', 'tea').stdout).toContain(`${words} with tea — Peter\n`)
    }),
  )
})
