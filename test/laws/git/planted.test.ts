import { expect, test } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
// @ts-expect-error: plain JavaScript, for it runs without a build
import { mutants } from './planted.js'

interface Planted {
  readonly edits: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>
  readonly by?: string
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

test.each(Object.entries(mutants as Readonly<Record<string, Planted>>))(
  'the mistake that is planted is still where the source has it: %s',
  (_, { edits, by }) => {
    for (const [path, replacements] of Object.entries(edits)) {
      const text = readFileSync(join(root, path), 'utf8')
      expect(replacements.filter(([from]) => text.split(from).length !== 2)).toEqual([])
    }
    if (by?.endsWith('.ts')) expect(existsSync(join(root, by))).toBe(true)
  },
)
