import fc, { type AsyncCommand } from 'fast-check'
import { withRepo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { operationNames, operationOf, type OperationName } from './operations.js'
import { Oracle } from './oracle.js'
import { World } from './world.js'

/** One thing that happens, and the number that decides everything about it; as text `reset --hard:7`. */
export interface Step {
  readonly what: OperationName
  readonly roll: number
}

const stepText = ({ what, roll }: Step): string => `${what}:${roll}`

/** What `--replay` takes. */
export const replayText = (steps: readonly Step[]): string => steps.map(stepText).join(', ')

export const readReplay = (text: string): Step[] =>
  text.split(/\s*,\s*/).map((step) => {
    const [, what, roll] = /^(.*):(\d+)$/.exec(step) ?? []
    const name = operationNames.find((each) => each === what)
    if (name === undefined) throw new Error(`no such step: ${step}`)
    return { what: name, roll: Number(roll) }
  })

/** How often each operation happened, was refused by Git, or did not fit the moment; and what a step of it took, the looking included. */
export class Coverage {
  readonly #counts = new Map(operationNames.map((name) => [name, { done: 0, refused: 0, unfit: 0, milliseconds: 0 }]))
  steps = 0
  milliseconds = 0

  unfit(name: OperationName): void {
    this.#counts.get(name)!.unfit++
  }
  step(name: OperationName, how: 'done' | 'refused', milliseconds: number): void {
    const counts = this.#counts.get(name)!
    counts[how]++
    counts.milliseconds += milliseconds
    this.steps++
    this.milliseconds += milliseconds
  }
  /** Operations that never happened. */
  missing(): OperationName[] {
    return operationNames.filter((name) => this.#counts.get(name)!.done === 0)
  }
  table(): string {
    const row = (name: string, ...cells: readonly (string | number)[]): string =>
      name.padEnd(30) + cells.map((cell) => String(cell).padStart(9)).join('')
    const rows = [...this.#counts].map(([name, { done, refused, unfit, milliseconds }]) =>
      row(name, done, refused, unfit, done + refused === 0 ? '' : Math.round(milliseconds / (done + refused))),
    )
    return [row('', 'done', 'refused', 'unfit', 'ms'), ...rows].join('\n')
  }
}

/** A law that did not hold, with all that led to it. */
export class Broken extends Error {}

/** After these pages are always looked at: otherwise at a third of the steps, for it takes a second index. */
const showsOnPages = new Set<OperationName>(['a fact that ends another comes and goes'])

/** A step as fast-check runs and shrinks it: what did not fit goes first when a history is shortened. */
class Command implements AsyncCommand<World, World> {
  readonly step: Step
  readonly #coverage: Coverage
  constructor(step: Step, coverage: Coverage) {
    this.step = step
    this.#coverage = coverage
  }
  check(world: World): boolean {
    const fits = operationOf(this.step.what).can?.(world) ?? true
    if (!fits) this.#coverage.unfit(this.step.what)
    return fits
  }
  async run(world: World): Promise<void> {
    const { what, roll } = this.step
    const start = performance.now()
    world.begin(stepText(this.step))
    try {
      const operation = operationOf(what)
      const done = (await operation.run(world, new Dice(roll))) ?? true
      // An index that nobody ever asked would be built anew each time, and never follow anything.
      const asked = roll % 3 === 0 && !showsOnPages.has(what)
      const pages = roll % 3 === 1 || showsOnPages.has(what)
      const how = asked
        ? await world.oracle.divergenceWhenAsked(world.repo)
        : await world.oracle.divergence(world.repo, pages)
      if (how !== undefined) throw new Error(how)
      this.#coverage.step(what, done ? 'done' : 'refused', performance.now() - start)
    } catch (cause) {
      throw new Broken([cause instanceof Error ? cause.stack : String(cause), ...world.told].join('\n'), { cause })
    }
  }
  toString(): string {
    return stepText(this.step)
  }
}

/** A history begins with two commits, so that it has something to go wrong with; in a third of them hooks land pages. */
const twoCommits: readonly Step[] = [
  { what: 'write', roll: 1 },
  { what: 'commit', roll: 3 },
  { what: 'write', roll: 5 },
  { what: 'commit', roll: 6 },
]
const landing: readonly Step[] = [...twoCommits, { what: 'init', roll: 2 }, { what: 'hooks that land', roll: 2 }]
const beginnings = [twoCommits, twoCommits, landing]

/** Run steps in a repository of their own. @returns what happened @throws Broken */
async function runSteps(steps: Iterable<AsyncCommand<World, World>>): Promise<readonly string[]> {
  const told: string[] = []
  await withRepo(async (repo) => {
    const world = new World(repo, new Oracle(repo), told)
    await fc.asyncModelRun(() => ({ model: world, real: world }), steps)
  })
  return told
}

const commandsOf = (steps: readonly Step[], coverage: Coverage): Command[] =>
  steps.map((step) => new Command(step, coverage))

/** @returns what happened @throws Broken */
export const replay = (steps: readonly Step[], coverage: Coverage): Promise<readonly string[]> =>
  runSteps(commandsOf(steps, coverage))

const longest = 60

export interface Asked {
  readonly seed: number
  readonly steps: number
  readonly coverage: Coverage
  /** Whether to look for the shortest history that breaks the law. */
  readonly shrink?: boolean
  readonly progress?: (steps: number) => void
}

/**
 * Random histories until so many steps are done; the first that breaks a law is
 * shortened to the steps that it needs.
 *
 * @returns undefined where every law held
 */
export async function tryHistories({
  seed,
  steps,
  coverage,
  shrink = true,
  progress,
}: Asked): Promise<string | undefined> {
  const step = fc
    .tuple(
      fc.oneof(...operationNames.map((name) => ({ arbitrary: fc.constant(name), weight: operationOf(name).weight }))),
      fc.noShrink(fc.nat()),
    )
    .map(([what, roll]) => new Command({ what, roll }, coverage))
  const commands = fc.commands([step], { maxCommands: longest, size: 'max', disableReplayLog: true })
  let broken: string | undefined
  let after = 0
  const law = fc.asyncProperty(fc.constantFrom(...beginnings), fc.noBias(commands), async (beginning, history) => {
    if (broken === undefined && coverage.steps >= steps) return
    const commandsNow = [...commandsOf(beginning, coverage), ...history]
    try {
      await runSteps(commandsNow)
    } catch (cause) {
      if (!(cause instanceof Broken)) throw cause
      if (broken === undefined) after = coverage.steps
      broken = cause.message
      throw cause
    } finally {
      progress?.(coverage.steps)
    }
  })
  const found = await fc.check(law, { seed, numRuns: steps, endOnFailure: !shrink })
  if (!found.failed) return undefined
  const [beginning, history] = found.counterexample!
  // fast-check prints those that fitted.
  const again = [replayText(beginning), ...String(history).split(',')].filter(Boolean).join(', ')
  return [
    broken ?? String(found.errorInstance),
    '',
    `after ${after} steps, ${found.numShrinks} times shortened; again:`,
    `  npm run laws -- --replay "${again}"`,
  ].join('\n')
}
