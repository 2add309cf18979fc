import { beginningWith, type Ran, type Repo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { behind, flows, type Flow, type FlowName } from './flows.js'
import { bytesOf, differences, mixed, stateOf, type State } from './state.js'
import { faultNames, Tracer, type Fault, type Point } from './strace.js'
import { indexFolder } from '../../support/index-place.js'

/** What became of one fault. */
export interface Outcome extends Hit {
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
  /** Faults that met another call than the one they were for, however often. */
  readonly missed: readonly Hit[]
  /** How many folders they left that differ in any byte; the command ran again in each. */
  readonly folders: number
  readonly seconds: number
}

/** One system call, and how it fails. */
interface Hit {
  readonly point: Point
  readonly fault: Fault
}

export interface Asked {
  readonly seed: number
  /** How many faults are tried, chosen by the seed; undefined for every fault at every point. */
  readonly runs: number | undefined
  /** What the process, the call or the path of a point must hold. */
  readonly at?: string | undefined
  readonly progress?: (done: number, total: number, outcome: Outcome) => void
}

/** A call that was not met is looked for again before each, where Node opened a file more or fewer. */
const attempts = 9

const begun = beginningWith(behind)

/** Fail the system calls of a flow, one a run. */
export async function tryFlow(name: FlowName, { seed, runs, at = '', progress }: Asked): Promise<Tried> {
  const start = performance.now()
  let tried: Tried | undefined
  await begun(async (prepared) => {
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
    const wrong = flow.wrongAfter?.(work) ?? []
    if (wrong.length > 0) throw new Error(`${name} is wrong without a fault: ${wrong.join(', ')}`)
    if (differences(before, after).length === 0) throw new Error(`${name} changes nothing`)
    if (after.index.split(' ')[1] !== (await work.freshDigest())) throw new Error(`${name} ends in no rebuild's index`)

    const wanted = points.filter(({ process, call, path }) => `${process} ${call} ${path}`.includes(at))
    const all = wanted.flatMap((point) =>
      faultNames.filter((fault) => fault !== 'KILL' || !point.shadowed).map((fault) => ({ point, fault })),
    )
    const chosen = runs === undefined ? all : chosenBy(new Dice(seed), all, runs)
    const left = new Map<string, Left>()
    const missed: Hit[] = []
    const outcomes = chosen.flatMap(({ point: first, fault }, done) => {
      let point = first
      for (let attempt = 0; attempt < attempts; attempt++) {
        if (attempt > 0) {
          begin()
          point = tracer.seenAgain(traced.repo, traced.command, point)
        }
        begin()
        const ran = tracer.fail(traced.repo, traced.command, point, fault)
        if (!ran) continue
        const bytes = bytesOf(work)
        if (!left.has(bytes)) left.set(bytes, leftIn(plain, flow, after))
        const outcome = judged({
          point,
          fault,
          ran,
          left: left.get(bytes)!,
          before,
          after,
          isHook: plain.command[0] === 'sh',
        })
        progress?.(done + 1, chosen.length, outcome)
        return [outcome]
      }
      missed.push({ point, fault })
      return []
    })
    const seconds = (performance.now() - start) / 1000
    tried = { flow: name, points, outcomes, missed, folders: left.size, seconds }
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

/** What a fault leaves, and what comes of the same command once more: the bytes of the folder decide all of it. */
interface Left {
  readonly found: State
  /** Files of Git's that keep everybody else out. */
  readonly locks: readonly string[]
  /** What is wrong in the end. */
  readonly wrong: readonly string[]
}

function leftIn({ repo, command }: Runs, flow: Flow, after: State): Left {
  const found = stateOf(repo)
  const locks = [...repo.files('.git').keys()].filter((path) => path.endsWith('.lock'))
  for (const path of locks) repo.remove(path)
  const wrong: string[] = []
  const [program = '', ...args] = command
  const again = repo.run(program, ...args)
  if (again.status !== 0) wrong.push(`again: exit ${again.status}\n${again.stderr}`)
  const different = differences(stateOf(repo), after)
  if (different.length > 0) wrong.push(`again ends in another state: ${different.join(', ')}`)
  const stray = [...repo.files('.memory').keys(), ...repo.files(indexFolder).keys()].filter(
    (path) =>
      !/\.gitignore$|config\.json$|index-[\d.]+\.sqlite|\/lock-\w+$|\/(?:settled|seen-notes|known-pages)$/.test(path),
  )
  if (stray.length > 0) wrong.push(`left after all: ${stray.join(', ')}`)
  return { found, locks, wrong: [...wrong, ...(flow.wrongAfter?.(repo) ?? [])] }
}

interface Failed extends Hit {
  readonly ran: Ran
  readonly left: Left
  readonly before: State
  readonly after: State
  readonly isHook: boolean
}

function judged({
  point,
  fault,
  ran,
  left: { found, locks, wrong: inTheEnd },
  before,
  after,
  isHook,
}: Failed): Outcome {
  const wrong = mixed(found, before, after)
  const notAfter = differences(found, after)
  const killed = fault === 'KILL' && point.victim === 'memory'
  if (ran.status === 128 && !killed) wrong.push('it does not end by itself')
  if (ran.status === 0 && notAfter.length > 0 && !isHook)
    wrong.push(`it says that it is done, and is not: ${notAfter.join(', ')}`)
  if (fault !== 'KILL' && !/^(?:memory: [^\n]*\n)?$/.test(ran.stderr)) wrong.push(`it says ${ran.stderr}`)
  if (isHook && ran.status !== 0) wrong.push(`the hook exits with ${ran.status}`)
  // Git's own, where it was killed or could not remove one; a person does, as Git says.
  if (locks.length > 0 && point.victim === 'memory') wrong.push(`locks are left: ${locks.join(', ')}`)
  return {
    point,
    fault,
    found: notAfter.length === 0 ? 'after' : differences(found, before).length === 0 ? 'before' : 'between',
    locked: locks.length > 0,
    wrong: [...wrong, ...inTheEnd],
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
  const titles = cells('flow', 'process', 'calls', 'faults', 'before', 'between', 'after', 'locked', 'wrong')
  return [titles, ...rows, '', ...tried.map(summary)].join('\n')
}

/** `sync: 366 of 366 faults, 0 wrong; 140 different folders, in each of which it ran again; 190 s` */
function summary({ flow, points, outcomes, missed, folders, seconds }: Tried): string {
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0).length
  const shadowed = points.filter((point) => point.shadowed).length
  const asked = outcomes.length + missed.length
  return [
    `${flow}: ${outcomes.length} of ${asked} faults, ${wrong} wrong; ${folders} different folders, in each of which it ran again; ${seconds.toFixed(0)} s`,
    ...(shadowed === 0
      ? []
      : [
          `  ${shadowed} calls are not killed: a Git process that starts another would be, at its own call of that number`,
        ]),
    ...missed.map((hit) => `  not met, another call failed in its place: ${named(hit)}`),
  ].join('\n')
}

const named = ({ point: { process, call, nth, path }, fault }: Hit): string =>
  `${fault} at ${process} ${call} ${nth} (${path})`

export const told = (flow: FlowName, outcome: Outcome): string =>
  `${flow}: ${named(outcome)}\n  ${outcome.wrong.join('\n  ')}`
