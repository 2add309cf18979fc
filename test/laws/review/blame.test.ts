import { expect, test } from '@jest/globals'
import { MemoryError } from '../../../src/model/error.js'
import { workspacePaths } from '../../../src/model/note.js'
import { emptyInMemory } from '../../../src/store/store.js'
import { bringTo, commitAt } from '../../../src/workspace/session/at-commit.js'
import { openedAt } from '../../../src/workspace/session/opened.js'
import { checkout, type Repo } from '../../support/with-repo.js'
import { askedRuns, withHistory } from './random-history.js'

const { seed, runs } = askedRuns(5)

/** A confidence in hundredths, with what became of it; `said` of what is no belief; undefined where settings cannot be read. */
type Stands = string | null | undefined

/** Of every commit that leads to HEAD what a rebuild of it alone holds, and its parents. */
interface Replayed {
  readonly parents: ReadonlyMap<string, readonly string[]>
  /** The statements of the belief that HEAD has it in, in their order; itself alone where there is none. */
  readonly together: (id: string) => readonly string[]
  readonly at: (commit: string, id: string) => Stands
  /** Whether neither it nor any commit before it holds a note. */
  readonly isBare: (commit: string) => boolean
  /** Every id that any of them holds. */
  readonly ids: readonly string[]
}

async function replayed(repo: Repo): Promise<Replayed> {
  const lines = repo.git('rev-list', '--parents', '--topo-order', 'HEAD').split('\n')
  const parents = new Map(lines.map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)]))
  const held = new Map<string, ReadonlyMap<string, string> | undefined>()
  const beliefs: string[][] = []
  const [head] = parents.keys()
  const here = openedAt({ cwd: repo.root, environment: repo.environment, here: true }, checkout)
  for (const commit of parents.keys()) {
    const store = emptyInMemory(here.session.repository.ownFolder)
    try {
      await bringTo(here.session, store, commitAt(here.session.repository, commit, 'a test'))
      const dump = [...store.dump()]
      held.set(commit, standingIn(dump))
      if (commit === head) beliefs.push(...statementsIn(dump))
    } catch (cause) {
      if (!(cause instanceof MemoryError) || cause.code !== 'bad-config') throw cause
      held.set(commit, undefined)
    } finally {
      store.close()
    }
  }
  here.close()
  return {
    parents,
    together: (id) => beliefs.find((statements) => statements.includes(id)) ?? [id],
    at: (commit, id) => {
      const ids = held.get(commit)
      return ids && (ids.get(id) ?? null)
    },
    isBare: (commit) => repo.tryGit('rev-list', '-1', commit, '--', ...workspacePaths).stdout === '',
    ids: [...new Set([...held.values()].flatMap((ids) => [...(ids?.keys() ?? [])]))],
  }
}

/** Rows of `statement`, `[opinion, ordinal, fact]`, come in order. */
function statementsIn(dump: readonly string[]): string[][] {
  const found = new Map<string, string[]>()
  for (const line of dump) {
    const [table, opinion, , fact] = JSON.parse(line) as [string, string, number, string]
    if (table === 'statement') found.set(opinion, [...(found.get(opinion) ?? []), fact])
  }
  return [...found.values()]
}

function standingIn(dump: readonly string[]): Map<string, string> {
  const rows = dump.map((line) => JSON.parse(line) as [string, ...unknown[]])
  const opinions = new Map(
    rows.flatMap(([table, id, confidence, , , until, retired]) =>
      table === 'opinion'
        ? [[id as string, `${Math.round((confidence as number) / 10)} ${until ?? ''} ${retired}`] as const]
        : [],
    ),
  )
  const found = new Map<string, string>()
  for (const [table, ...row] of rows) {
    if (table === 'fact' && row[4] === 'observation' && !['suggested', 'held'].includes(row[5] as string))
      found.set(row[3] as string, 'said')
    if (table === 'statement') found.set(row[2] as string, opinions.get(row[0] as string)!)
  }
  return found
}

test(`blame and bisect say what replaying every commit says (${runs} histories of seed ${seed})`, async () => {
  let steps = 0
  for (let run = 0; run < runs; run++)
    await withHistory(seed * 100 + run, 40, async (repo, dice, told) => {
      if (repo.tryGit('rev-parse', '-q', '--verify', 'HEAD').status !== 0) return
      const { parents, at: alone, ids, together, isBare } = await replayed(repo)
      const head = repo.git('rev-parse', 'HEAD')
      const workspace = repo.open()
      for (const id of dice.some(ids, 4)) {
        const history = [id, ...told].join('\n')
        const statements = together(id)
        /** Of several statements the first that there is tells how the belief stands. */
        const at = (commit: string, _id: string): Stands => {
          const stands = statements.map((each) => alone(commit, each))
          return stands.includes(undefined) ? undefined : (stands.find((each) => each !== null) ?? null)
        }
        const found = await workspace.blame(`^${id}`).catch((cause: MemoryError) => cause.code)
        if (typeof found === 'string') {
          const isNowhere = [...parents.keys()].every((commit) => at(commit, id) === null)
          expect([history, found]).toEqual([history, isNowhere ? 'not-found' : 'bad-config'])
          if (!isNowhere) expect([history, at(head, id)]).toEqual([history, undefined])
          continue
        }
        const expected = [...parents].flatMap(([commit, its]) => {
          const now = at(commit, id)
          if (now === undefined) return []
          const before = its.map((parent) => at(parent, id))
          const isMoved = its.length === 0 ? now !== null : before.every((was) => was !== undefined && was !== now)
          return isMoved ? commit : []
        })
        expect([history, found.steps.map(({ commit }) => commit).toSorted()]).toEqual([history, expected.toSorted()])
        steps += expected.length
        const isGone = at(head, id) === null
        const sought = isGone ? { gone: true } : { below: 0.8 }
        const holds = (commit: string): boolean => {
          const now = at(commit, id)
          if (now === undefined) return false
          return isGone ? now === null : now !== null && now !== 'said' && Number(now.split(' ')[0]) < 80
        }
        const { first } = await workspace.bisect(`^${id}`, sought)
        expect([history, first !== null]).toEqual([history, holds(head)])
        if (!first) continue
        // Where both sides of a merge have it so, either leads back to a commit from which on it is.
        const reached = new Set([head])
        for (const commit of reached) for (const parent of parents.get(commit)!) if (holds(parent)) reached.add(parent)
        expect([history, reached.has(first.commit)]).toEqual([history, true])
        // Before there was anything of memory nothing was said either: of that no commit is told.
        const before = parents.get(first.commit)!.filter((parent) => holds(parent) && !isBare(parent))
        expect([history, before]).toEqual([history, []])
      }
    })
  expect(steps).toBeGreaterThan(runs)
}, 3_600_000)
