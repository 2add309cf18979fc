import { cpSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import type { Workspace } from '../../src/index.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const example = fileURLToPath(new URL('../../examples/workspace', import.meta.url))

/** Every log of the example, and every entity that has a page. */
interface Example {
  readonly repo: Repo
  readonly workspace: Workspace
  readonly logs: readonly string[]
  readonly names: readonly string[]
}

/** The example with its pages committed. */
const begun = beginningWith(async (repo) => {
  cpSync(example, repo.path(), { recursive: true })
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'three weeks')
  await repo.use((workspace) => workspace.reflect())
  repo.git('add', 'bank')
  repo.git('commit', '-q', '-m', 'pages')
})
const withExample = (work: (given: Example) => Promise<void>): Promise<void> =>
  begun(async (repo) => {
    const logs = [...repo.files('memory').keys()].map((path) => Buffer.from(path, 'latin1').toString())
    const names = readdirSync(repo.path('bank/entities')).map((file) => file.slice(0, -'.md'.length))
    expect([logs.length, names.length]).toEqual([23, 17])
    await work({ repo, workspace: repo.open(), logs, names: names.toSorted() })
  })

/** Commit a log, write the pages, look at them, and take all of it back; pages come and go with nothing here. */
async function afterLog<T>({ repo, workspace }: Example, log: string, text: string, look: () => T): Promise<T> {
  repo.commit(log, text)
  expect(await workspace.reflect()).toMatchObject({ created: [], removed: [] })
  const seen = look()
  repo.git('reset', '-q', '--hard', 'HEAD^')
  return seen
}

interface Cost {
  readonly pages: number
  /** Added and removed. */
  readonly lines: number
  /** Headings that had nothing under them before. */
  readonly headings: number
}

function costIn(repo: Repo): Cost {
  const diff = repo.git('diff', '-U0', '--', 'bank').split('\n')
  const count = (form: RegExp): number => diff.filter((line) => form.test(line)).length
  return { pages: count(/^diff --git /), lines: count(/^(?:\+(?!\+\+ )|-(?!-- ))/), headings: count(/^\+## /) }
}

/** The log with a bullet at its end, in the Retain section that ends it or in a new one. */
function withBullet(log: string, bullet: string): string {
  const last = log.match(/^## .*$/gm)?.at(-1) ?? ''
  const open = /^## (?:Retain|Mantieni|保留)/.test(last)
  return `${log.trimEnd()}\n${open ? '' : '\n## Retain\n\n'}- ${bullet}\n`
}

/** A heading of a page takes three lines with the blank ones around it, and changes the marker above it. */
const headingCosts = 5

/** One of these for each log, in turn: bullets about an entity, and another. */
type Bullets = readonly ((name: string, other: string) => string)[]

describe('one bullet more at the end of any log of the example', () => {
  const about: Bullets = [
    (name) => `W @${name}: Has a new red bicycle.`,
    (name) => `O(c=0.80) @${name}: Enjoys long tram rides.`,
    (name) => `S @${name}: Mostly comes by bicycle.`,
    (name) => `B @${name}: I repaired the red bicycle.`,
  ]
  const moving: Bullets = [
    () => 'O(c=0.95) @Peter: Prefers meetings in the morning, before 11:00.',
    () => 'W @Peter: Does not like replies <1200 characters on his phone.',
    () => 'W @Peter: Prefers meetings in the morning.',
  ]
  const aboutTwo: Bullets = [
    (name, other) => `W @${name} @${other}: Share a red bicycle.`,
    (name, other) => `O(c=0.80) @${name} @${other}: Enjoy long tram rides.`,
  ]

  const costs = (bullets: Bullets, check: (cost: Cost) => void): Promise<void> =>
    withExample(async (given) => {
      for (const [at, log] of given.logs.entries()) {
        // Three steps further there is always somebody else.
        const [name, other] = [at, at + 3].map((step) => given.names[step % given.names.length]!) as [string, string]
        const bullet = bullets[at % bullets.length]!(name, other)
        const cost = await afterLog(given, log, withBullet(given.repo.read(log), bullet), () => costIn(given.repo))
        try {
          check(cost)
        } catch (cause) {
          throw new Error(`${log}: ${bullet}: ${JSON.stringify(cost)}`, { cause })
        }
      }
    })

  test('about whomever changes two pages and at most twelve lines', () =>
    costs(about, ({ pages, lines }) => {
      expect(pages).toBe(2)
      expect(lines).toBeLessThanOrEqual(12)
    }))

  test('that moves a belief changes at most three pages and twelve lines', () =>
    costs(moving, ({ pages, lines }) => {
      expect(pages).toBeLessThanOrEqual(3)
      expect(lines).toBeLessThanOrEqual(12)
    }))

  test('that names two changes three pages and at most twelve lines, more only where several get a heading', () =>
    costs(aboutTwo, ({ pages, lines, headings }) => {
      expect(pages).toBe(3)
      expect(lines - headingCosts * Math.max(0, headings - 1)).toBeLessThanOrEqual(12)
    }))
})

test('narrative above a Retain section changes nothing of the pages but that day’s citations', () =>
  withExample(async (given) => {
    const { repo, logs } = given
    const before = repo.files('bank')
    let moved = 0
    for (const log of logs) {
      const text = repo
        .read(log)
        .replace(/^## (?:Retain|Mantieni|保留)/m, '## Later\n\nIt rained.\n\n- Umbrella.\n\n$&')
      if (text === repo.read(log)) continue
      moved++
      const name = Buffer.from(log.slice('memory/'.length)).toString('latin1').replaceAll('.', '\\.')
      const lines = new RegExp(`(?<=/${name}\\?plain=1#)L\\d+(?:-L\\d+)?`, 'g')
      const without = (pages: Map<string, string>) =>
        new Map([...pages].map(([path, page]) => [path, page.replace(lines, '')]))
      const after = await afterLog(given, log, text, () => repo.files('bank'))
      expect(after).not.toEqual(before)
      expect(without(after)).toEqual(without(before))
    }
    expect(moved).toBeGreaterThan(15)
  }))
