import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { roleOf, type TreeFile } from '../../src/model/note.js'
import { changeSet } from '../../src/pipeline/change-set.js'

const seed = 28
const file = (path: string, oid = 'a1', mode = '100644'): TreeFile => ({ path, oid, mode })
const anyFile = fc
  .tuple(
    fc.constantFrom(
      'MEMORY.md',
      'memory/a.md',
      'memory/b.md',
      'bank/world.md',
      'memory/c.mdx',
      'memory/.dreams/d.md',
      'README.md',
    ),
    fc.constantFrom('a1', 'b2', 'c3'),
    fc.constantFrom('100644', '100755', '120000', '160000'),
  )
  .map(([path, oid, mode]) => file(path, oid, mode))
const tree = fc.uniqueArray(anyFile, { selector: ({ path }) => path, maxLength: 7 })

const paths = (files: readonly TreeFile[]): string[] => files.map(({ path }) => path)

describe('what a sync has to do', () => {
  test('is nothing where the index holds the tree already', () => {
    fc.assert(
      fc.property(tree, (files) => {
        const held = files.filter(({ path }) => roleOf(path) !== 'other')
        expect(changeSet(held, files)).toEqual({ changed: [], modes: [], skipped: [], gone: [] })
      }),
      { seed },
    )
  })

  test('covers every path once, whatever both sides hold', () => {
    fc.assert(
      fc.property(tree, tree, (indexed, files) => {
        const found = changeSet(indexed, files)
        const touched = [
          ...paths(found.changed),
          ...paths(found.modes),
          ...found.skipped.map((one) => one.file.path),
          ...found.gone,
        ]
        expect(new Set(touched).size).toBe(touched.length)
        const ours = files.filter(({ path }) => roleOf(path) !== 'other')
        const left = new Set(paths(ours))
        expect(found.gone).toEqual(paths(indexed).filter((path) => !left.has(path)))
        for (const one of ours) {
          const known = indexed.find(({ path }) => path === one.path)
          if (known?.oid !== one.oid)
            expect([...paths(found.changed), ...found.skipped.map((skipped) => skipped.file.path)]).toContain(one.path)
        }
      }),
      { seed, numRuns: 700 },
    )
  })

  test('after it, the index holds the tree', () => {
    fc.assert(
      fc.property(tree, tree, (indexed, files) => {
        const { changed, modes, skipped, gone } = changeSet(indexed, files)
        const held = new Map(indexed.map((one) => [one.path, one]))
        for (const path of gone) held.delete(path)
        for (const one of [...changed, ...modes, ...skipped.map((found) => found.file)]) held.set(one.path, one)
        expect(changeSet([...held.values()], files)).toEqual({ changed: [], modes: [], skipped: [], gone: [] })
      }),
      { seed, numRuns: 700 },
    )
  })

  test('reads a note only where its blob is another', () => {
    expect(changeSet([file('memory/a.md', 'a1')], [file('memory/a.md', 'b2')]).changed).toEqual([
      file('memory/a.md', 'b2'),
    ])
    expect(changeSet([file('memory/a.md')], [file('memory/a.md', 'a1', '100755')])).toEqual({
      changed: [],
      modes: [file('memory/a.md', 'a1', '100755')],
      skipped: [],
      gone: [],
    })
  })

  test('a rename is one path gone and one new', () => {
    expect(changeSet([file('memory/a.md')], [file('memory/b.md')])).toEqual({
      changed: [file('memory/b.md')],
      modes: [],
      skipped: [],
      gone: ['memory/a.md'],
    })
  })

  test('a note that becomes a link of the same bytes is no longer indexed, and the other way round it is', () => {
    const [note, link] = [file('memory/a.md'), file('memory/a.md', 'a1', '120000')]
    expect(changeSet([note], [link]).skipped.map((one) => one.problem.message)).toEqual([
      'not indexed: not a regular file',
    ])
    expect(changeSet([link], [note]).changed).toEqual([note])
  })

  test('nothing is dropped silently: what could have been a note and is none has a reason', () => {
    const skipped = changeSet(
      [],
      [
        file('memory/.dreams/a.md'),
        file('memory/a.mdx'),
        file('memory/link.md', 'a1', '120000'),
        file('memory/module.md', 'a1', '160000'),
        file('README.md'),
      ],
    ).skipped
    expect(skipped.map(({ problem }) => [problem.path, problem.kind, problem.line])).toEqual([
      ['memory/.dreams/a.md', 'skipped', 0],
      ['memory/a.mdx', 'skipped', 0],
      ['memory/link.md', 'skipped', 0],
      ['memory/module.md', 'skipped', 0],
    ])
    for (const { problem } of skipped) expect(problem.message).toMatch(/^not indexed: /)
  })
})
