import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }))

/** Where each name is declared at the top of a file: overloads of one function count once. */
function declared(form: RegExp): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of sources)
    for (const [, name = ''] of text.matchAll(form)) places.set(name, (places.get(name) ?? new Set()).add(path))
  return new Map([...places].map(([name, paths]) => [name, [...paths]]))
}

const types = declared(/^(?:export )?(?:declare )?(?:interface|type|class) (\w+)/gm)
/** A command is called as its file and its word on the command line, so as the verb that it runs; where a program begins, `main`. */
const isCommand = (name: string, path: string): boolean =>
  name === 'main' || path === `cli/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
const exported = new Map(
  [...declared(/^export (?:async )?(?:function\*?|const) (\w+)/gm)].map(([name, paths]) => [
    name,
    paths.filter((path) => !isCommand(name, path)),
  ]),
)
const twice = (names: ReadonlyMap<string, readonly string[]>): [string, readonly string[]][] =>
  [...names].filter(([, paths]) => paths.length > 1)

describe('a name means one thing in all of src', () => {
  test('no type is called as another one is', () => {
    expect(types.size).toBeGreaterThan(500)
    expect(twice(types)).toEqual([])
  })

  test('no exported function is called as another one is', () => {
    expect(exported.size).toBeGreaterThan(800)
    expect(twice(exported)).toEqual([])
  })

  test('an exported function says what it does or gives, not only that it was done: `printable`, not `shown`', () => {
    const participles =
      /^(?!(?:embed|segment|forget|meet|target|bullet|around|retirement)$)[a-z]+(?:ed|en|aid|old|ound|eld|ept|ade|own|ought)$/
    expect([...exported.keys()].filter((name) => participles.test(name))).toEqual([])
  })
})
