import { expect, test } from '@jest/globals'
import { installMerging } from '../../../src/hooks/merging.js'
import { MemoryError } from '../../../src/model/error.js'
import { hookCommand, type Repo } from '../../support/with-repo.js'
import { allCommits, askedRuns, withHistory } from './random-history.js'

const { seed, runs } = askedRuns(5)
const pairsEach = 3

interface Believed {
  readonly confidence: number
  readonly isOver: boolean
  readonly retired: boolean
}

/** What the index of a commit holds, and the pages that reflecting writes there. */
interface Shown {
  readonly opinions: ReadonlyMap<string, Believed>
  /** Which opinion each statement is of. */
  readonly statements: ReadonlyMap<string, string>
  readonly facts: ReadonlySet<string>
  readonly pages: ReadonlyMap<string, string>
}

async function shownBy(repo: Repo): Promise<Shown> {
  const opinions = new Map<string, Believed>()
  const statements = new Map<string, string>()
  const facts = new Set<string>()
  await repo.use(async (workspace) => {
    await workspace.dump((line) => {
      const [table, ...row] = JSON.parse(line) as [string, ...unknown[]]
      if (table === 'opinion') {
        const [id, confidence, , , until, retired] = row as [string, number, unknown, unknown, string | null, number]
        opinions.set(id, { confidence: Math.round(confidence / 10), isOver: until !== null, retired: retired === 1 })
      }
      if (table === 'statement') statements.set(row[2] as string, row[0] as string)
      if (
        table === 'fact' &&
        !['passage', 'opinion'].includes(row[4] as string) &&
        !['suggested', 'held'].includes(row[5] as string)
      )
        facts.add(row[3] as string)
    })
    await workspace.reflect()
  })
  return { opinions, statements, facts, pages: repo.files('bank') }
}

const differs = (one: Believed, other: Believed): boolean =>
  one.confidence !== other.confidence || one.isOver !== other.isOver || one.retired !== other.retired

function refused(cause: unknown): { readonly refused: string } {
  if (cause instanceof MemoryError && cause.code === 'bad-config') return { refused: cause.message }
  throw cause
}

function checkedOut(repo: Repo, commit: string, name: string, ...others: readonly string[]): Repo {
  const clone = repo.another(name)
  clone.git('fetch', '-q', repo.root, '+refs/*:refs/told/*', commit, ...others)
  clone.git('checkout', '-q', '--force', '-B', 'main', commit)
  return clone
}

test(`what impact says of two commits is what merging them then shows (${runs} histories of seed ${seed}, ${pairsEach} pairs each)`, async () => {
  let merged = 0
  for (let run = 0; run < runs; run++)
    await withHistory(seed * 1000 + run, 30, async (repo, dice, told) => {
      const commits = allCommits(repo)
      const workspace = repo.open()
      for (let pair = 0; pair < pairsEach; pair++) {
        const [base, head] = [dice.one(commits), dice.one(commits)]
        const there = checkedOut(repo, base, `base-${run}-${pair}`)
        const onto = checkedOut(repo, base, `merged-${run}-${pair}`, head)
        installMerging(onto.open().repository, { node: process.execPath, hook: hookCommand })
        const { status } = onto.tryGit('merge', '-q', '--no-edit', '-m', 'merged', head)
        const isUnrelated = onto.tryGit('merge-base', base, head).status !== 0
        if (isUnrelated) {
          await expect(workspace.impact(`${base}..${head}`)).rejects.toThrow('none in common')
          continue
        }
        const found = await workspace.impact(`${base}..${head}`).catch(refused)
        if (status !== 0) {
          if ('conflicts' in found) expect(found.conflicts).not.toEqual([])
          continue
        }
        const [before, after] = [await shownBy(there).catch(refused), await shownBy(onto).catch(refused)]
        if ('refused' in before || 'refused' in after || 'refused' in found) {
          // Settings that no version can read are refused here as they are in a clone.
          expect([told, 'refused' in found]).toEqual([told, 'refused' in before || 'refused' in after])
          continue
        }
        merged++
        const history = told.join('\n')
        expect([history, found.conflicts]).toEqual([history, []])
        const of = (...wanted: string[]): string[] =>
          found.differences.flatMap(({ id, becomes, kind }) =>
            wanted.includes(becomes) && kind === 'opinion' ? id : [],
          )
        const changed = [...after.opinions].flatMap(([id, now]) => {
          const was = before.opinions.get(id)
          return was && differs(was, now) ? id : []
        })
        const toldIds = new Set(of('crossed', 'reversed', 'moved', 'retired'))
        for (const id of changed) expect([history, id, toldIds.has(id)]).toEqual([history, id, true])
        for (const id of toldIds) {
          const was = before.opinions.get(id) ?? before.opinions.get(before.statements.get(id) ?? '')
          const joined = was === undefined
          expect([history, id, joined || differs(was, after.opinions.get(id)!)]).toEqual([history, id, true])
        }
        const fresh = [...after.opinions.keys()].filter((id) =>
          [...after.statements].every(([statement, opinion]) => opinion !== id || !before.statements.has(statement)),
        )
        expect([history, of('new').toSorted()]).toEqual([history, fresh.toSorted()])
        const gone = [...before.opinions.keys()].filter((id) =>
          [...before.statements].every(([statement, opinion]) => opinion !== id || !after.statements.has(statement)),
        )
        expect([history, of('gone').toSorted()]).toEqual([history, gone.toSorted()])
        const plain = (becomes: string): string[] =>
          found.differences
            .flatMap((each) => (each.becomes === becomes && each.kind !== 'opinion' ? each.id : []))
            .toSorted()
        const missing = (from: ReadonlySet<string>, among: ReadonlySet<string>): string[] =>
          [...from].filter((id) => !among.has(id)).toSorted()
        expect([history, plain('new')]).toEqual([history, missing(after.facts, before.facts)])
        expect([history, plain('gone')]).toEqual([history, missing(before.facts, after.facts)])
        const pages = [...new Set([...before.pages.keys(), ...after.pages.keys()])].filter(
          (path) => before.pages.get(path) !== after.pages.get(path),
        )
        expect([history, found.pages.map(({ path }) => path)]).toEqual([history, pages.toSorted()])
      }
    })
  expect(merged).toBeGreaterThan(runs / 2)
}, 3_600_000)
