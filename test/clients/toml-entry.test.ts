import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parse } from 'smol-toml'
import { tomlEntry } from '../../src/clients/toml-entry.js'

const value = { command: 'npx', args: ['a'] }
const { add, find, remove } = tomlEntry(['servers', 'ours'], value, 'undo')

const line = fc.constantFrom(
  '# theirs',
  '',
  '  ',
  'day = 2025-11-27T10:00:00Z',
  'text = """\ntwo\nlines"""',
  '[servers.other]',
  'command = "x" # why',
  '[[list]]',
  'big = 9007199254740991',
)
const isToml = (text: string): boolean => {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}
const file = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(
    ([lines, newline, isEnded]) =>
      lines.join('\n').replaceAll('\n', newline) + (isEnded && lines.length > 0 ? newline : ''),
  )
  .filter(isToml)

describe('a table in a file of TOML that people write too', () => {
  test('comes to what stands there, and taking it out gives the bytes from before', () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(find('x.toml', text)).toBe('missing')
        const added = add('x.toml', text)
        expect(added.startsWith(text)).toBe(true)
        expect((parse(added) as { servers: object }).servers).toMatchObject({ ours: value })
        expect(find('x.toml', added)).toBe('ours')
        expect(remove('x.toml', added)).toBe(text)
      }),
      { numRuns: 1000 },
    )
    expect(remove('x.toml', add('x.toml', undefined))).toBeNull()
  })

  test('is taken out of what somebody wrote behind it since, unless those lines became its own', () => {
    const added = add('x.toml', 'a = 1\n')
    expect(remove('x.toml', `${added}[theirs]\nb = 2\n`)).toBe('a = 1\n[theirs]\nb = 2\n')
    expect(find('x.toml', `${added}[theirs]\nb = 2\n`)).toBe('ours')
    expect(find('x.toml', `${added}startup_timeout_sec = 2\n`)).toBe('changed')
    expect(find('x.toml', `${added}[servers.ours.env]\nA = "b"\n`)).toBe('changed')
  })

  test.each([
    '[servers.ours]\ncommand = "other"\n',
    'servers.ours.command = "other"\n',
    'servers = { ours = { command = "npx", args = ["a"] } }\n',
    add('x.toml', undefined).replace('npx', 'other'),
    'servers = 3\n',
  ])('that somebody wrote or changed is theirs: %j', (text) => {
    expect(find('x.toml', text)).toBe('changed')
  })

  test.each([
    ['a = 1\nb = \n', 'x.toml:2 is not understood: '],
    ['a = 1\na = 2\n', 'x.toml:2 is not understood: '],
    ['a = 1\n# >>> workspace-memory\n[servers.other]\n', 'x.toml:2 is not understood: our block begins there'],
  ])('has no place in %j, which is told with its line', (text, message) => {
    expect(() => find('x.toml', text)).toThrow(message)
  })

  test('has no place where its group is written on one line', () => {
    expect(find('x.toml', 'a = 1\nservers = {}\n')).toBe('missing')
    expect(() => add('x.toml', 'a = 1\nservers = {}\n')).toThrow(
      'x.toml:2 is not understood: servers is written so that',
    )
  })
})
