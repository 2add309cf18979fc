import { expect, test } from '@jest/globals'
import type { Undone, UndoSource } from '../../../src/index.js'
import { openedAt } from '../../../src/workspace/session/opened.js'
import { bringTo } from '../../../src/workspace/session/at-commit.js'
import { parseNote } from '../../../src/parse/parse-note.js'
import { defaultConfig } from '../../../src/model/config.js'
import { checkout, withRepo, type Repo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { askedRuns } from './random-history.js'

const { seed, runs } = askedRuns(6)

const evidence = 'bank/evidence.md'
const writers = ['Ada', 'Boris', 'Mallory'] as const
type Who = (typeof writers)[number]
const paths = ['memory/2025-11-01.md', 'memory/2025-11-01-ana.md', 'memory/2025-11-02.md', 'memory/2025-11-03.md']
const statements = [
  'O(c=0.8) @Peter: Likes green tea',
  'O(c=0.9) @Nina: Likes green tea',
  'W @Peter: Does not like green tea',
  'W @Peter: Lives in Graz',
  'W @Peter: Moved from Graz to Wels',
  'B @Nina: Spoke of green tea with Peter',
  'S @Peter: Drinks green tea on Fridays',
]

/** What a commit made of a line; null where it took it out. */
interface Version {
  readonly by: Who
  readonly commit: number
  readonly text: string | null
}

/** A line of a file with all that became of it. */
interface Line {
  readonly path: string
  readonly versions: Version[]
}

const last = (versions: readonly Version[]): string | null => versions.at(-1)?.text ?? null

const idOf = (path: string, line: string): string | undefined =>
  path === evidence ? undefined : parseNote(path, `## Retain\n${line}\n`, defaultConfig).facts[0]?.id

const namedIn = (line: string): string[] => [...line.matchAll(/\^([0-9a-z]{10})/g)].map(([, id]) => id!)

/** A history of one change of one line a commit: written, written over, taken out, cited, judged. */
class History {
  readonly lines: Line[] = []
  readonly names: string[] = []
  readonly told: string[] = []
  readonly repo: Repo
  readonly dice: Dice

  constructor(repo: Repo, dice: Dice) {
    this.repo = repo
    this.dice = dice
  }

  step(at: number): void {
    const by = this.dice.one(writers)
    const standing = this.lines.filter(({ path, versions }) => path !== evidence && last(versions) !== null)
    const known = standing.length === 0 ? undefined : this.dice.one(standing)
    const roll = known ? this.dice.number(10) : 0
    const id = known && idOf(known.path, last(known.versions)!)
    const unlike = `, as told at ${at} o'clock`
    const opinions = standing.filter(({ versions }) => last(versions)!.startsWith('- O'))
    if (known && roll === 5) this.version(known, { by, commit: at, text: `${last(known.versions)!}${unlike}` })
    else if (known && roll === 6) this.version(known, { by, commit: at, text: null })
    else if (id && roll === 7) this.add('memory/2025-11-05.md', by, at, `- W(was=^${id}) @Peter: Has changed${unlike}`)
    else if (roll >= 8 && opinions.length > 0) {
      const about = this.dice.one(opinions)
      const belief = idOf(about.path, last(about.versions)!)!
      if (roll === 8)
        this.add('memory/2025-11-05.md', by, at, `- B(supports=^${belief}) @Peter: Was seen with it${unlike}`)
      else if (id && id !== belief) this.add(evidence, by, at, `- ^${id} weakens ^${belief}`)
    } else {
      const path = this.dice.one(paths)
      const text = `- ${this.dice.one(statements)}`
      const isThere = this.lines.some((line) => line.path === path && last(line.versions) === text)
      // Of two lines with the same words in one file either may be the one that goes.
      this.add(path, by, at, isThere || this.dice.number(2) === 0 ? `${text}${unlike}` : text)
    }
  }

  add(path: string, by: Who, commit: number, text: string): void {
    if (this.lines.some((line) => line.path === path && line.versions.some((each) => each.text === text))) return
    const line = { path, versions: [] }
    this.lines.push(line)
    this.version(line, { by, commit, text })
  }

  version(line: Line, version: Version): void {
    line.versions.push(version)
    this.told.push(`${this.names.length} ${version.by} ${line.path} ${String(version.text)}`)
    write(this.repo, line.path, this.textsIn(line.path))
    this.repo.git('add', '-A')
    this.repo.git('-c', `user.name=${version.by}`, 'commit', '-q', '-m', `${version.commit}`)
    this.names.push(this.repo.git('rev-parse', 'HEAD'))
  }

  textsIn(path: string): string[] {
    return this.lines.flatMap((line) => (line.path === path ? (last(line.versions) ?? []) : []))
  }

  /** What stands where these versions had never been: of each line the last of the others, but for what that rests on. */
  without(isOut: (version: Version) => boolean): { texts: Map<Line, string>; held: Set<string> } {
    const head = new Map(this.lines.flatMap((line) => each(line, last(line.versions))))
    const texts = new Map(
      this.lines.flatMap((line) => each(line, last(line.versions.filter((version) => !isOut(version))))),
    )
    const idsIn = (standing: ReadonlyMap<Line, string>): Set<string> =>
      new Set([...standing].flatMap(([{ path }, text]) => idOf(path, text) ?? []))
    const held = new Set<string>()
    for (;;) {
      const ids = idsIn(texts)
      const missed = new Set([...texts.values()].flatMap(namedIn).filter((id) => !ids.has(id) && idsIn(head).has(id)))
      if (missed.size === 0) return { texts, held }
      for (const [line, text] of head)
        if (missed.has(idOf(line.path, text) ?? '')) {
          texts.set(line, text)
          held.add(text)
        }
    }
  }
}

const each = (line: Line, text: string | null): (readonly [Line, string])[] => (text === null ? [] : [[line, text]])

function write(repo: Repo, path: string, lines: readonly string[]): void {
  if (lines.length === 0) repo.git('rm', '-q', '-f', '--ignore-unmatch', path)
  else repo.write(path, `${path === evidence ? '' : '## Retain\n'}${lines.join('\n')}\n`)
}

const bulletsIn = (repo: Repo, path: string): string[] =>
  repo.exists(path)
    ? repo
        .read(path)
        .split('\n')
        .filter((line) => line.startsWith('- '))
        .toSorted()
    : []

test(`law of undo: afterwards notes and beliefs are those of a history without the source, but for what something rests on (${runs} histories of seed ${seed})`, async () => {
  let cases = 0
  const kinds = { held: 0, edited: 0, back: 0, whole: 0 }
  for (let run = 0; run < runs; run++) {
    const dice = new Dice(seed + run)
    await withRepo(async (repo) => {
      const history = new History(repo, dice)
      const steps = 8 + dice.number(10)
      for (let at = 0; at < steps; at++) history.step(at)
      const { names } = history
      const chosen = dice.number(names.length)
      const author = dice.one(writers)
      const outOf = (isOut: (at: number) => boolean) => {
        const commits = new Set(history.lines.flatMap(({ versions }) => versions).filter(({ commit }) => isOut(commit)))
        return (version: Version): boolean => commits.has(version)
      }
      // Commits are numbered by steps, of which some made none.
      const stepOf = names.map((name) => Number(repo.git('log', '-1', '--format=%s', name)))
      const sources: [UndoSource, (version: Version) => boolean][] = [
        [{ author }, ({ by }) => by === author],
        [{ commits: names[chosen]! }, outOf((at) => at === stepOf[chosen])],
        [{ commits: `${names[chosen]!}~1..HEAD` }, outOf((at) => at >= stepOf[chosen]!)],
      ]
      const [source, isOut] = dice.one(sources)
      const isNone = !history.lines.some(({ versions }) => versions.some(isOut))
      if (isNone) return
      cases++
      const label = [seed + run, JSON.stringify(source), ...history.told].join('\n')
      const { texts, held } = history.without(isOut)
      const done = await repo.open().undo(source, { commit: true })
      const all = [...new Set(history.lines.map(({ path }) => path))].toSorted()
      const expected = all.map((path) => [
        path,
        [...texts].flatMap(([line, text]) => (line.path === path ? text : [])).toSorted(),
      ])
      expect([label, all.map((path) => [path, bulletsIn(repo, path)])]).toEqual([label, expected])
      expect([label, namesOfHeld(done)]).toEqual([label, [...held].toSorted()])
      expectRight(label, done, history, isOut)
      kinds.held += held.size > 0 ? 1 : 0
      kinds.edited += done.stands.some(({ because }) => because.some(({ how }) => how === 'edited')) ? 1 : 0
      kinds.back += done.back.length > 0 ? 1 : 0
      kinds.whole += done.stands.length === 0 ? 1 : 0
      const other = repo.another(`without-${run}`)
      other.write('README.md', 'A workspace.\n')
      for (const path of all)
        write(
          other,
          path,
          [...texts].flatMap(([line, text]) => (line.path === path ? text : [])),
        )
      other.git('add', '-A')
      other.git('commit', '-q', '-m', 'all')
      expect([label, ...(await believed(repo))]).toEqual([label, ...(await believed(other))])
    })
  }
  expect(cases).toBeGreaterThan(runs / 2)
  if (runs >= 50) for (const [kind, many] of Object.entries(kinds)) expect([kind, many > 0]).toEqual([kind, true])
}, 3_600_000)

const namesOfHeld = ({ stands }: Undone): string[] =>
  [...new Set(stands.flatMap(({ id, text }) => (id === null ? [] : text)))].toSorted()

/** Each line that stays as somebody's edit is of a line that the source had in hand, and the last of it is another's. */
function expectRight(
  label: string,
  { stands }: Undone,
  { lines }: History,
  isOut: (version: Version) => boolean,
): void {
  for (const { id, text } of stands) {
    if (id !== null) continue
    const [line] = lines.filter(({ versions }) => last(versions) === text)
    const { versions = [] } = line ?? {}
    expect([label, text, versions.some(isOut), versions.length > 0 && !isOut(versions.at(-1)!)]).toEqual([
      label,
      text,
      true,
      true,
    ])
  }
}

/** What is known and believed, wherever it stands in its log. */
async function believed(repo: Repo): Promise<string[]> {
  const opened = openedAt({ cwd: repo.root, environment: repo.environment, here: true }, checkout)
  try {
    return await opened.aside(async (store) => {
      await bringTo(opened.session, store, opened.session.repository.head()!)
      return [...store.dump()]
        .map((line) => JSON.parse(line) as [string, ...unknown[]])
        .flatMap(([table, ...row]) => {
          if (!['opinion', 'evidence', 'fact', 'ending', 'assertion'].includes(table)) return []
          const isOpening = (at: number): boolean => table === 'fact' && at === row.length - 2
          const bare =
            table === 'fact'
              ? row.filter((_, at) => at !== 1 && at !== 2 && !isOpening(at))
              : table === 'evidence'
                ? row.filter((_, at) => at < 7 || at > 9)
                : row
          return JSON.stringify([table, ...bare])
        })
        .toSorted()
    })
  } finally {
    opened.close()
  }
}
