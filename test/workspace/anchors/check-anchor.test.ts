import { expect, test } from '@jest/globals'
import { nearPaths, nearSymbols } from '../../../src/workspace/anchors/check-anchor.js'

test('of many files with the name of a missing one, those are near whose folders are spelt alike', () => {
  const folders = ['a', 'b', 'c', 'src/pipeline', 'src/pipe', 'src/zoo']
  const near = nearPaths([...folders.map((folder) => `${folder}/index.ts`), 'src/pipelin.ts'], 'src/pipelin/index.ts')
  expect(near.slice(0, 2)).toEqual(['src/pipeline/index.ts', 'src/pipe/index.ts'])
})

test('a symbol that ends in a sign is near to what the name before it is', () => {
  const text = 'function parse() {}\nfunction zip() {}\n'
  expect(nearSymbols('src/x.ts', text, 'pars.')).toEqual(['parse'])
  expect(nearSymbols('src/x.ts', text, '.')).toEqual([])
})

test('only the nearest of many names are looked up, each of which takes a search of the file', () => {
  const calls = (many: number): string => Array.from({ length: many }, (_, at) => `  run(get${at})\n`).join('')
  const nearTo = (text: string): string[] => nearSymbols('src/x.ts', text, 'get')
  expect(nearTo(`${calls(10)}function forgetAllOfThem() {}\n`)).toEqual(['forgetAllOfThem'])
  expect(nearTo(`${calls(200)}function forgetAllOfThem() {}\n`)).toEqual([])
})
