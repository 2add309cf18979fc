import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { checkout } from '../transcripts/stage.js'

const page = readFileSync(join(checkout, 'docs/faults.md'), 'utf8')

/** How many faults each part of the page has: `G01` to `G27`, … */
const parts = { G: 27, N: 11, H: 16, D: 18, B: 13, A: 18, S: 13, X: 99 } as const

const rows = page.split('\n').flatMap((line) => {
  const [, id, guard] = /^- ([A-Z]\d\d) .+?: (\[.+|(?:Cannot happen|Decided otherwise|Not by a test|Open): .+)$/.exec(line) ?? []
  return id === undefined ? [] : [{ id, guard: guard! }]
})

/** `[git/amend](../test/git/amend.test.ts) “one title”, “another”` → the file and its titles. */
const namedIn = (guard: string): { file: string; titles: string[] }[] =>
  [...guard.matchAll(/\]\(\.\.\/(test\/[^)]+)\)((?:,? “[^”]+”)*)/g)].map(([, file, titles]) => ({
    file: file!,
    titles: [...titles!.matchAll(/“([^”]+)”/g)].map(([, title]) => title!),
  }))

/** `const bounded = isRoot ? test : test.skip`, whose titles are `title('…')`: they say why they are skipped. */
const alias = /^const (\w+) = .* \? test : test\.skip$/

/** The titles that a file gives to its tests and groups, read from its syntax: a title in a comment is none. */
function titlesIn(file: string): Set<string> {
  const source = readFileSync(join(checkout, file), 'utf8')
  const makers = new Set(['test', 'describe'])
  for (const line of source.split('\n')) makers.add(alias.exec(line.trim())?.[1] ?? 'test')
  const found = new Set<string>()
  const called = (node: ts.Expression): string =>
    ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? called(node.expression) : node.getText()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && makers.has(called(node))) {
      const [first] = node.arguments
      const title = first && ts.isCallExpression(first) && called(first) === 'title' ? first.arguments[0] : first
      if (title && ts.isStringLiteralLike(title)) found.add(title.text)
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return found
}

describe('docs/faults.md', () => {
  test('has every fault of each part once, in their order', () => {
    const ids = Object.entries(parts).flatMap(([part, count]) =>
      Array.from({ length: count }, (_, at) => part + String(at + 1).padStart(2, '0')),
    )
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  test('names for each the test that guards it, or says why there is none', () => {
    const bare = rows.filter(({ guard }) => namedIn(guard).length === 0)
    expect(bare.filter(({ guard }) => !/^(?:Cannot happen|Decided otherwise|Not by a test|Open): ./.test(guard))).toEqual([])
  })

  test('names tests that there are, by their titles', () => {
    const missing = rows.flatMap(({ id, guard }) =>
      namedIn(guard).flatMap(({ file, titles }) => {
        const known = titlesIn(file)
        return titles.length === 0 ? [`${id}: ${file}`] : titles.filter((title) => !known.has(title)).map((title) => `${id}: ${file} “${title}”`)
      }),
    )
    expect(missing).toEqual([])
  })
})
