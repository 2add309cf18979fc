import { withRepo, type Ran, type Repo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { flows, type Flow, type FlowName } from './flows.js'
import { differences, mixed, stateOf, type State } from './state.js'
import { faultNames, Tracer, type Fault, type Point } from './strace.js'

/** What became of one fault. */
export interface Outcome {
  readonly point: Point
  readonly fault: Fault
  /** Which state was found: some parts of it may be as before while others are as after. */
  readonly found: 'before' | 'after' | 'between'
  /** Whether Git left a lock, which a person has to remove. */
  readonly locked: boolean
  readonly wrong: readonly string[]
}

export interface Tried {
  readonly flow: FlowName
  readonly points: readonly Point[]
  readonly outcomes: readonly Outcome[]
}

export interface Asked {
  readonly seed: number
  /** How many faults are tried, chosen by the seed; undefined for every fault at every point. */
  readonly runs: number | undefined
  /** What the process, the call or the path of a point must hold. */
  readonly at?: string | undefined
  readonly progress?: (done: number, total: number, outcome: Outcome) => void
}

/** Fail the system calls of a flow, one a run. */
export async function tryFlow(name: FlowName, { seed, runs, at = '', progress }: Asked): Promise<Tried> {
  let tried: Tried | undefined
  await withRepo(async (prepared) => {
    const flow: Flow = flows[name]
    flow.prepare(prepared)
    const tracer = new Tracer(prepared.at('tracer'))
    const date = '@1764291600 +0000'
    const work = prepared.at('work').with({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date })
    const begin = (): void => {
      work.remove('')
      prepared.run('cp', '-a', '--reflink=auto', prepared.root, work.root)
    }
    const [traced, plain] = [tracer.node, process.execPath].map((node) => ({
      repo: work.with({ FAULT_NODE: node }),
      command: flow.command(node),
    })) as [Runs, Runs]

    begin()
    const before = stateOf(work)
    const { ran: whole, points } = tracer.points(traced.repo, traced.command)
    const after = stateOf(work)
    if (whole.status !== 0) throw new Error(`${name} fails without a fault: exit ${whole.status}\n${whole.stderr}`)
    if (differences(before, after).length === 0) throw new Error(`${name} changes nothing`)
    if (after.index.split(' ')[1] !== (await work.freshDigest())) throw new Error(`${name} ends in no rebuild's index`)

    const wanted = points.filter(({ process, call, path }) => `${process} ${call} ${path}`.includes(at))
    const all = wanted.flatMap((point) => faultNames.map((fault) => ({ point, fault })))
    const chosen = runs === undefined ? all : chosenBy(new Dice(seed), all, runs)
    // By how much Node's own calls put ours off stays the same for a while.
    let usual = 0
    const outcomes = chosen.flatMap(({ point, fault }, done) => {
      // Where it is one of Node's that fails, Node may wait for ever: only to be killed costs no time.
      const near = fault === 'KILL' ? [usual, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5] : [usual, 0]
      for (const shift of point.call === 'write' ? new Set(near) : [0]) {
        begin()
        const ran = tracer.fail(traced.repo, traced.command, point, fault, shift)
        if (!ran) continue
        if (point.call === 'write') usual = shift
        const outcome = judged({ point, fault, ran, before, after, plain })
        progress?.(done + 1, chosen.length, outcome)
        return [outcome]
      }
      return []
    })
    tried = { flow: name, points, outcomes }
  })
  return tried!
}

function chosenBy<T>(dice: Dice, all: readonly T[], count: number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(dice.number(left.length), 1)[0]!)
}

/** A command, and the workspace that it runs in. */
interface Runs {
  readonly repo: Repo
  readonly command: readonly string[]
}

interface Failed {
  readonly point: Point
  readonly fault: Fault
  readonly ran: Ran
  readonly before: State
  readonly after: State
  readonly plain: Runs
}

function judged({ point, fault, ran, before, after, plain: { repo, command } }: Failed): Outcome {
  const found = stateOf(repo)
  const wrong = mixed(found, before, after)
  const notAfter = differences(found, after)
  const isHook = command[0] === 'sh'
  if (ran.status === 0 && notAfter.length > 0 && !isHook)
    wrong.push(`it says that it is done, and is not: ${notAfter.join(', ')}`)
  if (fault !== 'KILL' && !/^(?:memory: [^\n]*\n)?$/.test(ran.stderr)) wrong.push(`it says ${ran.stderr}`)
  if (isHook && ran.status !== 0) wrong.push(`the hook exits with ${ran.status}`)

  const locks = [...repo.files('.git').keys()].filter((path) => path.endsWith('.lock'))
  // Git's own, where it was killed or could not remove one; a person does, as Git says.
  if (locks.length > 0 && point.victim === 'memory') wrong.push(`locks are left: ${locks.join(', ')}`)
  for (const path of locks) repo.remove(path)
  const [program = '', ...args] = command
  const again = repo.run(program, ...args)
  if (again.status !== 0) wrong.push(`again: exit ${again.status}\n${again.stderr}`)
  const left = differences(stateOf(repo), after)
  if (left.length > 0) wrong.push(`again ends in another state: ${left.join(', ')}`)
  const stray = [...repo.files('.memory').keys()].filter(
    (path) => !/\.gitignore$|config\.json$|index\.sqlite/.test(path),
  )
  if (stray.length > 0) wrong.push(`left after all: ${stray.join(', ')}`)
  return {
    point,
    fault,
    found: notAfter.length === 0 ? 'after' : differences(found, before).length === 0 ? 'before' : 'between',
    locked: locks.length > 0,
    wrong,
  }
}

/** Counts for a person: a row for each flow and process, by system call. */
export function table(tried: readonly Tried[]): string {
  const cells = (...texts: readonly (string | number)[]): string =>
    texts.map((text, at) => (at < 2 ? String(text).padEnd(at === 0 ? 15 : 18) : String(text).padStart(9))).join('')
  const rows = tried.flatMap(({ flow, points, outcomes }) =>
    [...new Set(points.map(({ process }) => process))].map((process) => {
      const mine = outcomes.filter(({ point }) => point.process === process)
      const count = (holds: (outcome: Outcome) => boolean): number => mine.filter(holds).length
      return cells(
        flow,
        process,
        points.filter((point) => point.process === process).length,
        mine.length,
        ...(['before', 'between', 'after'] as const).map((state) => count(({ found }) => found === state)),
        count(({ locked }) => locked),
        count(({ wrong }) => wrong.length > 0),
      )
    }),
  )
  return [cells('flow', 'process', 'calls', 'faults', 'before', 'between', 'after', 'locked', 'wrong'), ...rows].join(
    '\n',
  )
}

export const told = (flow: FlowName, { point, fault, wrong }: Outcome): string =>
  `${flow}: ${fault} at ${point.process} ${point.call} ${point.nth} (${point.path})\n  ${wrong.join('\n  ')}`
