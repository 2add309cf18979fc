import { expect, test } from '@jest/globals'
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

const indexed = (text: string) => [{ path, mode: '100644', oid: blobOid(Buffer.from(text), sha1) }]

test('a note that is as committed is not read again while the system tells it by the same stamp', () => {
  const seen: SeenCommitted = new Map()
  const files = looking(['one', 'two'], ['1', '1', '2'])
  const ask = (): string[] => uncommittedNotes(files, indexed('one'), seen).map((note) => note.path)
  expect([ask(), files.reads]).toEqual([[], 1])
  expect([ask(), files.reads]).toEqual([[], 1])
  expect([ask(), files.reads]).toEqual([[path], 2])
})

test('a note that was read is read again where HEAD holds something else now', () => {
  const seen: SeenCommitted = new Map()
  const files = looking(['one', 'one'], ['1', '1'])
  expect(uncommittedNotes(files, indexed('one'), seen)).toEqual([])
  expect(uncommittedNotes(files, indexed('two'), seen).map((note) => note.path)).toEqual([path])
})

test('a note that differs, and one that was written to just now, are read each time', () => {
  const seen: SeenCommitted = new Map()
  const files = looking(['two', 'two', 'one', 'two'], ['1', '1', undefined, undefined])
  const ask = (): string[] => uncommittedNotes(files, indexed('one'), seen).map((note) => note.path)
  expect([ask(), ask(), ask(), ask()]).toEqual([[path], [path], [], [path]])
})
