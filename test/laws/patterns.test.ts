import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { build } from 'esbuild'
import { wordFiles } from '../../scripts/bundle/word-files.js'
import { growth, linear } from '../support/growth.js'
import { Dice } from './dice.js'
import { atoms, pairOf, readings, structures } from './structures.js'

// npm run laws:patterns -- --seed 7 --runs 8500
const seed = Number(process.env['LAW_SEED'] ?? 61)
const runs = process.env['LAW_RUNS']

const dice = new Dice(seed)
const number = (below: number): number => dice.number(below)

describe('a note of any structure is read in time that its size bounds', () => {
  if (runs === undefined) {
    const some = structures(500, number).toSorted(() => dice.number(3) - 1)
    test.each([...some.slice(0, 40), ...atoms.slice(0, 8).map((_, at) => pairOf(some[at]!, some[at + 40]!))])(
      '$name',
      ({ make }) => {
        expect(growth(make, readings['Retain section']!, 2500)).toBeLessThan(linear)
      },
    )
    return
  }

  test('alone and in pairs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'memory-patterns-'))
    try {
      const outfile = join(folder, 'patterns.cjs')
      const entry = join(import.meta.dirname, 'patterns-in-time.ts')
      await build({
        entryPoints: [entry],
        outfile,
        bundle: true,
        platform: 'node',
        plugins: [wordFiles()],
        logLevel: 'error',
      })
      expect(spawnSync(process.execPath, [outfile, String(seed), runs], { stdio: 'inherit' }).status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 7_200_000)
})
