import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { rehearse } from './stage.js'
import { commandsOf, consoleBy, fits, perform, stepsOf } from './transcript.js'

const folder = fileURLToPath(new URL('.', import.meta.url))

describe('every transcript is what really happens (UPDATE=1 writes what happens into it)', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

  test.each(names)('%s', (name) => rehearse(join(folder, name)))
})

describe('a transcript', () => {
  const block = (text: string): string => `Words.\n\n\`\`\`console\n${text}\n\`\`\`\n`
  const replay = (document: string, run: (command: string) => readonly string[]): string =>
    perform(document, { console: consoleBy(run) })

  test('that still holds is returned unchanged', () => {
    const document = block('$ echo one\none\n$ true\n$ cat <<END\n> a\n>\n> b\n> END\na [..]\n...\nlast')
    const answers: Record<string, string[]> = {
      'echo one': ['one'],
      true: [],
      'cat <<END\na\n\nb\nEND': ['a long story', 'of', 'many lines', 'last'],
    }
    expect(replay(document, (command) => answers[command]!)).toBe(document)
    expect(commandsOf(document)).toEqual(Object.keys(answers))
  })

  test('that does not hold shows what was printed, and keeps the lines that fit', () => {
    const printed = ['at [1]', 'The index stands for 0123456789: 1 note.', 'new']
    expect(replay(block('$ x\nat [..]\nold'), () => printed)).toBe(
      block('$ x\nat [..]\nThe index stands for [..]: 1 note.\nnew'),
    )
  })

  test('keeps what stands for the rest, behind the line that it stood behind', () => {
    const printed = ['Options:', '  --new', '', 'Everywhere:', '  --json', '  --now']
    expect(replay(block('$ x --help\nOptions:\n\nEverywhere:\n...'), () => printed)).toBe(
      block('$ x --help\nOptions:\n  --new\n\nEverywhere:\n...'),
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

  test('holds no block that nothing runs', () => {
    expect(() => perform('```python\nprint()\n```\n', {})).toThrow('no way to run a block of `python`')
  })

  test('keeps a block inside a longer fence, and the file that a block names', () => {
    const document = '````md docs/new.md\n```console\n$ true\n```\n````\n'
    const seen: string[] = []
    perform(document, {
      md: ({ file, body }) => {
        seen.push(file, body)
        return body
      },
    })
    expect(seen).toEqual(['docs/new.md', '```console\n$ true\n```\n'])
    expect(commandsOf(document)).toEqual([])
  })
})
