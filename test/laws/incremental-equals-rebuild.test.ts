import { writeFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { withRepo, type Repo } from '../support/with-repo.js'
import { history, take, World, type Step } from './history.js'
import { indexFolder } from '../support/index-place.js'

/** `npm run laws:histories -- --seed 7 --sequences 200 --steps 40` sets these; CI always tells the same histories. */
const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const seed = asked('LAW_SEED', 20251127)
const sequences = asked('LAW_SEQUENCES', 5)
const steps = asked('LAW_STEPS', 8)
const only = asked('LAW_ONLY', -1)

/** Where a history first broke a law. */
interface Broken {
  readonly at: number
  readonly how: string
  readonly told: readonly string[]
}

/** Real hooks in every fifth history; in the others their code is called in this process, which is quicker. */
const isLive = (sequence: number): boolean => sequence % 5 === 4

async function tell(story: readonly Step[], live: boolean): Promise<Broken | undefined> {
  let broken: Broken | undefined
  await withRepo(
    async (repo) => {
      const world = new World(repo, live)
      // Checked in a copy that follows along: looking must not heal what is looked at.
      const copy = repo.twin()
      for (const [at, step] of story.entries()) {
        world.tell(`${at + 1}. ${step.what}`)
        let how: string | undefined
        try {
          await take(world, step)
          how = await brokenLaw(world, copy)
        } catch (cause) {
          how = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
        }
        if (how !== undefined) {
          broken = { at, how, told: world.told }
          return
        }
      }
    },
    { hooks: live },
  )
  return broken
}

async function brokenLaw(world: World, copy: Repo): Promise<string | undefined> {
  const { repo } = world
  const head = repo.tryGit('rev-parse', '-q', '--verify', 'HEAD^{commit}').stdout.trim()
  writeFileSync(copy.path('.git/HEAD'), `${head === '' ? 'ref: refs/heads/main' : head}\n`)
  for (const folder of [indexFolder, 'bank']) copy.copyFrom(repo, folder)

  const live = await copy.digest()
  const stale = await reflected(copy, 'stale')
  const full = await reflected(copy, 'all')
  const again = await reflected(copy, 'all')
  const lost = await lostWords(repo, copy)
  copy.remove(indexFolder)
  const fresh = await copy.digest()
  if (live !== fresh) return 'law 1 (rebuild): the index is not that of a rebuild'
  const unsettled = difference(full, again)
  if (unsettled) return `law 7 (settled pages): reflecting twice changed ${unsettled}`
  // Where a person wrote, only a render of that very page tidies up around the words.
  const untouched = (pages: Pages): Pages => new Map([...pages].filter(([path]) => !world.handled.has(path)))
  const missed = difference(untouched(stale), untouched(full))
  if (missed) return `law 7 (settled pages): the stale pages were written, and a full render still changed ${missed}`
  if (lost.length > 0) return `law 5 (kept words): words written by hand are gone: ${lost.join(', ')}`
  return undefined
}

type Pages = ReadonlyMap<string, string>

async function reflected(copy: Repo, which: 'stale' | 'all'): Promise<Pages> {
  await copy.use((workspace) => workspace.reflect(which))
  return copy.files('bank')
}

/** The first page that differs, with the first line that does. */
function difference(before: Pages, after: Pages): string | undefined {
  const path = [...new Set([...before.keys(), ...after.keys()])].find((name) => before.get(name) !== after.get(name))
  if (path === undefined) return undefined
  const [left, right] = [before, after].map((pages) =>
    Buffer.from(pages.get(path) ?? '', 'latin1')
      .toString('utf8')
      .split('\n'),
  )
  // The begin marker holds a hash of what follows: the line itself says more.
  const at = left!.findIndex((line, number) => line !== right![number] && !line.startsWith('<!-- memory:begin'))
  const shown = (lines: readonly string[] | undefined, pages: Pages): string =>
    pages.has(path) ? (lines?.[at < 0 ? left!.length : at] ?? '(end)') : '(no such page)'
  return `${path}:${at + 1}\n  - ${shown(left, before)}\n  + ${shown(right, after)}`
}

async function lostWords(before: Repo, after: Repo): Promise<string[]> {
  return [...before.files('bank')].flatMap(([path, text]) => {
    const now = after.exists(path) ? after.read(path) : ''
    const lines = Buffer.from(text, 'latin1').toString('utf8').split(/\r?\n/)
    return lines.filter((line) => line.includes('by hand') && !now.includes(line)).map((line) => `${path}: ${line}`)
  })
}

/** The same failure with every step taken out that it does not need. */
async function shortened(
  story: readonly Step[],
  live: boolean,
  broken: Broken,
): Promise<{ story: readonly Step[]; broken: Broken }> {
  const law = (how: string): string => how.slice(0, 12)
  let best = { story: story.slice(0, broken.at + 1), broken }
  for (let at = best.story.length - 2; at >= 0; at--) {
    const without = best.story.toSpliced(at, 1)
    const again = await tell(without, live)
    if (again && law(again.how) === law(broken.how)) best = { story: without.slice(0, again.at + 1), broken: again }
  }
  return best
}

describe('law 1 (rebuild): incremental equals rebuild', () => {
  const numbers = Array.from({ length: sequences }, (_, at) => at).filter((at) => only < 0 || at === only)
  test.each(numbers)(
    `history %i of seed ${seed}: ${steps} steps, compared with a rebuild after each`,
    async (sequence) => {
      const story = history(seed, sequence, steps)
      const broken = await tell(story, isLive(sequence))
      if (!broken) return
      const least = await shortened(story, isLive(sequence), broken)
      throw new Error(
        [
          least.broken.how,
          `after ${least.story.length} of the steps of history ${sequence}:`,
          ...least.broken.told.map((line) => `  ${line}`),
          `again: npm run laws:histories -- --seed ${seed} --only ${sequence} --steps ${steps}`,
        ].join('\n'),
      )
    },
    600_000,
  )

  test('histories of one seed are always the same', () => {
    expect(history(1, 2, 30)).toEqual(history(1, 2, 30))
    expect(history(1, 2, 30)).not.toEqual(history(1, 3, 30))
  })
})
