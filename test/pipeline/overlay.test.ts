import { describe, expect, test } from '@jest/globals'
import { uncommittedNotes, type SeenCommitted, type WorkingTree } from '../../src/pipeline/overlay.js'
import { blobOid } from '../../src/files/files.js'

const sha1 = '0'.repeat(40)
const path = 'memory/2025-11-27.md'

/** A folder with one note; `stamps` are what the system tells it by, one a look. */
function looking(texts: string[], stamps: (string | undefined)[]): WorkingTree & { reads: number } {
  return {
    reads: 0,
    walk: () => [path],
    read(asked) {
      if (asked !== path) return undefined
      this.reads++
      return Buffer.from(texts.shift()!)
    },
    stamp: (asked) => (asked === path ? stamps.shift() : undefined),
    oidOf: blobOid,
  }
}

function seenInMemory(): SeenCommitted {
  const seen = new Map<string, string>()
  return { has: (asked, asSeen) => seen.get(asked) === asSeen, add: (found, asSeen) => void seen.set(found, asSeen) }
}

const indexed = (text: string) => new Map([[path, blobOid(Buffer.from(text), sha1)]])

test('a note that is as committed is not read again while the system tells it by the same stamp', () => {
  const seen = seenInMemory()
  const files = looking(['one', 'two'], ['1', '1', '2'])
  const ask = (): string[] => uncommittedNotes(files, indexed('one'), seen).map((note) => note.path)
  expect([ask(), files.reads]).toEqual([[], 1])
  expect([ask(), files.reads]).toEqual([[], 1])
  expect([ask(), files.reads]).toEqual([[path], 2])
})

test('a note that was read is read again where HEAD holds something else now', () => {
  const seen = seenInMemory()
  const files = looking(['one', 'one'], ['1', '1'])
  expect(uncommittedNotes(files, indexed('one'), seen)).toEqual([])
  expect(uncommittedNotes(files, indexed('two'), seen).map((note) => note.path)).toEqual([path])
})

test('a note that differs, and one that was written to just now, are read each time', () => {
  const seen = seenInMemory()
  const files = looking(['two', 'two', 'one', 'two'], ['1', '1', undefined, undefined])
  const ask = (): string[] => uncommittedNotes(files, indexed('one'), seen).map((note) => note.path)
  expect([ask(), ask(), ask(), ask()]).toEqual([[path], [path], [], [path]])
})

describe('a disk that folds case', () => {
  /** Files by the names that the disk lists; any case of a name opens its file. */
  const folding = (listed: Readonly<Record<string, string>>): WorkingTree => {
    const names = Object.keys(listed)
    const named = (asked: string): string | undefined =>
      names.find((name) => name.toLowerCase() === asked.toLowerCase())
    return {
      walk: (folder) => names.filter((name) => name.startsWith(`${folder}/`)),
      read: (asked) => (named(asked) === undefined ? undefined : Buffer.from(listed[named(asked)!]!)),
      stamp: () => undefined,
      identity: named,
      oidOf: blobOid,
    }
  }
  const inHead = (...files: [path: string, text: string][]) =>
    new Map(files.map(([name, text]) => [name, blobOid(Buffer.from(text), sha1)]))
  const told = (listed: Readonly<Record<string, string>>, ...head: [path: string, text: string][]): string[] =>
    uncommittedNotes(folding(listed), inHead(...head), seenInMemory()).map(
      (note) => `${note.path} ${String(note.found)}`,
    )

  test('memory.md is one note, by the name that HEAD has it', () => {
    expect(told({ 'memory.md': 'as it was' }, ['memory.md', 'as it was'])).toEqual([])
    expect(told({ 'memory.md': 'as it was' }, ['MEMORY.md', 'as it was'])).toEqual([])
    expect(told({ 'MEMORY.md': 'other' }, ['memory.md', 'as it was'])).toEqual(['memory.md other'])
  })

  test('before a commit has it, it is one note too', () => {
    expect(told({ 'memory.md': 'new' })).toEqual(['MEMORY.md new'])
    expect(told({ 'MEMORY.md': 'new' })).toEqual(['MEMORY.md new'])
  })

  test('a log whose name changed in case alone is the one that HEAD has', () => {
    expect(told({ 'memory/Ideas.md': 'as it was' }, ['memory/ideas.md', 'as it was'])).toEqual([])
    expect(told({ 'memory/Ideas.md': 'other' }, ['memory/ideas.md', 'as it was'])).toEqual(['memory/ideas.md other'])
  })
})

test('where case counts, two files that differ in it alone are two notes', () => {
  const files = {
    ...looking([], []),
    walk: () => ['memory/Ideas.md', 'memory/ideas.md'],
    read: (asked: string) => (asked.startsWith('memory/') ? Buffer.from(asked) : undefined),
    identity: (asked: string) => (asked.startsWith('memory/') ? asked : undefined),
  }
  expect(uncommittedNotes(files, new Map(), seenInMemory()).map((note) => note.path)).toEqual([
    'memory/Ideas.md',
    'memory/ideas.md',
  ])
})
